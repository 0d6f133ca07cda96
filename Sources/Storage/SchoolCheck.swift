import Glibc
import Model
import PlainYAML
import Text

/// Looks through files of a school for what is wrong: each file by itself, and how they fit.
public final class SchoolCheck {
  let files: SchoolFiles
  /// What was found, in the order of looking.
  public private(set) var faults: [Fault] = []
  private var known: Set<Fault> = []
  /// How many files were looked at.
  public var count: Int { files.filesRead.count }

  public init(_ files: SchoolFiles) { self.files = files }

  /// Looks at everything.
  public func checkAll() throws {
    attempt { _ = try files.school() }
    attempt { _ = try files.zone() }
    attempt { _ = try files.roster() }
    for id in try files.classIDs() { checkClass(id) }
    checkSiblings(try files.classIDs(), in: SchoolPath.classes)
    let subjects = try files.subjectIDs()
    checkSiblings(subjects, in: SchoolPath.subjects)
    for id in subjects { try checkSubject(id) }
    for id in try files.assignmentIDs() { try checkAssignment(id) }
    try checkDoubleAssignments()
  }

  /// Looks at one object and what is below it.
  public func check(_ object: ObjectPath) throws {
    switch object {
    case .school: try checkAll()
    case .student: attempt { _ = try files.roster() }
    case .schoolClass(let id), .group(let id, _): checkClass(id)
    case .assignment(let id): try checkAssignment(id)
    case .context(let path) where path.components.isEmpty: try checkSubject(path.subject)
    case .context(let path): try checkContext(path)
    case .exercise(let path, _): try checkContext(path)
    }
  }

  /// Runs something that reads; faults are kept, anything else is for the caller's next read.
  @discardableResult
  func attempt<T>(_ read: () throws -> T) -> T? {
    do {
      return try read()
    } catch let error as FaultyFiles {
      error.faults.forEach(keep)
    } catch let error as MissingObject {
      keep(
        Fault(
          file: error.path, rule: "missing-file", message: "there is no \(error.kind) file",
          hint: "restore it, or remove the folder"))
    } catch let error as UnreadableFile {
      keep(
        Fault(
          file: error.path, rule: "unreadable",
          message: "it can't be read: \(String(cString: strerror(error.code)))",
          hint: "look at who may read there"))
    } catch {
      keep(Fault(file: "", rule: "unreadable", message: "\(error)"))
    }
    return nil
  }

  /// Keeps a fault once: what is wrong in one file stops many others from being read.
  func keep(_ fault: Fault) {
    if known.insert(fault).inserted { faults.append(fault) }
  }

  func add(
    _ file: String, _ rule: String, _ message: String, hint: String? = nil,
    at needle: [Step] = [], _ severity: Fault.Severity = .error
  ) {
    var position: Position?
    var line: String?
    if let document = try? files.document(at: file),
      let node = needle.reduce(Optional(document.root), { node, step in node?.child(step) })
    {
      position = document.position(of: node.offset)
      line = document.lineText(at: node.offset)
    }
    keep(
      Fault(
        file: file, position: position, line: line, rule: rule, message: message, hint: hint,
        severity: severity))
  }

  // MARK: People

  func checkClass(_ id: String) {
    guard let schoolClass = attempt({ try files.schoolClass(id) }),
      let roster = try? files.roster()
    else { return }
    let file = SchoolPath.schoolClass(id)
    if roster.students[id] != nil {
      add(file, "shared-id", "a student is called '\(id)', too", hint: "rename one of them")
    }
    for (index, student) in schoolClass.students.enumerated()
    where roster.students[student] == nil {
      add(
        file, "unknown-student", "there is no student '\(student)'",
        hint: closest(student, in: roster.students.keys.sorted()).map { "did you mean '\($0)'?" },
        at: [.key("students"), .index(index)])
    }
    for group in schoolClass.groups {
      for (index, student) in group.students.enumerated()
      where !schoolClass.students.contains(student) {
        add(
          file, "not-in-class", "'\(student)' is in the group and not in the class",
          at: [.key("groups"), .key(group.id), .index(index)])
      }
    }
    if let zone = schoolClass.zone { attempt { _ = try files.zone(zone) } }
  }

  // MARK: Subjects and contexts

  /// - Parameter alone: whether what is below it is left out.
  func checkSubject(_ id: String, alone: Bool = false) throws {
    let file = SchoolPath.subject(id)
    if let problem = Identifier.problem(in: id, for: .subject) {
      keep(
        Fault(
          file: "\(SchoolPath.subjects)/\(id)", rule: "identifier",
          message: "'\(visible(id))' \(problem.words)", hint: problem.hint))
    }
    let subject = attempt { try files.subject(id) }
    let classes = try files.classIDs()
    for (index, name) in (subject?.classes ?? []).enumerated() where !classes.contains(name) {
      add(
        file, "unknown-class", "there is no class '\(name)'",
        hint: closest(name, in: classes).map { "did you mean '\($0)'?" },
        at: [.key("classes"), .index(index)])
    }
    if alone { return }
    checkParticipants(of: id)
    try checkChildren(of: ContextPath(subject: id))
  }

  func checkParticipants(of id: String) {
    guard let participants = attempt({ try files.participants(of: id) }),
      let roster = try? files.roster()
    else { return }
    for participant in participants where roster.students[participant.id] == nil {
      add(
        SchoolPath.participants(id), "unknown-student",
        "there is no student '\(participant.id)'", at: [.key(participant.id)])
    }
  }

  private func checkChildren(of path: ContextPath) throws {
    let children = try files.childIDs(of: path)
    checkSiblings(children, in: SchoolPath.folder(path))
    for id in children { try checkContext(path.appending(id)) }
  }

  /// - Parameter alone: whether its ledgers and what is below it are left out.
  func checkContext(_ path: ContextPath, alone: Bool = false) throws {
    let isWorksheet = try files.isWorksheet(path)
    let file = isWorksheet ? files.worksheetFile(path) : files.contextFile(path)
    let folder = SchoolPath.folder(path)
    if let problem = Identifier.problem(in: path.identifier, for: .context) {
      keep(
        Fault(
          file: folder, rule: "identifier",
          message: "'\(visible(path.identifier))' \(problem.words)", hint: problem.hint))
    }
    if path.components.count > Identifier.deepestContext {
      keep(
        Fault(
          file: folder, rule: "too-deep",
          message:
            "contexts are at most \(Identifier.deepestContext) deep, this is at \(path.components.count)"
        ))
      return
    }
    if path.dotted.utf8.count > Identifier.longestPath {
      keep(
        Fault(
          file: folder, rule: "too-long",
          message: "the path has more than \(Identifier.longestPath) bytes",
          hint: "use shorter names"))
    }
    if isWorksheet {
      if let worksheet = attempt({ try files.worksheet(path) }) {
        try checkWorksheet(worksheet, file)
        if alone { return }
        attempt { try files.marksFaults(of: worksheet).forEach(keep) }
        // Ledgers that can't be read stop grading.
        for file in [SchoolPath.received(path), SchoolPath.grades(path)] {
          attempt { _ = try files.ledger(at: file) }
        }
      }
    } else {
      attempt { _ = try files.context(path) }
    }
    if !alone { try checkChildren(of: path) }
  }

  private func checkWorksheet(_ worksheet: Worksheet, _ file: String) throws {
    if let points = worksheet.points, let sum = try? worksheet.maximum, sum != points {
      add(
        file, "points", "the exercises add up to \(sum), 'points' says \(points)",
        at: [.key("points")], .warning)
    }
    let children = Set(try files.childIDs(of: worksheet.path).map { Identifier.folded($0) })
    for (index, exercise) in worksheet.exercises.enumerated() {
      if children.contains(Identifier.folded(exercise.id)) {
        add(
          file, "shared-id", "an exercise and a context below share the id '\(exercise.id)'",
          at: [.key("exercises"), .index(index)])
      }
      checkMeaning(of: exercise, file, at: [.key("exercises"), .index(index)])
    }
  }

  /// What is legal and not meant.
  private func checkMeaning(of exercise: Exercise, _ file: String, at place: [Step]) {
    if case .choice(let choices, _) = exercise.question { checkTorn(choices, file, at: place) }
    if case .multiple(let choices, _, _) = exercise.question {
      checkTorn(choices, file, at: place)
    }
    if let document = try? files.document(at: file),
      let prompt = (place + [.key("prompt")]).reduce(
        Optional(document.root), { node, step in node?.child(step) }),
      let cut = document.comment(after: prompt), cut.hasPrefix("#"), !cut.hasPrefix("# ")
    {
      add(
        file, "cut-text", "the prompt ends before '\(visible(cut))', which is read as a comment",
        hint: "put the prompt into double quotes", at: place + [.key("prompt")], .warning)
    }
  }

  /// Decimal commas in a list without quotes: `[1,5, 2,5]` is four choices.
  private func checkTorn(_ choices: [Choice], _ file: String, at place: [Step]) {
    guard let document = try? files.document(at: file),
      let list = (place + [.key("choices")]).reduce(
        Optional(document.root), { node, step in node?.child(step) }),
      let (left, right) = document.tightComma(in: list)
    else { return }
    let torn = "\(left.scalar ?? ""),\(right.scalar ?? "")"
    add(
      file, "torn-number", "'\(torn)' in a list is two entries, not one number",
      hint: "put it into quotes: \"\(torn)\"", at: place + [.key("choices")], .warning)
  }

  private func checkSiblings(_ names: [String], in folder: String) {
    var seen: [String: String] = [:]
    for name in names {
      if let other = seen.updateValue(name, forKey: Identifier.folded(name)) {
        keep(
          Fault(
            file: folder, rule: "duplicate-id",
            message: "'\(other)' and '\(name)' differ in case alone", hint: "rename one of them"))
      }
    }
  }
}

extension Node {
  /// The node one step down.
  func child(_ step: Step) -> Node? {
    switch step {
    case .key(let key): return self[key]
    case .index(let index):
      guard let items = sequence, items.indices.contains(index) else { return nil }
      return items[index]
    }
  }
}
