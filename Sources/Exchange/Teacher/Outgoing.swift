import Git
import Hub
import Model
import Storage

/// Everything that a subject has out there, as a commit of the school says at one moment.
///
/// Sharing, previewing and auditing all read this one value.
public struct Outgoing: Sendable {
  /// The school's commit that it is made from.
  public let source: ObjectID
  public let subject: String
  /// What all participants see.
  public let projection: Projection
  /// The files of each mailbox's `inbox`, by mailbox and path: students and groups.
  let inboxes: [String: [String: TreeChange]]
  /// The files of an inbox for whoever takes part.
  let common: [String: TreeChange]
  public let participants: [Participant]
  /// Who takes part and until when work is taken, for a hub that is served.
  let access: [UInt8]
  /// Whether answers are missing in returned grades, as they were not collected here.
  let lacksSubmissions: Bool
  /// Students who are sent solutions for the first time.
  let newlySolved: [ContextPath: Set<String>]
  /// The school's own identifier.
  let uid: String
  /// The name that commits carry.
  let author: String

  /// - Parameters:
  ///   - submissions: where students' own answers are taken from for returned grades.
  ///   - cache: returned grades that are in the outbox already, and need not be made again.
  ///   - held: worksheets that stay unpublished although their time has come.
  /// - Throws: `FaultyFiles`, `MissingObject`.
  init(
    of subject: String, from source: ObjectID, in school: SchoolFiles, repository: Repository,
    submissions: Submissions?, cache: GradeCache? = nil, at now: Instant,
    holdingBack held: Set<ContextPath> = []
  ) throws {
    let whole = try school.school()
    let root = try school.subject(subject)
    let book = try school.book()
    var rules = root.rules
    rules.late = rules.late.over(whole.late)
    let participants = try school.participants(of: subject)
    let present = participants.filter { $0.state != .removed }.map(\.id)
    let projection = try Projection(
      of: subject, in: school, book: book, at: now, holdingBack: held)
    let returned = ReturnedGrades(
      of: subject, in: school, repository: repository, submissions: submissions,
      cache: cache
    ) { worksheet in
      switch root.solutions {
      case .never: return false
      case .returned: return true
      case .afterDue:
        // Not before the last of them could hand in: solutions travel.
        let dues = present.compactMap { book.terms(for: $0, worksheet, rules: rules).due }
        return dues.allSatisfy { $0 < now }
      }
    }
    self.source = source
    self.subject = subject
    self.projection = projection
    self.participants = participants
    uid = whole.uid
    author = whole.teacher.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? whole.name
    let inboxes = try InboxSet(
      participants, projection, book: book, rules: rules,
      countsUnassigned: root.countsUnassigned, scale: try school.scale(of: subject),
      zone: try school.zone(), returned: returned, at: now)
    self.inboxes = inboxes.files
    common = inboxes.common
    var lines = inboxes.access
    if root.share == .open, let open = root.invitation {
      lines[AccessList.everyone] = .init(permission: root.permission, invitation: open)
    }
    access = AccessList.bytes(of: lines)
    lacksSubmissions = returned.lacksSubmissions
    newlySolved = try returned.newlySolved(among: Set(present))
  }

  /// The files of a mailbox's inbox, as a student or group gets them; nil for nobody's.
  public func inbox(of mailbox: String) -> FileSet? {
    inboxes[mailbox].map { files in
      FileSet(
        files.compactMapValues { if case .write(let bytes, _) = $0 { bytes } else { nil } })
    }
  }

  /// Who wrote what goes out: the teacher's name, never their address.
  func signature(at now: Instant) -> Signature {
    Signature(name: author, email: "teachkit@localhost", seconds: now.seconds)
  }
}
