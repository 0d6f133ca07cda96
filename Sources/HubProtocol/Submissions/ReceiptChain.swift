import Git
import Model
import Text

/// The receipts of a mailbox: a branch with a commit per push, whose first parent is the previous
/// receipt and whose last parent is the pushed commit.
public struct ReceiptChain: Sendable {
  public struct Receipt: Sendable {
    public let id: ObjectID
    /// The full name: `refs/heads/submit/…`.
    public let branch: String
    public let commit: ObjectID
    public let at: Instant
    /// The author of the push; nil for the teacher's side.
    public let pusher: String?
  }

  /// Oldest first.
  public let receipts: [Receipt]
  /// The ids of the receipts.
  public let ids: Set<ObjectID>

  /// - Throws: `GitError` with `.hostile` for an invalid receipt.
  public init(to tip: ObjectID, in source: some ObjectSource) throws(GitError) {
    var found: [Receipt] = []
    var ids: Set<ObjectID> = []
    var next: ObjectID? = tip
    while let id = next, ids.insert(id).inserted {
      let commit = try source.commit(id)
      guard let branch = commit.trailer(HubTrailer.branch), let pushed = commit.parents.last,
        commit.parents.count <= 2
      else { throw GitError(.hostile, "invalid receipt on the hub", path: "\(id)") }
      found.append(
        Receipt(
          id: id, branch: "refs/heads/" + branch, commit: pushed,
          at: Instant(seconds: commit.committer.seconds),
          pusher: commit.trailer(HubTrailer.pusher)))
      next = commit.parents.count == 2 ? commit.parents.first : nil
    }
    receipts = found.reversed()
    self.ids = ids
  }

  /// The time of the last receipt that is earlier than its predecessor, because the hub's clock was
  /// set back. This hub never writes such receipts.
  public func clockReset(since seen: ObjectID? = nil) -> Instant? {
    let new = receipts.lastIndex { $0.id == seen } ?? 0
    let pairs = zip(receipts[new...], receipts[new...].dropFirst())
    return pairs.filter { $1.at < $0.at }.last?.1.at
  }

  /// The last received commit of each branch, by name.
  public var tips: [String: ObjectID] {
    let pushed = receipts.filter {
      HubBranch.work(of: $0.branch) != nil || $0.branch == HubBranch.progress
    }
    return Dictionary(pushed.map { ($0.branch, $0.commit) }, uniquingKeysWith: { $1 })
  }
}
