import Git
import Model

/// The receipts of one mailbox, as a branch of them says: a commit for each push, which has what was
/// pushed as its last parent, and the receipt before as its first.
public struct ReceiptChain: Sendable {
  public struct Receipt: Sendable {
    public let id: ObjectID
    /// In full: `refs/heads/submit/…`.
    public let branch: String
    public let commit: ObjectID
    public let at: Instant
    /// Who pushed it; nil for the teacher's side.
    public let pusher: String?
  }

  /// Oldest first.
  public let receipts: [Receipt]
  /// The receipts' own names.
  public let ids: Set<ObjectID>

  /// - Throws: `GitError` with `.hostile` for what is no receipt.
  public init(to tip: ObjectID, in source: some ObjectSource) throws(GitError) {
    var found: [Receipt] = []
    var ids: Set<ObjectID> = []
    var next: ObjectID? = tip
    while let id = next, ids.insert(id).inserted {
      let commit = try source.commit(id)
      guard let branch = commit.trailer(HubTrailer.branch), let pushed = commit.parents.last,
        commit.parents.count <= 2
      else { throw GitError(.hostile, "what the hub calls a receipt is none", path: "\(id)") }
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

  /// When the hub's clock had gone back: the time of the last receipt that is earlier than the one
  /// before it. A hub of ours gives none such.
  public func setBack(since seen: ObjectID? = nil) -> Instant? {
    let new = receipts.lastIndex { $0.id == seen } ?? 0
    let pairs = zip(receipts[new...], receipts[new...].dropFirst())
    return pairs.filter { $1.at < $0.at }.last?.1.at
  }

  /// Where each branch that students push was last, by name.
  public var tips: [String: ObjectID] {
    let pushed = receipts.filter {
      HubBranch.work(of: $0.branch) != nil || $0.branch == HubBranch.progress
    }
    return Dictionary(pushed.map { ($0.branch, $0.commit) }, uniquingKeysWith: { $1 })
  }
}
