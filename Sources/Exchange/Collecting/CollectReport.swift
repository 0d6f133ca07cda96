import Git
import Model
import Storage

/// The results of collecting.
public struct CollectReport: Sendable {
  /// A new submission.
  public struct NewSubmission: Hashable, Sendable {
    public let mailbox: String
    /// The path below the subject in the branch name, possibly a former one.
    public let work: String
    /// The worksheet; nil if the school has and had none with that path.
    public let path: ContextPath?
    public let commit: ObjectID
    public let claimed: Instant
    /// The time of the hub's receipt; nil if the hub gives none.
    public let received: Instant?
  }

  /// The withdrawal of an attempt that wasn't collected.
  public struct Withdrawn: Hashable, Sendable {
    public let mailbox: String
    /// The path below the subject in the branch name.
    public let work: String
    public let path: ContextPath?
    public let attempt: ObjectID
    /// The commit that withdraws it.
    public let commit: ObjectID
    /// The time of the hub's receipt; nil if the hub gives none.
    public let received: Instant?
  }

  /// A student's question about a returned exercise.
  public struct AskedQuestion: Hashable, Sendable {
    public let student: String
    public let path: ContextPath
    public let exercise: String
    public let request: Marks.Request
  }

  /// A student's activity at a worksheet that differs from the recorded one.
  public struct NewActivity: Sendable {
    public let student: String
    public let path: ContextPath
    public let summary: ActivitySummary
  }

  /// A refused attempt, branch or mailbox.
  public struct Refused: Hashable, Sendable {
    public let mailbox: String
    /// Without `refs/heads/`; nil for a whole mailbox.
    public let branch: String?
    public let problem: CollectProblem
    /// Whether a later attempt was accepted: then it is only reported once.
    public let isPast: Bool
  }

  /// By mailbox and branch, oldest first.
  public var arrived: [NewSubmission] = []
  public var refused: [Refused] = []
  /// Attempts that were withdrawn in time, which aren't recorded.
  public var withdrawn: [Withdrawn] = []
  /// The mailboxes in which attempts were withdrawn while they were read.
  var overtaken: Set<String> = []
  /// The mailboxes with a receipt that is earlier than its predecessor, with its time.
  public var clockReset: [(mailbox: String, at: Instant)] = []
  /// The students who joined or left.
  public var people: [ParticipantNews] = []
  /// The students whose keys the hub revoked, with the times.
  public var revoked: [String: Instant] = [:]
  /// The students whose accepted requests the hub has applied.
  var closedRequests: Set<String> = []
  /// Questions about returned exercises.
  public var asked: [AskedQuestion] = []
  /// Reported activity.
  public var activity: [NewActivity] = []
  /// New choices about leaderboards, by student.
  var choices: [String: LeaderboardChoice] = [:]
  /// Students who chose whether others see them in leaderboards, sorted.
  public var leaderboardChoices: [(student: String, isHidden: Bool)] {
    choices.sorted { $0.key < $1.key }.map { ($0.key, $0.value.isHidden) }
  }
  /// Requests to join.
  public var requests: [JoinRequest] = []
  /// The number of mailboxes read, without those of test students.
  public var mailboxes = 0
  /// The number of recorded looks after a due date that found nothing.
  public var looks = 0
  /// The number of mailboxes whose lost records in `received` were restored, by worksheet.
  public var repaired: [ContextPath: Int] = [:]
  /// Problems in the school's files that prevent recording missing work; submissions are collected
  /// anyway.
  public var faults: [Fault] = []
  /// The commit of the school that records the submissions; nil if there are none.
  public var commit: ObjectID?

  /// Whether something is left for another round.
  var hasRest: Bool { refused.contains { $0.problem == .rest } }

  /// Adds the results of another round.
  mutating func add(_ next: CollectReport) {
    arrived += next.arrived
    refused = refused.filter { $0.isPast } + next.refused
    withdrawn += next.withdrawn
    overtaken = next.overtaken
    clockReset += next.clockReset
    people += next.people
    asked += next.asked
    activity += next.activity
    choices.merge(next.choices) { $1 }
    revoked.merge(next.revoked) { $1 }
    requests = next.requests
    looks += next.looks
    repaired.merge(next.repaired) { $0 + $1 }
    faults += next.faults.filter { !faults.contains($0) }
    commit = next.commit ?? commit
  }

  /// Runs code that may fail if the school's files are faulty, and reports the problems.
  mutating func reportingFaults<T>(_ body: () throws -> T) rethrows -> T? {
    do {
      return try body()
    } catch let faulty as FaultyFiles {
      faults += faulty.faults.filter { !faults.contains($0) }
      return nil
    }
  }
}
