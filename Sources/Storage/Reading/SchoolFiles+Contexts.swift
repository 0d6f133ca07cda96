import Model
import PlainYAML

/// Subjects, their contexts and participants, and assignments.
extension SchoolFiles {
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
}
