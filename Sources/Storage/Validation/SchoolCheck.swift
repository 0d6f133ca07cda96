import Glibc
import Model
import PlainYAML
import Text

/// Checks the files of a school, each separately and against the others.
public final class SchoolCheck {
  public let files: SchoolFiles
  /// The faults, sorted by file, in the order of the checks.
  public var faults: [Fault] { filesFound.flatMap { lists[$0]?.all(in: $0) ?? [] } }
  private var filesFound: [String] = []
  private var lists: [String: FaultList] = [:]
  private var known: Set<[String]> = []
  /// The number of files that were checked.
  public var count: Int { files.filesRead.count }

  /// The time of the check; nil if no date should count as past.
  let now: Instant?
  /// Contexts by their former paths, as far as contexts were checked.
  var formerNames: [ContextPath: ContextPath] = [:]
  /// Pairs of contexts already reported for having each other's names.
  var twins: Set<[ContextPath]> = []
  private var folders: [String: [FolderEntry]] = [:]
  /// The students who were deleted or forgotten; lines that name them can be removed.
  private(set) lazy var gone = findGone()
  private let findGone: () -> Set<String>

  /// The languages for programs; nil if they aren't known.
  let languages: [String]?

  /// - Parameters:
  ///   - languages: the languages for programs, if they are known.
  ///   - gone: finds the students who were deleted or forgotten; called if a student is unknown.
  public init(
    _ files: SchoolFiles, at now: Instant? = nil, languages: [String]? = nil,
    gone: @escaping () -> Set<String> = { [] }
  ) {
    self.files = files
    self.now = now
    self.languages = languages
    findGone = gone
  }

  /// Checks the whole school.
  public func checkAll() throws {
    attempt { _ = try files.school() }
    attempt { _ = try files.zone() }
    checkLanguages()
    checkStudents()
    try checkStaff()
    for id in try files.classIDs() {
      checkClass(id)
      checkGuidance(of: id)
    }
    checkSiblings(try files.classIDs(), in: SchoolPath.classes)
    let subjects = try files.subjectIDs()
    checkSiblings(subjects, in: SchoolPath.subjects)
    for id in subjects { try checkSubject(id) }
    let assignments = try files.assignmentIDs()
    checkSiblings(assignments, in: SchoolPath.assignments)
    for id in assignments { try checkAssignment(id) }
    try checkDoubleAssignments()
    try checkAnnouncements()
    try checkOrphans()
    try checkFileNames()
  }

  /// Checks one object and everything below it.
  public func check(_ object: ObjectPath) throws {
    switch object {
    case .school: try checkAll()
    case .student: checkStudents()
    case .schoolClass(let id):
      checkClass(id)
      checkGuidance(of: id)
    case .group(let id, _): checkClass(id)
    case .assignment(let id): try checkAssignment(id)
    case .context(let path) where path.components.isEmpty: try checkSubject(path.subject)
    case .context(let path): try checkContext(path)
    case .exercise(let path, _): try checkContext(path)
    }
  }

  /// Runs a function that reads, and keeps its faults. Other errors are left to the caller's next
  /// read.
  @discardableResult
  func attempt<T>(_ read: () throws -> T) -> T? {
    do {
      return try read()
    } catch let error as FaultyFiles {
      error.faults.forEach(keep)
    } catch let error as MissingObject {
      keep(
        Fault(
          file: error.path, rule: .missingFile, message: "the \(error.kind) file is missing",
          hint: "restore it, or remove the folder"))
    } catch let error as UnreadableFile {
      keep(
        Fault(
          file: error.path, rule: .unreadable,
          message: "cannot read the file: \(String(cString: strerror(error.code)))",
          hint: "check its permissions"))
    } catch {
      keep(Fault(file: "", rule: .unreadable, message: Message(verbatim: "\(error)")))
    }
    return nil
  }

  /// The same for a file that can be read in part.
  ///
  /// - Returns: the part that can be read, and whether it is the whole.
  func attempt<T>(partOf file: String, _ read: () throws -> T) -> (value: T, isWhole: Bool)? {
    guard let (value, faults) = attempt({ try files.part(of: file, read) }) else { return nil }
    faults.forEach(keep)
    return (value, faults.isEmpty)
  }

  /// Adds a fault once, as one fault may prevent reading many other files.
  func keep(_ fault: Fault) {
    let key = [fault.file, fault.rule.id, fault.message.text, fault.position.map { "\($0)" } ?? ""]
    guard known.insert(key).inserted else { return }
    if fault.rule == .moreFaults, lists[fault.file] != nil {
      lists[fault.file]?.add(rest: fault)
    } else {
      keep(in: fault.file, fault.severity) { fault }
    }
  }

  private func keep(in file: String, _ severity: Fault.Severity, _ make: () -> Fault) {
    if lists[file] == nil { filesFound.append(file) }
    lists[file, default: FaultList(isBrief: files.isBrief)].add(severity, make)
  }

  /// Counts a fault of a file that already has enough listed faults.
  ///
  /// - Returns: whether it has.
  private func isSurplus(_ rule: Rule, in file: String) -> Bool {
    guard lists[file]?.isFull == true else { return false }
    keep(in: file, rule.severity) { Fault(file: file, rule: rule, message: "") }
    return true
  }

  /// - Parameter edit: the edit that fixes the value.
  func add(
    _ file: String, _ rule: Rule, _ message: Message, hint: Message? = nil,
    at needle: [Step] = [], edit: Fix.Edit? = nil
  ) {
    if isSurplus(rule, in: file) { return }
    var position: Position?
    var line: String?
    var fix: Fix?
    if !files.isBrief, let document = try? files.document(at: file),
      let node = document.node(at: needle)
    {
      fix = edit.map { Fix(node, $0) }
      position = document.position(of: node.offset)
      line = document.lineText(at: node.offset)
    }
    keep(
      Fault(
        file: file, position: position, line: line, rule: rule, message: message, hint: hint,
        fix: fix))
  }

  /// The same for a node.
  func add(
    _ document: Document, _ file: String, _ rule: Rule, _ message: Message, hint: Message? = nil,
    at node: Node, fix: Fix? = nil
  ) {
    add(document, file, rule, message, hint: hint, at: node.offset, fix: fix)
  }

  func add(
    _ document: Document, _ file: String, _ rule: Rule, _ message: Message, hint: Message? = nil,
    at offset: Int, fix: Fix? = nil
  ) {
    if isSurplus(rule, in: file) { return }
    keep(
      Fault(
        file: file, position: files.isBrief ? nil : document.position(of: offset),
        line: files.isBrief ? nil : document.lineText(at: offset), rule: rule, message: message,
        hint: hint, fix: fix))
  }

  /// The entries of a folder, cached for links into it.
  func entries(in folder: String) throws -> [FolderEntry] {
    if let known = folders[folder] { return known }
    let found = try files.source.entries(in: folder)
    folders[folder] = found
    return found
  }

  // MARK: Subjects

  /// - Parameter alone: whether to skip the contexts below it.
  func checkSubject(_ id: String, alone: Bool = false) throws {
    let file = SchoolPath.subject(id)
    if let problem = Identifier.problem(in: id, for: .subject) {
      keep(
        Fault(
          file: "\(SchoolPath.subjects)/\(id)", rule: .identifier,
          message: "'\(visible(id))' \(problem.words)", hint: problem.hint))
    }
    if let (subject, isWhole) = attempt(partOf: file, { try files.subject(id) }) {
      try checkContextTexts(ContextPath(subject: id), file)
      let classes = try files.classIDs()
      if isWhole {
        checkList(
          subject.classes, .unknownClass, "class", in: file, at: [.key("classes")],
          known: Set(classes))
      }
    }
    if alone { return }
    checkParticipants(of: id)
    try checkChildren(of: ContextPath(subject: id))
  }
}
