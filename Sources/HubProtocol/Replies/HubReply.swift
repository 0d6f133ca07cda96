import Git
import Model

/// All replies of a hub with a code, shared by both ends.
///
/// To add a reply, add a case, its line in ``remote``, its parsing in ``init(_:)``, and its text in
/// the command's explanations.
public enum HubReply: Hashable, Sendable {
  // MARK: Access

  /// No such repository, or no access: the hub doesn't say which.
  case notFound
  case readOnly
  /// No longer a participant.
  case removed(subject: String)
  /// Invited, and hasn't joined.
  case pending(subject: String)
  /// The work is closed on this branch; `zone` is the school's.
  case closed(branch: String, at: Instant, zone: String?)
  /// The attempt to withdraw was collected.
  case collected(branch: String)
  /// An attempt of the mailbox was withdrawn before it was marked as collected.
  case overtaken(mailbox: String)

  // MARK: Limits and faults

  case mailboxFull(bytes: Int, limit: Int)
  case diskFull
  /// Another push to the same place takes too long.
  case busy
  case tooManyConnections(limit: Int)
  case idle(seconds: Int)
  case timedOut(seconds: Int)
  /// A fault of the hub, described in its log.
  case hubFault
  /// Any other refusal, explained by the sentence.
  case refused

  // MARK: Enrollment

  case invitationUnknown, invitationUsed
  case invitationExpired(at: Instant)
  /// The key belongs to another student than the invitee.
  case invitationOfAnother(student: String)
  case keyOfAnother, keyBoundElsewhere, keyUnproven
  case studentMissing
  case studentTaken(student: String)
  case tooManyRequests, tooManyRequestsOfClient

  // MARK: Success

  case received(branch: String, at: Instant)
  case joined(student: String)
  case asked(student: String)
  case left(subject: String)

  /// The code with its fields.
  public var remote: RemoteReply {
    switch self {
    case .notFound: RemoteReply("not-found")
    case .readOnly: RemoteReply("read-only")
    case .removed(let subject): RemoteReply("removed", ["subject": subject])
    case .pending(let subject): RemoteReply("pending", ["subject": subject])
    case .closed(let branch, let at, let zone):
      RemoteReply(
        "closed",
        ["branch": branch, "at": at.description].merging(zone.map { ["zone": $0] } ?? [:]) { $1 })
    case .collected(let branch): RemoteReply("collected", ["branch": branch])
    case .overtaken(let mailbox): RemoteReply("overtaken", ["mailbox": mailbox])
    case .mailboxFull(let bytes, let limit):
      RemoteReply("mailbox-full", ["bytes": "\(bytes)", "limit": "\(limit)"])
    case .diskFull: RemoteReply("disk-full")
    case .busy: RemoteReply(RemoteReply.busy)
    case .tooManyConnections(let limit):
      RemoteReply("too-many-connections", ["limit": "\(limit)"])
    case .idle(let seconds): RemoteReply("idle", ["seconds": "\(seconds)"])
    case .timedOut(let seconds): RemoteReply("timed-out", ["seconds": "\(seconds)"])
    case .hubFault: RemoteReply("hub-fault")
    case .refused: RemoteReply("refused")
    case .invitationUnknown: RemoteReply("invitation-unknown")
    case .invitationUsed: RemoteReply("invitation-used")
    case .invitationExpired(let at): RemoteReply("invitation-expired", ["at": at.description])
    case .invitationOfAnother(let student):
      RemoteReply("invitation-of-another", ["student": student])
    case .keyOfAnother: RemoteReply("key-of-another")
    case .keyBoundElsewhere: RemoteReply("key-leads-elsewhere")
    case .keyUnproven: RemoteReply("key-unproven")
    case .studentMissing: RemoteReply("student-missing")
    case .studentTaken(let student): RemoteReply("student-taken", ["student": student])
    case .tooManyRequests: RemoteReply("too-many-requests")
    case .tooManyRequestsOfClient: RemoteReply("too-many-requests-of-client")
    case .received(let branch, let at):
      RemoteReply(RemoteReply.received, ["branch": branch, "at": at.description])
    case .joined(let student): RemoteReply("joined", ["student": student])
    case .asked(let student): RemoteReply("asked", ["student": student])
    case .left(let subject): RemoteReply("left", ["subject": subject])
    }
  }

  /// Parses ``remote``; nil for unknown codes and missing fields.
  public init?(_ reply: RemoteReply) {
    func text(_ name: String) -> String? { reply.fields[name] }
    func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
    func time(_ name: String) -> Instant? { text(name).flatMap { Instant(iso: $0) } }
    func student() -> String? {
      text("student").flatMap { Identifier.problem(in: $0, for: .student) == nil ? $0 : nil }
    }
    let known: HubReply? =
      switch reply.code {
      case "not-found": .notFound
      case "read-only": .readOnly
      case "removed": text("subject").map { .removed(subject: $0) }
      case "pending": text("subject").map { .pending(subject: $0) }
      case "closed":
        text("branch").flatMap { branch in
          time("at").map { .closed(branch: branch, at: $0, zone: text("zone")) }
        }
      case "collected": text("branch").map { .collected(branch: $0) }
      case "overtaken": text("mailbox").map { .overtaken(mailbox: $0) }
      case "mailbox-full":
        number("bytes").flatMap { bytes in
          number("limit").map { .mailboxFull(bytes: bytes, limit: $0) }
        }
      case "disk-full": .diskFull
      case RemoteReply.busy: .busy
      case "too-many-connections": number("limit").map { .tooManyConnections(limit: $0) }
      case "idle": number("seconds").map { .idle(seconds: $0) }
      case "timed-out": number("seconds").map { .timedOut(seconds: $0) }
      case "hub-fault": .hubFault
      case "refused": .refused
      case "invitation-unknown": .invitationUnknown
      case "invitation-used": .invitationUsed
      case "invitation-expired": time("at").map { .invitationExpired(at: $0) }
      case "invitation-of-another": student().map { .invitationOfAnother(student: $0) }
      case "key-of-another": .keyOfAnother
      case "key-leads-elsewhere": .keyBoundElsewhere
      case "key-unproven": .keyUnproven
      case "student-missing": .studentMissing
      case "student-taken": student().map { .studentTaken(student: $0) }
      case "too-many-requests": .tooManyRequests
      case "too-many-requests-of-client": .tooManyRequestsOfClient
      case RemoteReply.received:
        text("branch").flatMap { branch in time("at").map { .received(branch: branch, at: $0) } }
      case "joined": student().map { .joined(student: $0) }
      case "asked": student().map { .asked(student: $0) }
      case "left": text("subject").map { .left(subject: $0) }
      default: nil
      }
    guard let known else { return nil }
    self = known
  }

  /// Parses one line; nil for other lines.
  public init?(line: some StringProtocol) {
    guard let reply = RemoteReply(line: line) else { return nil }
    self.init(reply)
  }

  /// The line to send.
  public var line: String { remote.line }
}

extension GitError {
  /// The hub's reply, if it contains a known code.
  public var hubReply: HubReply? { reply.flatMap { HubReply($0) } }
  /// Whether the hub has no such repository, or none for this principal.
  public var isHubsRefusal: Bool { hubReply == .notFound }
  /// Whether any hub has no such repository.
  public var isMissing: Bool { code == .notFound || isHubsRefusal }
}

extension PushResult {
  /// The hub's reply, if it contains a known code.
  public var hubReply: HubReply? { reply.flatMap { HubReply($0) } }

  /// The result with a sentence for a known code; unknown codes are unchanged.
  public var readableOutcome: Outcome {
    guard case .refused = outcome, let reply, hubReply != nil else { return outcome }
    return .refused(reply.words)
  }
}
