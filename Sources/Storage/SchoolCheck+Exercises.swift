import Model
import PlainYAML
import Text

/// Worksheets: what is legal in them, and most likely not meant.
extension SchoolCheck {
  /// - Parameter isWhole: whether all of the file could be read.
  func checkWorksheet(_ worksheet: Worksheet, isWhole: Bool, _ file: String) throws {
    guard let document = try files.document(at: file) else { return }
    let root = document.root
    if isWhole, let points = worksheet.points, let sum = try? worksheet.maximum, sum != points {
      add(
        file, .points, "the exercises add up to \(sum), 'points' says \(points)",
        hint: "change the points of an exercise, or the total", at: [.key("points")])
    }
    try checkTimes(of: worksheet, file)
    checkFormerNames(of: worksheet, root, file)
    let children = Set(try files.childIDs(of: worksheet.path).map { Identifier.folded($0) })
    for (exercise, node) in zip(worksheet.exercises, root["exercises"]?.sequence ?? []) {
      if children.contains(Identifier.folded(exercise.id)) {
        add(
          document, file, .sharedID,
          "an exercise and a context below share the id '\(exercise.id)'",
          hint: "rename one of them", at: node)
      }
      checkEffect(of: exercise, node, document, file)
      if let key = exercise.question.missingKey, isWhole {
        add(
          document, file, .unanswered, "'\(exercise.id)' has no '\(key)' yet",
          hint: "fill it in before the worksheet is assigned", at: node)
      }
      checkTexts(of: node, document, file)
      if isWhole { checkPoints(of: exercise, node, document, file) }
      checkLists(of: exercise, node, document, file)
      try checkCode(of: exercise, node, in: worksheet.path, document, file)
      try checkLinks(of: exercise, node, in: worksheet.path, document, file)
    }
  }

  /// Identifiers that an exercise had, and another has now or had, too.
  private func checkFormerNames(of worksheet: Worksheet, _ root: Node, _ file: String) {
    var owners: [String: String] = [:]
    var twins: Set<[String]> = []
    let nodes = root["exercises"]?.sequence ?? []
    for (number, (exercise, node)) in zip(worksheet.exercises, nodes).enumerated() {
      for (index, name) in (node["was"]?.sequence ?? []).compactMap(\.scalar).enumerated() {
        let place: [Step] = ["exercises", .index(number), "was", .index(index)]
        if name == exercise.id {
          add(
            file, .reusedID, "'\(name)' is its name now", hint: "remove it here", at: place,
            edit: .remove)
        } else if worksheet.exercise(name) != nil {
          add(
            file, .reusedID, "'\(name)' is another exercise now",
            hint: "remove it here, or rename the other one: answers under this name count for that",
            at: place)
        } else if let other = owners[name], other != exercise.id {
          guard twins.insert([other, exercise.id]).inserted else { continue }
          add(
            file, .reusedID, "'\(other)' was called '\(name)', too",
            hint: "where two sides of a merge have renamed it, 'teachkit delete' one of them: the"
              + " other takes over its names and marks; else remove the name here",
            at: place)
        } else {
          owners[name] = exercise.id
        }
      }
    }
  }

  // MARK: Times

  private func checkTimes(of worksheet: Worksheet, _ file: String) throws {
    if let release = worksheet.release, let due = worksheet.due, release >= due {
      add(
        file, .lateRelease, "students see it first when it was due",
        hint: "release it before it is due", at: [.key("release")])
    }
    guard let now else { return }
    var times: [(what: String, time: Instant?, place: [Step])] = [
      ("the due date", worksheet.due, [.key("due")]),
      ("the exam", worksheet.rules.exam?.to, [.key("exam")]),
    ]
    for (index, exercise) in worksheet.exercises.enumerated() {
      let place: [Step] = [.key("exercises"), .index(index), .key("due")]
      times.append(("the due date of '\(exercise.id)'", exercise.due, place))
    }
    let past = times.filter { $0.time.map { $0 < now } ?? false }
    if past.isEmpty { return }
    for (what, _, place) in past {
      if worksheet.isDraft {
        add(
          file, .pastDue, "\(what) is over, and this is a draft",
          hint: "students don't have it yet: give it another date", at: place)
      } else if try !isKnownToStudents(worksheet.path) {
        add(
          file, .pastDue, "\(what) is over, and nobody has been assigned this",
          hint: "assign it with another date, or take the date out", at: place)
      }
    }
  }

  /// Whether an assignment has ever given a worksheet to somebody, or work on it has come.
  private func isKnownToStudents(_ path: ContextPath) throws -> Bool {
    // Where an assignment can't be read it may be this one's.
    guard let assignments = try? files.assignments() else { return true }
    return assignments.contains { $0.work.contains { path.isWithin($0) } }
      || (try? files.received(path).keys.isEmpty) != true
  }

  // MARK: Fields

  private func checkEffect(
    of exercise: Exercise, _ node: Node, _ document: Document, _ file: String
  ) {
    guard case .number = exercise.question else { return }
    if node["unit"] == nil, let credit = node["unit-credit"] {
      add(
        document, file, .noEffect, "'unit-credit' means nothing without a unit",
        hint: "add `unit: cm`", at: credit)
    }
    if let unit = exercise.unit, nfkc(unit) == "%" {
      for name in ["answer", "tolerance"] { checkPercent(node[name], document, file) }
    }
  }

  /// A student writes `75 %`; with the unit taken off, that is 75 and not 0.75.
  private func checkPercent(_ node: Node?, _ document: Document, _ file: String) {
    guard let node, let text = node.scalar, text.hasSuffix("%") else { return }
    let number = String(text.dropLast().reversed().drop { $0 == " " }.reversed())
    add(
      document, file, .percent,
      "with the unit %, '\(visible(text))' is \(visible(text)) of a percent",
      hint: "write \(number)", at: node,
      fix: Rational(text: number).map { _ in Fix(node, .set(.plain(number))) })
  }

  private func checkPoints(
    of exercise: Exercise, _ node: Node, _ document: Document, _ file: String
  ) {
    guard !exercise.rubric.isEmpty, let rubric = node["rubric"],
      let sum = try? exercise.rubric.reduce(Rational.zero, { try $0 + $1.points }),
      sum != exercise.points
    else { return }
    add(
      document, file, .points,
      "the rubric of '\(exercise.id)' adds up to \(sum), the exercise to \(exercise.points)",
      hint: "write `points: \(sum)`, or change the rubric", at: rubric)
  }

  /// Numbers torn apart in what may be chosen, answered or put in order.
  private func checkLists(
    of exercise: Exercise, _ node: Node, _ document: Document, _ file: String
  ) {
    var lists = [node["choices"], node["items"]]
    lists += (node["gaps"]?.mapping ?? []).map(\.value)
    if case .text = exercise.question { lists.append(node["answer"]) }
    for list in lists.compactMap({ $0 }) {
      guard let torn = TornNumbers(in: list, of: document) else { continue }
      add(document, file, .tornNumber, torn.message, hint: torn.hint, at: list, fix: torn.fix)
    }
  }

  // MARK: Texts

  /// Texts that end at ` #`, where YAML has a comment.
  private func checkTexts(of node: Node, _ document: Document, _ file: String) {
    for name in ["prompt", "hint", "alt", "explain"] {
      checkCut(node[name], "'\(name)'", document, file)
    }
    for item in node["choices"]?.sequence ?? [] { checkCut(item, "the choice", document, file) }
  }

  func checkCut(_ node: Node?, _ what: String, _ document: Document, _ file: String) {
    guard let node, let cut = document.textCut(from: node) else { return }
    let isNumber = cut.unicodeScalars.dropFirst().first?.properties.numericType != nil
    add(
      document, file, .cutText, "\(what) ends before '\(visible(cut))', which is read as a comment",
      hint: "put the text into double quotes", at: node,
      // `#1` belongs to the text; what begins with a letter may be a note.
      fix: isNumber ? Fix(node, .joinCut) : nil)
  }
}
