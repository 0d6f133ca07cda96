import Model
import PlainYAML
import Text

/// Checks the marks of a worksheet that a teacher wrote by hand.
///
/// `Marks` skips what it can't read, so that grading never guesses; this check reports it.
struct MarksCheck {
  private(set) var faults: [Fault] = []
  private let file: String
  private let ledger: Ledger
  private let exercises: [String: Exercise]
  private let names: [String]
  static let fields = [
    "rubric", "marked", "earlier", "comments", "comment", "override", "excused", "asked", "by",
    "returned", "again", "solved",
  ]

  init(_ ledger: Ledger, of worksheet: Worksheet) {
    file = SchoolPath.marks(worksheet.path)
    self.ledger = ledger
    // Marks under a former name are moved by the next command that uses them.
    exercises = Dictionary(
      worksheet.exercises.flatMap { exercise in
        ([exercise.id] + exercise.was).map { ($0, exercise) }
      }, uniquingKeysWith: { first, _ in first })
    names = worksheet.exercises.map(\.id).sorted()
    for student in ledger.keys {
      guard let node = ledger[student] else { continue }
      if let entries = fields(of: node, "the marks of '\(visible(student))'") {
        for entry in entries { check(entry) }
      }
    }
  }

  private mutating func check(_ entry: Entry) {
    let value = entry.value
    switch entry.key {
    case "rubric":
      for entry in fields(of: value, "'rubric'") ?? [] { checkRubric(entry) }
    case "override":
      for part in fields(of: value, "'override'") ?? [] {
        switch part.key {
        case "score": checkPoints(part.value, most: nil)
        case "why": checkText(part)
        default:
          add(
            .unknownField, "unknown field '\(visible(part.key))'", part.keyOffset,
            hint: "valid fields are score and why")
        }
      }
      if value["score"] == nil { add(.noScore, "the override has no score", entry.keyOffset) }
    case "comments", "asked", "marked":
      for part in fields(of: value, "'\(entry.key)'") ?? [] {
        if exercises[part.key] == nil { addUnknownExercise(part) }
        if entry.key != "asked" { checkText(part) }
      }
    case "earlier":
      for submission in fields(of: value, "'earlier'") ?? [] {
        for part in fields(of: submission.value, "'\(submission.key)'") ?? [] {
          if part.value.mapping != nil { checkRubric(part) } else { check(part) }
        }
      }
    case "comment", "excused", "by", "returned", "again", "solved":
      checkText(entry)
    default:
      guard let exercise = exercises[entry.key] else {
        return addUnknownExercise(entry)
      }
      if value.mapping != nil, !exercise.rubric.isEmpty {
        add(
          .noPoints, "points must be one number", value.offset,
          hint: "write points by rubric item as `rubric: {\(exercise.id): {…}}`")
      } else {
        checkPoints(value, most: exercise.points)
      }
    }
  }

  private mutating func addUnknownExercise(_ entry: Entry) {
    add(
      .unknownExercise, "no exercise '\(visible(entry.key))'", entry.keyOffset,
      hint: meant(entry.key, among: names + Self.fields))
  }

  private mutating func checkRubric(_ entry: Entry) {
    guard let exercise = exercises[entry.key], !exercise.rubric.isEmpty else {
      let known = names.filter { exercises[$0]?.rubric.isEmpty == false }
      add(
        .unknownExercise, "no exercise '\(visible(entry.key))' with a rubric",
        entry.keyOffset, hint: meant(entry.key, among: known))
      return
    }
    for item in fields(of: entry.value, "the rubric of '\(exercise.id)'") ?? [] {
      guard let known = exercise.rubric.first(where: { $0.id == item.key }) else {
        add(
          .unknownRubric, "the rubric of '\(exercise.id)' has no item '\(visible(item.key))'",
          item.keyOffset, hint: meant(item.key, among: exercise.rubric.map(\.id)))
        continue
      }
      checkPoints(item.value, most: known.points)
    }
  }

  private mutating func checkPoints(_ node: Node, most: Rational?) {
    if node.isNull { return }
    guard let points = node.scalar.flatMap({ Rational(exact: $0) }) else {
      add(
        .noPoints, "'\(visible(node.scalar ?? "…"))' is not a number of points", node.offset,
        hint: "write a number such as 1.5")
      return
    }
    if let most, points > most {
      add(
        .manyPoints, "\(points) points, but the maximum is \(most)", node.offset)
    }
  }

  private mutating func checkText(_ entry: Entry) {
    if entry.value.scalar == nil, !entry.value.isNull {
      add(.notText, "'\(entry.key)' must be a text", entry.value.offset, hint: "quote it")
    }
  }

  private mutating func fields(of node: Node, _ what: String) -> [Entry]? {
    if let entries = node.mapping { return entries }
    if !node.isNull { add(.notAMapping, "\(what) must be fields, `{name: value}`", node.offset) }
    return nil
  }

  private func meant(_ word: String, among known: [String]) -> Message? {
    closest(word, in: known).map { "did you mean '\($0)'?" as Message }
  }

  private mutating func add(
    _ rule: Rule, _ message: Message, _ offset: Int, hint: Message? = nil
  ) {
    faults.append(
      Fault(
        file: file, position: ledger.position(of: offset), line: ledger.lineText(at: offset),
        rule: rule, message: message, hint: hint))
  }
}

extension SchoolFiles {
  /// Returns the errors and warnings in the marks of a worksheet.
  ///
  /// - Throws: `FaultyFiles` if the file can't be read as a whole.
  public func marksFaults(of worksheet: Worksheet) throws -> [Fault] {
    let ledger = try marks(worksheet.path)
    if ledger.isEmpty { return [] }
    let unknownStudents = try unknownStudents(in: ledger, SchoolPath.marks(worksheet.path))
    return unknownStudents + MarksCheck(ledger, of: worksheet).faults
  }

  /// Returns faults for lines of a ledger whose student is missing from the school. Mailboxes of
  /// groups don't count.
  ///
  /// - Parameter isGone: whether a student was deleted or forgotten, so that the line can be
  ///   removed.
  func unknownStudents(
    in ledger: Ledger, _ file: String, gone isGone: (String) -> Bool = { _ in false }
  ) throws -> [Fault] {
    let students = try roster().students
    let members = ledger.keys.flatMap { mailbox in
      (ledger[mailbox]?.sequence ?? []).flatMap { $0["members"]?.sequence ?? [] }
        .compactMap { node -> Fault? in
          guard let id = node.scalar, students[id] == nil else { return nil }
          let hint: Message =
            closest(id, in: students.all.sorted()).map { "did you mean '\($0)'?" as Message }
            ?? "remove the member, or add the student again"
          return Fault(
            file: file, position: ledger.position(of: node.offset),
            line: ledger.lineText(at: node.offset), rule: .unknownStudent,
            message: "no student '\(visible(id))'", hint: hint, severity: .warning,
            fix: isGone(id) ? Fix(node, .remove) : nil)
        }
    }
    return members
      + ledger.keys.compactMap { id in
        guard students[id] == nil, !id.contains("+"), let node = ledger[id],
          let offset = ledger.offset(of: id)
        else { return nil }
        let isGone = isGone(id)
        let hint: Message =
          isGone
          ? "remove the line, as the student was deleted"
          : closest(id, in: students.all.sorted()).map { "did you mean '\($0)'?" as Message }
            ?? "remove the line, or add the student again"
        return Fault(
          file: file, position: ledger.position(of: offset), line: ledger.lineText(at: offset),
          rule: .unknownStudent, message: "no student '\(visible(id))'", hint: hint,
          severity: .warning, fix: isGone ? Fix(node, .remove) : nil)
      }
  }
}
