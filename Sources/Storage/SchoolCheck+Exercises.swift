import Model
import PlainYAML
import Text

/// Worksheets: what is legal in them, and most likely not meant.
extension SchoolCheck {
  func checkWorksheet(_ worksheet: Worksheet, _ file: String) throws {
    guard let document = try files.document(at: file) else { return }
    let root = document.root
    if let points = worksheet.points, let sum = try? worksheet.maximum, sum != points {
      add(
        file, .points, "the exercises add up to \(sum), 'points' says \(points)",
        hint: "change the points of an exercise, or the total", at: [.key("points")])
    }
    checkTimes(of: worksheet, file, root)
    let children = Set(try files.childIDs(of: worksheet.path).map { Identifier.folded($0) })
    for (exercise, node) in zip(worksheet.exercises, root["exercises"]?.sequence ?? []) {
      if children.contains(Identifier.folded(exercise.id)) {
        add(
          document, file, .sharedID,
          "an exercise and a context below share the id '\(exercise.id)'",
          hint: "rename one of them", at: node)
      }
      checkEffect(of: exercise, node, document, file)
      if let key = exercise.question.missingKey {
        add(
          document, file, .unanswered, "'\(exercise.id)' has no '\(key)' yet",
          hint: "fill it in before the worksheet is assigned", at: node)
      }
      checkTexts(of: node, document, file)
      checkPoints(of: exercise, node, document, file)
      if let list = node["choices"], let torn = TornNumbers(in: list, of: document) {
        add(document, file, .tornNumber, torn.message, hint: torn.hint, at: list, fix: torn.fix)
      }
      try checkLinks(of: exercise, node, in: worksheet.path, document, file)
    }
  }

  // MARK: Times

  private func checkTimes(of worksheet: Worksheet, _ file: String, _ root: Node) {
    if let release = worksheet.release, let due = worksheet.due, release >= due {
      add(
        file, .lateRelease, "students see it first when it was due",
        hint: "release it before it is due", at: [.key("release")])
    }
    guard let now, worksheet.isDraft else { return }
    let hint = "students don't have it yet: give it another date"
    if let due = worksheet.due, due < now {
      add(
        file, .pastDue, "the due date is over, and this is a draft", hint: hint, at: [.key("due")])
    }
    if let exam = worksheet.exam, exam.to < now {
      add(file, .pastDue, "the exam is over, and this is a draft", hint: hint, at: [.key("exam")])
    }
    for (index, exercise) in worksheet.exercises.enumerated() {
      guard let due = exercise.due, due < now else { continue }
      add(
        file, .pastDue, "the due date of '\(exercise.id)' is over, and this is a draft", hint: hint,
        at: [.key("exercises"), .index(index), .key("due")])
    }
  }

  // MARK: Fields

  private func checkEffect(
    of exercise: Exercise, _ node: Node, _ document: Document, _ file: String
  ) {
    guard case .number = exercise.question else { return }
    if exercise.unit == nil, let credit = node["unit-credit"] {
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
