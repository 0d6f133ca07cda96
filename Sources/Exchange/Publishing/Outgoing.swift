import Git
import HubProtocol
import Model
import Storage

/// Everything that should be on the hub for a subject, at a commit of the school and a time.
///
/// Sharing, previewing and auditing use the same value.
public struct Outgoing: Sendable {
  /// The commit of the school.
  public let source: ObjectID
  public let subject: String
  /// The published subject.
  public let projection: Projection
  /// The files of each `inbox`, by mailbox and path: students and groups.
  let inboxes: [String: [String: TreeChange]]
  /// Students whose inbox can't be written; they have none in `inboxes`.
  let failures: StudentFailures
  /// The common files of all inboxes, for a class bundle.
  let common: [String: TreeChange]
  public let participants: ParticipantList
  /// The access list, for a served hub.
  var access: [UInt8] { AccessList.bytes(of: accessLines) }
  private let accessLines: [String: AccessList.Entry]
  /// Whether returned grades lack answers, because submissions weren't collected here.
  let lacksSubmissions: Bool
  /// Students who are sent solutions for the first time.
  let newlySolved: [ContextPath: Set<String>]
  /// The school's unique id.
  let uid: String
  /// The author name of commits.
  let author: String

  /// - Parameters:
  ///   - submissions: the students' answers for returned grades.
  ///   - cache: returned grades that exist in the outbox.
  ///   - scores: known scores of the leaderboard.
  /// - Throws: `FaultyFiles`, `MissingObject`.
  init(
    of subject: String, from source: ObjectID, in school: SchoolFiles, repository: Repository,
    submissions: Submissions?, cache: GradeCache? = nil, scores: ScoreCache? = nil,
    at now: Instant, holdingBack held: Set<ContextPath> = []
  ) throws {
    let whole = try school.school()
    let root = try school.subject(subject)
    let book = try school.book()
    var rules = root.rules
    rules.late = rules.late.over(whole.late)
    let participants = try school.participants(of: subject)
    let projection = try Projection(
      of: subject, in: school, book: book, at: now, holdingBack: held,
      FileRevisions(repository, at: source))
    let returned = ReturnedGrades(
      of: subject, in: school, repository: repository, submissions: submissions,
      cache: cache
    ) { worksheet in
      switch root.solutions {
      case .never: return false
      case .returned: return true
      case .afterDue:
        // Not before the last student's time is over, because solutions spread.
        let dues = participants.counting.compactMap {
          book.terms(for: $0.id, worksheet, rules: rules).due
        }
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
      participants.entries, projection, book: book, rules: rules,
      countsUnassigned: root.countsUnassigned, scale: try school.scale(of: subject),
      zone: try school.zone(),
      students: try school.students(),
      notices: try school.notices(in: subject, to: participants, at: now),
      returned: returned,
      leaderboard: try root.leaderboard == .off
        ? nil : Self.leaderboard(of: subject, in: school, returned, scores), at: now)
    self.inboxes = inboxes.files
    failures = inboxes.failures
    common = inboxes.common
    var lines = inboxes.access
    if root.share == .open, let open = root.invitation {
      lines[AccessList.everyone] = .init(permission: root.permission, invitation: open)
    }
    accessLines = lines
    lacksSubmissions = returned.lacksSubmissions
    newlySolved = try returned.newlySolved(among: Set(participants.current.map(\.id)))
  }

  private static func leaderboard(
    of subject: String, in school: SchoolFiles, _ returned: ReturnedGrades, _ known: ScoreCache?
  ) throws -> Leaderboard {
    let compute = { try returned.scores(counting: school.countedWork(in: subject)) }
    let scores = try known?.scores(of: subject, in: school, computing: compute) ?? compute()
    return try school.leaderboard(of: subject, scores.compactMapValues { $0[.points] })
  }

  /// The inbox of a mailbox; nil if it doesn't exist.
  public func inbox(of mailbox: String) -> FileSet? {
    inboxes[mailbox].map { files in
      FileSet(
        files.compactMapValues { if case .write(let bytes, _) = $0 { bytes } else { nil } })
    }
  }

  /// The author of published commits: the teacher's name, without the address.
  func signature(at now: Instant) -> Signature {
    Signature(name: author, email: "teachkit@localhost", seconds: now.seconds)
  }
}
