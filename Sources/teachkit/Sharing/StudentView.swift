import Course
import Exchange
import Model
import PlainYAML
import Storage
import Text

/// One student's view of one subject: in their clone, or as a teacher's preview of it after
/// sharing.
struct StudentView {
  let subject: String
  /// Nil for the content that all students see.
  let student: String?
  /// The published files.
  let files: SchoolFiles
  /// The student's inbox.
  let inbox: Inbox
  /// The published files by path for a teacher; empty in a clone.
  let published: [String: [UInt8]]
  /// The school behind a teacher's preview; nil in a clone.
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

  /// Creates a teacher's preview.
  ///
  /// - Parameters:
  ///   - path: an object of the subject; nil means the student's only subject.
  /// - Throws: `Failure` if the student isn't a participant.
  init(of student: String, at path: String?, _ session: Session) throws {
    let store = try session.openSchool()
    let subject = try StudentView.subject(of: student, at: path, store.files)
    try self.init(of: student, in: subject, store, session)
  }

  /// Creates a teacher's preview of a subject.
  ///
  /// - Parameters:
  ///   - student: nil for the content that all students see.
  ///   - files: the files to use instead of the work tree.
  init(
    of student: String?, in subject: String, _ store: SchoolStore, _ session: Session,
    files: SchoolFiles? = nil
  ) throws {
    let exchange = SubjectExchange(subject, in: store, by: try session.committer(of: store))
    let outgoing = try exchange.preview(of: files ?? store.files)
    if let student {
      guard let files = outgoing.inbox(of: student) else {
        throw Failure(
          .notFound, "'\(student)' isn't a participant in '\(subject)'",
          hint: "add them with 'teachkit add \(student) --to \(subject)'")
      }
      inbox = try Inbox(files)
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

  /// Finds an object by a path as the student or the school writes it.
  func find(_ path: String) throws -> ObjectPath {
    do {
      return try Locator(files).find(path)
    } catch let error as LookupError {
      guard let school, (try? Locator(school.files).find(path)) != nil else { throw error }
      throw Failure(
        .notFound, "'\(path)' isn't visible to students",
        hint: "only released worksheets are published; use 'teachkit preview' for drafts")
    }
  }

  /// Returns a student's view of the path's subject, or of all their subjects.
  static func all(of student: String, at path: String?, _ session: Session) throws -> [StudentView]
  {
    if path != nil { return [try StudentView(of: student, at: path, session)] }
    let store = try session.openSchool()
    let subjects = try subjects(of: student, store.files)
    if subjects.isEmpty { return [try StudentView(of: student, at: nil, session)] }
    return try subjects.map { try StudentView(of: student, in: $0, store, session) }
  }

  /// Returns the student's state on each worksheet; for a teacher, according to the collected work.
  ///
  /// - Parameter path: a folder to which the worksheets are limited; nil for all.
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
        of: student, files.worksheet(path), inbox: inbox, rules: rules, zone: zone,
        names: names.names(of: path), in: submissions,
        activity: school.files.activity(path)[student].flatMap { ActivitySummary($0) })
    } + handouts()
  }

  /// The states of assigned files, and of assignments without work.
  private func handouts() throws -> [WorkState] {
    guard let student, let school else { return states.values.filter(\.path.isHandout) }
    return try inbox.handouts(in: subject).map { path, terms in
      WorkState(
        handout: path, terms: terms,
        activity: try school.files.activity(path)[student].flatMap { ActivitySummary($0) })
    }
  }

  /// Finds a file or text that the student received, by path, title, or the end of either.
  func handout(_ text: String) throws -> WorkState? {
    let found = try handouts().filter { state in
      let path = state.path.work
      return state.title == text
        || ["", ".yaml"].contains { path == text + $0 || path.hasSuffix("/" + text + $0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func subjects(of student: String, _ files: SchoolFiles) throws -> [String] {
    try files.subjectIDs().filter { id in
      try files.participants(of: id).current.contains { $0.id == student }
    }
  }

  private static func subject(of student: String, at path: String?, _ files: SchoolFiles) throws
    -> String
  {
    guard try files.roster().students[student] != nil else {
      throw LookupError.unknown(
        "students/\(student)",
        suggestion: closest(student, in: try files.students().all).map { "student:\($0)" })
    }
    if let path, let found = try? Locator(files).find(path).context { return found.subject }
    let subjects = try subjects(of: student, files)
    guard let only = subjects.first, subjects.count == 1 else {
      throw Failure(
        subjects.isEmpty ? .notFound : .valueIsFaulty,
        subjects.isEmpty
          ? "'\(student)' isn't a participant in any subject"
          : "'\(student)' is a participant in several subjects",
        hint: subjects.isEmpty
          ? "add them with 'teachkit add \(student) --to SUBJECT'"
          : "name one of \(subjects.joined(separator: ", "))")
    }
    return only
  }

  /// The student's state on a worksheet, in one word.
  func state(of worksheet: Worksheet, at now: Instant) -> String {
    if let state = states[worksheet.path] { return state.stage(at: now).rawValue }
    if inbox.grades[worksheet.path.work] != nil { return "returned" }
    let entry = inbox.entries[worksheet.path.work]
    if entry?.isArchived == true { return "archived" }
    return entry?.isAssigned == true ? "assigned" : "published"
  }

  /// The inbox entry about a worksheet.
  func entry(of object: ObjectPath) -> Inbox.Entry? {
    object.context.flatMap { inbox.entries[$0.work] }
  }

  /// The student's due date.
  func due(_ worksheet: Worksheet) -> Instant? {
    inbox.entries[worksheet.path.work]?.due ?? worksheet.due
  }
}

extension Session {
  /// Returns the views of the clone's student or of the previewed one: of the path's subject, or of
  /// all their subjects.
  func studentViews(at path: String?) throws -> [StudentView] {
    guard case .school = try place() else { return [try StudentView(openClone())] }
    guard case .student(let id)? = viewer else { return [] }
    return try StudentView.all(of: id, at: path, self)
  }

  /// The path of a worksheet as the user writes it.
  func shown(_ path: ContextPath) -> String { viewer == nil ? path.work : "\(path)" }
}

/// One student's states on worksheets.
struct StudentStates: WorksheetStates {
  private let view: StudentView
  private let now: Instant

  init(_ view: StudentView, at now: Instant) {
    self.view = view
    self.now = now
  }

  private static let active =
    [WorkStage.new, .opened, .working, .again].map(\.rawValue) + ["assigned"]
  private static let completed =
    [WorkStage.done, .submitted, .returned, .excused, .closed, .archived].map(\.rawValue)
  let states = active + completed + ["published", "active", "completed"]

  func state(_ worksheet: Worksheet) -> String? { view.state(of: worksheet, at: now) }

  func groups(_ worksheet: Worksheet) -> [String] {
    let state = view.state(of: worksheet, at: now)
    if Self.active.contains(state) { return ["active"] }
    return Self.completed.contains(state) ? ["completed"] : []
  }

  func due(_ worksheet: Worksheet) -> Instant? { view.due(worksheet) }
}
