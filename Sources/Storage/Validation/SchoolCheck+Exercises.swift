import Model
import PlainYAML
import Text

/// Checks of worksheets for values that are valid but probably not intended.
extension SchoolCheck {
  /// - Parameter isWhole: whether the whole file could be read.
  func checkWorksheet(_ worksheet: Worksheet, isWhole: Bool, _ file: String) throws {
    guard let document = try files.document(at: file) else { return }
    let root = document.root
    if isWhole, let points = worksheet.points, let sum = try? worksheet.maximum, sum != points {
      add(
        file, .points, "the exercises add up to \(sum), but 'points' is \(points)",
        hint: "change the points of an exercise or the total", at: [.key("points")])
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

  /// Checks former identifiers of an exercise that another exercise has or had.
  private func checkFormerNames(of worksheet: Worksheet, _ root: Node, _ file: String) {
    var owners: [String: String] = [:]
    var twins: Set<[String]> = []
    let nodes = root["exercises"]?.sequence ?? []
    for (number, (exercise, node)) in zip(worksheet.exercises, nodes).enumerated() {
      for (index, name) in (node["was"]?.sequence ?? []).compactMap(\.scalar).enumerated() {
        let place: [Step] = ["exercises", .index(number), "was", .index(index)]
        if name == exercise.id {
          add(
            file, .reusedID, "'\(name)' is its current name", hint: "remove it", at: place,
            edit: .remove)
        } else if worksheet.exercise(name) != nil {
          add(
            file, .reusedID, "'\(name)' is another exercise",
            hint: "remove it, or rename the other one, as answers under this name count for that",
            at: place)
        } else if let other = owners[name], other != exercise.id {
          guard twins.insert([other, exercise.id]).inserted else { continue }
          add(
            file, .reusedID, "'\(other)' was also called '\(name)'",
            hint: """
              if both sides of a merge renamed it, 'teachkit delete' one of them: the\
               other takes over its names and marks; otherwise remove the name
              """,
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
        file, .lateRelease, "the release is after the due date",
        hint: "set an earlier release", at: [.key("release")])
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
          file, .pastDue, "\(what) has passed, and this is a draft",
          hint: "set another date, as students don't have it yet", at: place)
      } else if try !isKnownToStudents(worksheet.path) {
        add(
          file, .pastDue, "\(what) has passed, and no one has been assigned this",
          hint: "assign it with another date, or remove the date", at: place)
      }
    }
  }

  /// Whether a worksheet has ever been assigned or received submissions.
  private func isKnownToStudents(_ path: ContextPath) throws -> Bool {
    // An unreadable assignment may be for this worksheet.
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
        document, file, .noEffect, "'unit-credit' has no effect without a unit",
        hint: "add `unit: cm`", at: credit)
    }
    if let unit = exercise.unit, nfkc(unit) == "%" {
      for name in ["answer", "tolerance"] { checkPercent(node[name], document, file) }
    }
  }

  /// Students write `75 %`, which is 75 and not 0.75 without the unit.
  private func checkPercent(_ node: Node?, _ document: Document, _ file: String) {
    guard let node, let text = node.scalar, text.hasSuffix("%") else { return }
    let number = String(text.dropLast().reversed().drop { $0 == " " }.reversed())
    add(
      document, file, .percent,
      "with the unit %, '\(visible(text))' is \(visible(text)) of one percent",
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
      "the rubric of '\(exercise.id)' adds up to \(sum), but the exercise has \(exercise.points)",
      hint: "write `points: \(sum)`, or change the rubric", at: rubric)
  }

  /// Numbers split by a decimal comma in choices, answers or items to order.
  private func checkLists(
    of exercise: Exercise, _ node: Node, _ document: Document, _ file: String
  ) {
    var lists = [node["choices"], node["items"]]
    lists += (node["gaps"]?.mapping ?? []).map(\.value)
    if case .text = exercise.question { lists.append(node["answer"]) }
    for list in lists.compactMap({ $0 }) {
      guard let torn = SplitDecimals(in: list, of: document) else { continue }
      add(document, file, .tornNumber, torn.message, hint: torn.hint, at: list, fix: torn.fix)
    }
  }

  // MARK: Texts

  /// Checks for texts that end at ` #`, which begins a comment in YAML.
  private func checkTexts(of node: Node, _ document: Document, _ file: String) {
    for name in ["prompt", "hint", "alt", "explain"] {
      checkCut(node[name], "'\(name)'", document, file)
      checkFormulas(node[name], document, file)
    }
    for item in node["choices"]?.sequence ?? [] {
      checkCut(item, "the choice", document, file)
      checkFormulas(item, document, file)
    }
  }

  private func checkFormulas(_ node: Node?, _ document: Document, _ file: String) {
    guard let node, let text = node.scalar else { return }
    for (source, fault) in text.faultyFormulas.prefix(3) {
      let reason: Message =
        switch fault {
        case .unknownCommand(let name): "unknown command '\(visible(name))'"
        case .unbalanced: "unbalanced braces or brackets"
        case .incomplete: "something is missing at the end or after a command"
        case .tooLong: "it is too long or too deep"
        }
      add(
        document, file, .formula,
        "cannot show the formula '\(visible(String(source.prefix(60))))': \(reason)",
        hint: "it is shown as typed; for an amount of money, write \\$", at: node)
    }
  }

  func checkCut(_ node: Node?, _ what: String, _ document: Document, _ file: String) {
    guard let node, let cut = document.textCut(from: node) else { return }
    let isNumber = cut.unicodeScalars.dropFirst().first?.properties.numericType != nil
    add(
      document, file, .cutText, "\(what) ends before '\(visible(cut))', which is a comment",
      hint: "write the text in double quotes", at: node,
      // `#1` belongs to the text; `# word` may be an intended comment.
      fix: isNumber ? Fix(node, .joinCut) : nil)
  }
}
