import Model
import PlainYAML
import Text

/// Reads the files of a school, or of a student's clone of one subject, into values.
///
/// Values are cached, so an instance doesn't see later changes. All methods throw `FaultyFiles` for
/// invalid files and `UnreadableFile` for files that can't be read.
public final class SchoolFiles {
  /// How folders are laid out.
  public enum Layout: Hashable, Sendable {
    case school
    /// A clone: the contexts of one subject are at the root.
    case clone(subject: String)
  }

  public let source: any FileSource
  public let layout: Layout
  /// Notices about files that came from a hub.
  public private(set) var notices: [Fault] = []

  private var cachedSchool: School?
  private var cachedRoster: Roster?
  private var cachedStudents: Students?
  private var cachedAssignments: [Assignment]?
  private var zones: [String: Zone] = [:]
  private var cachedParticipants: [String: ParticipantList] = [:]
  private var lastDocument: (file: String, document: Document)?
  /// The last ledgers of a commit that were read.
  private var lastReceived: (path: ContextPath, ledger: Ledger)?
  private var lastMarks: (path: ContextPath, ledger: Ledger)?
  private var lastGrades: (path: ContextPath, ledger: GradeLedger)?
  /// The file that is read in part, and its faults.
  private var partial: (file: String, faults: [Fault])?
  /// The files that were read, except for ledgers.
  public private(set) var filesRead: Set<String> = []

  /// Whether to report all faults without their places, for callers that only compare them.
  let isBrief: Bool

  public convenience init(_ source: any FileSource, layout: Layout = .school) {
    self.init(source, layout: layout, isBrief: false)
  }

  init(_ source: any FileSource, layout: Layout = .school, isBrief: Bool) {
    self.source = source
    self.layout = layout
    self.isBrief = isBrief
  }

  private var strictness: Strictness { layout == .school ? .school : .published }

  // MARK: Files

  /// The text and tree of a file; nil if it doesn't exist.
  public func document(at file: String) throws -> Document? {
    // Finding a place in a value's file often reads the file again.
    if let lastDocument, lastDocument.file == file { return lastDocument.document }
    return try reading(file)?.document
  }

  /// A ledger; empty if the file doesn't exist.
  public func ledger(at file: String) throws -> Ledger {
    guard let bytes = try source.bytes(at: file) else { return try Ledger([]) }
    do throws(YAMLError) {
      return try Ledger(bytes)
    } catch {
      throw FaultyFiles(faults: [Fault(error, in: bytes, file: file)])
    }
  }

  private func reading(_ file: String) throws -> FileReading? {
    guard let bytes = try source.bytes(at: file) else { return nil }
    filesRead.insert(file)
    let reading = try FileReading(
      file: file, bytes: bytes, strictness: strictness, isBrief: isBrief)
    lastDocument = (file, reading.document)
    return reading
  }

  /// Reads a file into a value.
  private func value<T>(_ file: String, _ kind: String, _ path: String, _ make: (FileReading) -> T)
    throws -> T
  {
    guard let reading = try reading(file) else { throw MissingObject(kind: kind, path: path) }
    return try finish(reading, make(reading))
  }

  private func finish<T>(_ reading: FileReading, _ value: T) throws -> T {
    notices += reading.notices
    if reading.file == partial?.file {
      partial?.faults = reading.faults
    } else {
      try reading.finish()
    }
    return value
  }

  /// Reads the valid part of a file, as though the rest were missing.
  ///
  /// - Parameter file: the file to read in part; others must be valid.
  /// - Returns: the value, and the faults of the file.
  func part<T>(of file: String, _ make: () throws -> T) rethrows -> (value: T, faults: [Fault]) {
    partial = (file, [])
    defer { partial = nil }
    return (try make(), partial?.faults ?? [])
  }

  // MARK: The school

  /// The school; in a clone, the copy in its `subject.yaml`.
  public func school() throws -> School {
    if let cachedSchool { return cachedSchool }
    let file: String
    switch layout {
    case .school: file = SchoolPath.school
    case .clone: file = "subject.yaml"
    }
    let school = try value(file, "school", file) { reading -> School in
      School(reading, isClone: layout != .school)
    }
    cachedSchool = school
    return school
  }

  /// The rules of a time zone by IANA name.
  ///
  /// - Parameter file: the file that names it; by default `school.yaml`.
  public func zone(_ name: String, in file: String? = nil) throws -> Zone {
    if let zone = zones[name] { return zone }
    guard let zone = try ZoneFile.zone(name) else {
      let file = file ?? (layout == .school ? SchoolPath.school : "subject.yaml")
      let document = try document(at: file)
      let place = document?.root["zone"]?.offset
      throw FaultyFiles(faults: [
        Fault(
          file: file, position: place.flatMap { document?.position(of: $0) },
          line: place.flatMap { document?.lineText(at: $0) }, rule: .zone,
          message: "no time zone '\(name)'",
          hint: "use a name such as Europe/Berlin; the package tzdata contains the zones")
      ])
    }
    zones[name] = zone
    return zone
  }

  /// The school's time zone.
  public func zone() throws -> Zone { try zone(try school().zone) }

  /// The alphabetical order of the school's language.
  public func alphabet() throws -> NameOrder { NameOrder(language: try school().language) }

  /// All students and classes.
  public func roster() throws -> Roster {
    if let cachedRoster { return cachedRoster }
    let students = try students()
    var classes: [String: SchoolClass] = [:]
    for id in try classIDs() { classes[id] = try schoolClass(id) }
    let roster = Roster(students: students, classes: classes)
    cachedRoster = roster
    return roster
  }

  /// The students of the school.
  public func students() throws -> Students {
    if let cachedStudents { return cachedStudents }
    var students = Students()
    if let reading = try reading(SchoolPath.students) {
      students = try finish(reading, Students(reading.entries.map { Student(reading, $0) }))
    }
    cachedStudents = students
    return students
  }

  /// The markers; empty without `staff.yaml`.
  public func staff() throws -> Staff {
    guard let reading = try reading(SchoolPath.staff) else { return Staff() }
    return try finish(reading, Staff(reading.entries.map { StaffMember(reading, $0) }))
  }

  /// The items of a file that is a list; none if it doesn't exist.
  func values<T>(in file: String, _ make: (FileReading, Node) -> T?) throws -> [T] {
    guard let reading = try reading(file) else { return [] }
    let root = reading.document.root
    if root.sequence == nil, !root.isNull {
      reading.fault(.notAList, "the file must be a list, `- {…}`", at: root.offset)
    }
    return try finish(reading, (root.sequence ?? []).compactMap { make(reading, $0) })
  }

  /// The announcements in the order of the file, including expired ones.
  public func announcements() throws -> [Announcement] {
    guard let reading = try reading(SchoolPath.announcements) else { return [] }
    let zone = try zone()
    return try finish(
      reading, reading.entries.compactMap { Announcement(reading, $0, in: zone) })
  }

  public func classIDs() throws -> [String] {
    try folders(in: SchoolPath.classes)
  }

  /// The folders that aren't empty. Git tracks no others.
  private func folders(in parent: String) throws -> [String] {
    try source.entries(in: parent).filter { $0.kind == .folder }.map(\.name)
      .filter { try !source.entries(in: "\(parent)/\($0)").isEmpty }
  }

  public func schoolClass(_ id: String) throws -> SchoolClass {
    try value(SchoolPath.schoolClass(id), "class", id) { SchoolClass(id: id, $0) }
  }

  // MARK: Subjects and contexts

  public func subjectIDs() throws -> [String] {
    switch layout {
    case .clone(let subject): [subject]
    case .school:
      try folders(in: SchoolPath.subjects)
    }
  }

  public func subject(_ id: String) throws -> Subject {
    // Only the times of an exam need the zone.
    let hasExam = try document(at: subjectFile(id))?.root["exam"] != nil
    let zone = hasExam ? try zone() : .utc
    return try value(subjectFile(id), "subject", id) { Subject(id: id, $0, in: zone) }
  }

  /// The mark scale of a subject; nil if neither it nor the school has one.
  public func scale(of subject: String) throws -> MarkScale? {
    try self.subject(subject).scale ?? school().scale
  }

  /// The participants of a subject in the order of the file.
  public func participants(of subject: String) throws -> ParticipantList {
    if let cached = cachedParticipants[subject] { return cached }
    guard let reading = try reading(SchoolPath.participants(subject)) else {
      return ParticipantList()
    }
    let zone = try zone()
    let entries = try finish(
      reading, reading.entries.map { Participant(reading, $0, in: zone) })
    let found = ParticipantList(entries, among: try students())
    cachedParticipants[subject] = found
    return found
  }

  /// The folder of a context with a trailing slash; empty for the root of a clone.
  private func folder(_ path: ContextPath) -> String {
    switch layout {
    case .school: SchoolPath.folder(path) + "/"
    case .clone: path.components.isEmpty ? "" : path.work + "/"
    }
  }

  /// The file of a subject, relative to the root.
  public func subjectFile(_ id: String) -> String {
    folder(ContextPath(subject: id)) + "subject.yaml"
  }
  /// The file of a worksheet, relative to the root.
  public func worksheetFile(_ path: ContextPath) -> String { folder(path) + "worksheet.yaml" }
  /// The file of a context that isn't a worksheet.
  public func contextFile(_ path: ContextPath) -> String { folder(path) + "context.yaml" }

  /// The contexts directly below, by identifier.
  public func childIDs(of path: ContextPath) throws -> [String] {
    let folder = folder(path)
    return try source.entries(in: String(folder.dropLast()))
      .filter { $0.kind == .folder && !SchoolPath.besides.contains($0.name) }
      .map(\.name)
  }

  /// The contexts directly below, in their order; those without an order come last, by identifier.
  public func children(of path: ContextPath) throws -> [Context] {
    try childIDs(of: path).map { try context(path.appending($0)) }
      .sorted { $0.precedes($1) }
  }

  public func isWorksheet(_ path: ContextPath) throws -> Bool {
    try source.entries(in: String(folder(path).dropLast()))
      .contains { $0.name == "worksheet.yaml" && $0.kind == .file }
  }

  /// The former paths of a context, as far as its file can be read.
  public func formerNames(of path: ContextPath) throws -> [String] {
    let file = try isWorksheet(path) ? worksheetFile(path) : contextFile(path)
    guard try source.bytes(at: file)?.mayHold("was") == true else { return [] }
    do {
      let was = try document(at: file)?.root["was"]
      return was?.scalar.map { [$0] } ?? was?.sequence?.compactMap(\.scalar) ?? []
    } catch is FaultyFiles {
      return []
    }
  }

  /// Whether a context has a folder.
  public func exists(_ path: ContextPath) throws -> Bool {
    guard let parent = path.parent else { return try subjectIDs().contains(path.subject) }
    return try childIDs(of: parent).contains(path.identifier)
  }

  /// A chapter, lesson or worksheet. A folder without a file is a section with its id as the title.
  public func context(_ path: ContextPath) throws -> Context {
    if try isWorksheet(path) { return try worksheet(path).context }
    guard let reading = try reading(contextFile(path)) else {
      guard try exists(path) else {
        throw MissingObject(kind: "context", path: path.description)
      }
      return Context(path: path, title: path.identifier, type: .section)
    }
    return try finish(reading, Context(path: path, reading))
  }

  public func worksheet(_ path: ContextPath) throws -> Worksheet {
    let zone = try zone()
    return try value(worksheetFile(path), "worksheet", path.description) {
      Worksheet(path: path, $0, in: zone)
    }
  }

  /// The paths of all worksheets at and below a context, sorted.
  public func worksheets(below path: ContextPath) throws -> [ContextPath] {
    guard path.components.count <= 64 else { return [] }
    var found = try isWorksheet(path) ? [path] : []
    for child in try childIDs(of: path) {
      found += try worksheets(below: path.appending(child))
    }
    return found
  }

  // MARK: Assignments

  public func assignmentIDs() throws -> [String] {
    try source.entries(in: SchoolPath.assignments)
      .filter { $0.kind == .file && $0.name.hasSuffix(".yaml") }
      .map { String($0.name.dropLast(5)) }
  }

  public func assignment(_ id: String) throws -> Assignment {
    let zone = try zone()
    return try value(SchoolPath.assignment(id), "assignment", id) {
      Assignment(id: id, $0, in: zone)
    }
  }

  public func assignments() throws -> [Assignment] {
    if let cachedAssignments { return cachedAssignments }
    let all = try assignmentIDs().map { try assignment($0) }
    cachedAssignments = all
    return all
  }

  /// All assignments with their recipients and due dates.
  public func book() throws -> AssignmentBook {
    var participants: [String: ParticipantList] = [:]
    for subject in try subjectIDs() {
      participants[subject] = try self.participants(of: subject)
    }
    return AssignmentBook(try assignments(), roster: try roster()) {
      participants[$0] ?? ParticipantList()
    } submitters: { work, mailboxes in
      self.submitters(of: work, in: mailboxes)
    }
  }

  /// The students who submitted work as group members; empty for unreadable ledgers, which `check`
  /// reports.
  private func submitters(
    of work: [ContextPath], in mailboxes: Set<String>
  ) -> [ContextPath: Set<String>] {
    var found: [ContextPath: Set<String>] = [:]
    for path in work.flatMap({ (try? worksheets(below: $0)) ?? [] }) {
      let members = (try? received(path)).map { ReceivedWork($0).members(of: mailboxes) } ?? []
      if !members.isEmpty { found[path] = members }
    }
    return found
  }

  // MARK: Ledgers

  public func received(_ path: ContextPath) throws -> Ledger {
    try ledger(of: path, last: &lastReceived) { try ledger(at: SchoolPath.received(path)) }
  }
  public func marks(_ path: ContextPath) throws -> Ledger {
    try ledger(of: path, last: &lastMarks) { try ledger(at: SchoolPath.marks(path)) }
  }
  /// The grades of a worksheet. Damaged lines go to the log of the source.
  public func grades(_ path: ContextPath) throws -> GradeLedger {
    try ledger(of: path, last: &lastGrades) {
      let file = SchoolPath.grades(path)
      let ledger = try GradeLedger(source.bytes(at: file) ?? [], file: file)
      source.damage?.add(ledger.faults)
      return ledger
    }
  }

  /// Reads a ledger; of a commit, it keeps the last one, as commands go from work to work.
  private func ledger<T>(
    of path: ContextPath, last: inout (path: ContextPath, ledger: T)?, _ read: () throws -> T
  ) rethrows -> T {
    if let last, last.path == path { return last.ledger }
    let ledger = try read()
    if source.isFixed { last = (path, ledger) }
    return ledger
  }
}

extension FileReading {
  /// The entries of a file that maps identifiers.
  var entries: [Entry] {
    if let entries = document.root.mapping { return entries }
    if !document.root.isNull {
      fault(.notAMapping, "the file must consist of entries, `id: …`", at: document.root.offset)
    }
    return []
  }
}
