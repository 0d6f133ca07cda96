import Git
import Model
import Storage

/// What collecting found.
public struct CollectReport: Sendable {
  /// A submission that was not here before.
  public struct Arrived: Hashable, Sendable {
    public let mailbox: String
    /// The path below the subject that the branch names; it may be an old one.
    public let work: String
    /// The worksheet; nil where the school has, and had, none of that path.
    public let path: ContextPath?
    public let commit: ObjectID
    public let claimed: Instant
    /// When the hub took it; nil for a hub that gives no receipts.
    public let received: Instant?
  }

  /// What a student asks about an exercise that came back.
  public struct Asked: Hashable, Sendable {
    public let student: String
    public let path: ContextPath
    public let exercise: String
    public let request: Marks.Request
  }

  /// An attempt, a branch or a whole mailbox that was not taken.
  public struct Refused: Hashable, Sendable {
    public let mailbox: String
    /// Without `refs/heads/`; nil for the whole mailbox.
    public let branch: String?
    public let problem: CollectProblem
    /// Whether it is an attempt after which one was taken: then it is told this once.
    public let isPast: Bool
  }

  /// By mailbox, then branch, the oldest first.
  public var arrived: [Arrived] = []
  public var refused: [Refused] = []
  /// In which mailboxes a receipt is earlier than the one before it, and which time it says.
  public var setBack: [(mailbox: String, at: Instant)] = []
  /// Who joined the subject or left it by themselves.
  public var people: [ParticipantNews] = []
  /// Who lost a key on the hub, and when.
  public var revoked: [String: Instant] = [:]
  /// Whose request to take part the hub has taken up.
  var settled: Set<String> = []
  /// What students ask about exercises that came back.
  public var asked: [Asked] = []
  /// Who asks to take part.
  public var requests: [JoinRequest] = []
  /// How many mailboxes were read.
  public var mailboxes = 0
  /// How many looks after a due time found nothing, and were written down.
  public var looks = 0
  /// Of how many mailboxes it was written down anew what was collected: `received` had lost it.
  public var mended: [ContextPath: Int] = [:]
  /// What stands in the school's own files in the way of noting whose work is missing; what came is
  /// taken all the same.
  public var faults: [Fault] = []
  /// The commit of the school that says what arrived; nil where nothing was to be said.
  public var commit: ObjectID?

  /// Whether something was left for another round.
  var hasRest: Bool { refused.contains { $0.problem == .rest } }

  /// Takes in what another round found.
  mutating func add(_ next: CollectReport) {
    arrived += next.arrived
    refused = refused.filter { $0.isPast } + next.refused
    setBack += next.setBack
    people += next.people
    asked += next.asked
    revoked.merge(next.revoked) { $1 }
    requests = next.requests
    looks += next.looks
    mended.merge(next.mended) { $0 + $1 }
    faults += next.faults.filter { !faults.contains($0) }
    commit = next.commit ?? commit
  }

  /// Does what can be done without, where the school's files are faulty.
  mutating func sparing<T>(_ body: () throws -> T) rethrows -> T? {
    do {
      return try body()
    } catch let faulty as FaultyFiles {
      faults += faulty.faults.filter { !faults.contains($0) }
      return nil
    }
  }
}
