import Exchange
import Model
import Storage
import Text

/// What one student sees of one subject: on their own side, or as a teacher who looks through their
/// eyes would find it after sharing.
struct StudentView {
  let subject: String
  /// Nil for what all of them see.
  let student: String?
  /// What is published.
  let files: SchoolFiles
  /// What they are told.
  let inbox: Inbox
  /// The published files by path, for a teacher who looks; empty in a clone.
  let published: [String: [UInt8]]
  /// The school that is looked at; nil in a clone.
  private let school: (files: SchoolFiles, store: SchoolStore)?
  private let states: [ContextPath: WorkState]

  init(_ clone: StudentClone) throws {
    subject = clone.subject
    student = clone.student
    files = try clone.files
    inbox = try clone.inbox()
    published = [:]
    school = nil
    states = Dictionary(try clone.states().map { ($0.path, $0) }, uniquingKeysWith: { $1 })
  }

  /// - Parameters:
  ///   - path: an object whose subject is meant; where it is nil, the only one of the student.
  /// - Throws: `Failure` for somebody who is no participant.
  init(of student: String, at path: String?, _ session: Session) throws {
    let store = try session.openSchool()
    let subject = try StudentView.subject(of: student, at: path, store.files)
    try self.init(of: student, in: subject, store, session)
  }

  /// - Parameters:
  ///   - student: nil for what all of them see.
  ///   - files: what is looked at in place of the work tree.
  init(
    of student: String?, in subject: String, _ store: SchoolStore, _ session: Session,
    files: SchoolFiles? = nil
  ) throws {
    let exchange = SubjectExchange(subject, in: store, by: try session.committer(of: store))
    let outgoing = try exchange.preview(of: files ?? store.files)
    if let student {
      guard let told = outgoing.inbox(of: student) else {
        throw Failure(
          .notFound, "'\(student)' is no participant of '\(subject)'",
          hint: "'teachkit add \(student) --to \(subject)' makes them one")
      }
      inbox = try Inbox(told)
    } else {
      inbox = Inbox()
    }
    self.subject = subject
    self.student = student
    published = outgoing.projection.files
    self.files = SchoolFiles(FileSet(published), layout: .clone(subject: subject))
    school = (files ?? store.files, store)
    states = [:]
  }

  /// What a path names here: as the student would write it, or as the school does.
  func find(_ path: String) throws -> ObjectPath {
    do {
      return try Locator(files).find(path)
    } catch let error as LookupError {
      guard let school, (try? Locator(school.files).find(path)) != nil else { throw error }
      throw Failure(
        .notFound, "students don't see '\(path)'",
        hint: "only worksheets that are released are published; 'teachkit preview' shows drafts")
    }
  }

  /// What a student sees of the subject of a path, or of all their subjects.
  static func all(of student: String, at path: String?, _ session: Session) throws -> [StudentView]
  {
    if path != nil { return [try StudentView(of: student, at: path, session)] }
    let store = try session.openSchool()
    let subjects = try subjects(of: student, store.files)
    if subjects.isEmpty { return [try StudentView(of: student, at: nil, session)] }
    return try subjects.map { try StudentView(of: student, in: $0, store, session) }
  }

  /// Where the student stands with each worksheet; to a teacher by what was collected.
  ///
  /// - Parameter path: what they must be in; all unless given.
  func workStates(at path: String? = nil) throws -> [WorkState] {
    let root = try path.flatMap { try find($0).context } ?? ContextPath(subject: subject)
    return try allStates().filter { $0.path.isWithin(root) }
  }

  private func allStates() throws -> [WorkState] {
    guard let student, let school else {
      return states.values.sorted { $0.path < $1.path }
    }
    let names = try WorkNames(of: subject, in: school.files)
    let submissions = try Submissions(of: subject, in: school.store)
    let (rules, zone) = (try files.subject(subject).rules, try files.zone())
    return try files.worksheets(below: ContextPath(subject: subject)).map { path in
      try WorkState(
        of: student, files.worksheet(path), told: inbox, rules: rules, zone: zone,
        names: names.names(of: path), in: submissions)
    } + inbox.handouts(in: subject)
  }

  /// A file or words that they were given, by path, title or the end of either.
  func handout(_ text: String) -> WorkState? {
    let all = inbox.handouts(in: subject)
    let found = all.filter { state in
      let path = state.path.work
      return state.title == text
        || ["", ".yaml"].contains { path == text + $0 || path.hasSuffix("/" + text + $0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func subjects(of student: String, _ files: SchoolFiles) throws -> [String] {
    try files.subjectIDs().filter { id in
      try files.participants(of: id).contains { $0.id == student && $0.state != .removed }
    }
  }

  private static func subject(of student: String, at path: String?, _ files: SchoolFiles) throws
    -> String
  {
    guard try files.roster().students[student] != nil else {
      throw LookupError.unknown(
        "students/\(student)",
        suggestion: closest(student, in: try files.studentIDs()).map { "student:\($0)" })
    }
    if let path, let found = try? Locator(files).find(path).context { return found.subject }
    let own = try subjects(of: student, files)
    guard let only = own.first, own.count == 1 else {
      throw Failure(
        own.isEmpty ? .notFound : .valueIsFaulty,
        own.isEmpty
          ? "'\(student)' takes part in no subject" : "'\(student)' takes part in several subjects",
        hint: own.isEmpty
          ? "'teachkit add \(student) --to SUBJECT'" : "name one of \(own.joined(separator: ", "))")
    }
    return only
  }

  /// Where they stand with a worksheet, in one word.
  func state(of worksheet: Worksheet, at now: Instant) -> String {
    if let state = states[worksheet.path] { return state.phase(at: now).rawValue }
    if inbox.grades[worksheet.path.work] != nil { return "returned" }
    return inbox.entries[worksheet.path.work]?.isAssigned == true ? "assigned" : "published"
  }

  /// What they are told of a worksheet.
  func told(of object: ObjectPath) -> Inbox.Entry? {
    object.context.flatMap { inbox.entries[$0.work] }
  }

  /// When it is due for them.
  func due(_ worksheet: Worksheet) -> Instant? {
    inbox.entries[worksheet.path.work]?.due ?? worksheet.due
  }
}

extension Session {
  /// What the student of the clone sees, or whom a teacher looks through: of the subject of a path,
  /// or of all their subjects.
  func studentViews(at path: String?) throws -> [StudentView] {
    guard case .school = try place() else { return [try StudentView(openClone())] }
    guard case .student(let id)? = viewer else { return [] }
    return try StudentView.all(of: id, at: path, self)
  }

  /// The path of a worksheet as the one who looks writes it.
  func shown(_ path: ContextPath) -> String { viewer == nil ? path.work : "\(path)" }
}

/// Where a student stands with worksheets.
struct StudentStanding: Standing {
  private let view: StudentView
  private let now: Instant

  init(_ view: StudentView, at now: Instant) {
    self.view = view
    self.now = now
  }

  private static let active = ["new", "started", "try-again", "assigned"]
  private static let completed = ["handed-in", "returned", "closed"]
  let states = active + completed + ["open", "published", "active", "completed"]

  func state(_ worksheet: Worksheet) -> String? { view.state(of: worksheet, at: now) }

  func groups(_ worksheet: Worksheet) -> [String] {
    let state = view.state(of: worksheet, at: now)
    if Self.active.contains(state) { return ["active"] }
    return Self.completed.contains(state) ? ["completed"] : []
  }

  func due(_ worksheet: Worksheet) -> Instant? { view.due(worksheet) }
}
