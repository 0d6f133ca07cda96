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
  var cachedAssignments: [Assignment]?
  private var zones: [String: Zone] = [:]
  var cachedParticipants: [String: ParticipantList] = [:]
  private var lastDocument: (file: String, document: Document)?
  /// The last ledgers of a commit that were read.
  var lastReceived: (path: ContextPath, ledger: Ledger)?
  var lastMarks: (path: ContextPath, ledger: Ledger)?
  var lastGrades: (path: ContextPath, ledger: GradeLedger)?
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

  func reading(_ file: String) throws -> FileReading? {
    guard let bytes = try source.bytes(at: file) else { return nil }
    filesRead.insert(file)
    let reading = try FileReading(
      file: file, bytes: bytes, strictness: strictness, isBrief: isBrief)
    lastDocument = (file, reading.document)
    return reading
  }

  /// Reads a file into a value.
  func value<T>(_ file: String, _ kind: String, _ path: String, _ make: (FileReading) -> T)
    throws -> T
  {
    guard let reading = try reading(file) else { throw MissingObject(kind: kind, path: path) }
    return try finish(reading, make(reading))
  }

  func finish<T>(_ reading: FileReading, _ value: T) throws -> T {
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
  func folders(in parent: String) throws -> [String] {
    try source.entries(in: parent).filter { $0.kind == .folder }.map(\.name)
      .filter { try !source.entries(in: "\(parent)/\($0)").isEmpty }
  }

  public func schoolClass(_ id: String) throws -> SchoolClass {
    try value(SchoolPath.schoolClass(id), "class", id) { SchoolClass(id: id, $0) }
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
