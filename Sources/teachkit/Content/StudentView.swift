import Exchange
import Model
import Storage
import Text

/// What one student sees of one subject: on their own side, or as a teacher who looks through their
/// eyes would find it after sharing.
struct StudentView {
  let subject: String
  let student: String
  /// What is published.
  let files: SchoolFiles
  /// What they are told.
  let inbox: Inbox
  private let states: [ContextPath: WorkState]

  init(_ clone: StudentClone) throws {
    subject = clone.subject
    student = clone.student
    files = try clone.files
    inbox = try clone.inbox()
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

  init(
    of student: String, in subject: String, _ store: SchoolStore, _ session: Session
  ) throws {
    let exchange = SubjectExchange(subject, in: store, by: try session.committer(of: store))
    let outgoing = try exchange.preview()
    guard let inbox = outgoing.inboxes[student] else {
      throw Failure(
        .notFound, "'\(student)' is no participant of '\(subject)'",
        hint: "'teachkit add \(student) --to \(subject)' makes them one")
    }
    self.subject = subject
    self.student = student
    files = SchoolFiles(FileSet(outgoing.projection.files), layout: .clone(subject: subject))
    self.inbox = try Inbox(FileSet(inbox))
    states = [:]
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
    let own = try files.subjectIDs().filter { id in
      try files.participants(of: id).contains { $0.id == student && $0.state != .removed }
    }
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
  func state(_ now: Instant) -> (Worksheet) -> String? {
    { worksheet in
      if let state = states[worksheet.path] { return state.phase(at: now).rawValue }
      if inbox.grades[worksheet.path.work] != nil { return "returned" }
      return inbox.entries[worksheet.path.work]?.isAssigned == true ? "assigned" : "published"
    }
  }

  /// When it is due for them.
  func due(_ worksheet: Worksheet) -> Instant? {
    inbox.entries[worksheet.path.work]?.due ?? worksheet.due
  }
}
