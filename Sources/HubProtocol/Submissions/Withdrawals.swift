import Git

/// The withdrawn attempts of a branch.
///
/// A withdrawal is a commit on the branch of the work that names an earlier attempt. So a hub keeps
/// both, and gives a receipt for each.
public struct Withdrawals: Sendable {
  /// The withdrawal of each withdrawn attempt.
  public private(set) var byAttempt: [ObjectID: ObjectID] = [:]
  /// Withdrawals of attempts that aren't among the commits, by withdrawal.
  public private(set) var others: [ObjectID: ObjectID] = [:]

  /// - Parameter commits: commits of a branch, oldest first.
  public init(_ commits: [Commit]) {
    var attempts: Set<ObjectID> = []
    for commit in commits {
      guard let attempt = commit.withdrawn else {
        attempts.insert(commit.id)
        continue
      }
      if attempts.remove(attempt) != nil {
        byAttempt[attempt] = commit.id
      } else {
        others[commit.id] = attempt
      }
    }
  }

  /// Whether a commit counts as an attempt.
  public func counts(_ commit: Commit) -> Bool {
    commit.withdrawn == nil && byAttempt[commit.id] == nil
  }
}

extension Commit {
  /// The attempt that it withdraws; nil for attempts.
  public var withdrawn: ObjectID? { trailer(HubTrailer.withdraws).flatMap { ObjectID($0) } }
}

extension Commit {
  /// The receipt that a mark on the desk names. The receipt itself would have to be pushed to the
  /// hub with everything below it.
  public var markedReceipt: ObjectID? { trailer(HubTrailer.receipt).flatMap { ObjectID($0) } }
}

extension ObjectSource {
  /// The last collected commit of a branch, for students: a withdrawal, which takes the place of
  /// the mark, names the former one.
  ///
  /// - Parameter mark: the commit of `collected/…`.
  public func collected(at mark: ObjectID?) throws -> ObjectID? {
    var next = mark
    while let id = next, let commit = try? self.commit(id), commit.withdrawn != nil {
      next = commit.trailer(HubTrailer.collected).flatMap { ObjectID($0) }
    }
    return next
  }
}
