import Git
import Hub
import Model

/// A branch of a mailbox that moved, checked and ready to be stored.
struct Delivery: Sendable {
  let branch: CollectedBranch
  let new: ObjectID
  /// The new attempts, oldest first.
  let commits: [(id: ObjectID, claimed: Instant)]
  /// What is to be stored; none where it is stored already.
  var objects: [RawObject]
}

/// Why nothing was taken from a branch, or from a whole mailbox.
public enum CollectProblem: Error, Hashable, Sendable {
  /// A tree breaks the rules.
  case tree(TreeFault)
  /// An object is missing, damaged, or more than there may be.
  case object(GitError)
  /// Something beside `answers.yaml`, `activity.yaml` and `work/`.
  case unexpected(String)
  /// A published file that was changed.
  case changedPublished(String)
  /// The branch no longer holds what was collected from it.
  case rewound
  /// The branch is gone, or the whole mailbox.
  case vanished
  /// No branch can have that name.
  case branchName
  /// The student may read alone.
  case readOnly
  /// The mailbox can't be reached, or not be opened.
  case mailbox(GitError)
}

/// Reads what one branch of a mailbox holds that is new, and checks all of it.
///
/// Nothing of the mailbox is believed: every object must come from there, and is named anew.
struct DeliveryReader {
  let rules: SubmissionRules
  /// Whether branches may have been taken back.
  let acceptsRewinds: Bool
  let published: PublishedEntries

  /// Reads a branch from where it was known to be.
  func read(
    _ branch: CollectedBranch, work: String, tip: ObjectID, known: ObjectID?,
    from source: some ObjectSource
  ) throws(CollectProblem) -> Delivery {
    let batch = ObjectBatch()
    var attempts: [Commit] = []
    do {
      try ObjectCopy.copy(
        [tip], from: source, into: batch, held: .commits(known.map { [$0] } ?? []),
        limits: rules.limits)
      var next: ObjectID? = tip
      while let id = next, id != known {
        let commit = try batch.commit(id)
        attempts.append(commit)
        next = commit.parents.first
      }
      if known != nil, next == nil, !acceptsRewinds { throw CollectProblem.rewound }
      for commit in attempts { try check(commit, work, in: batch) }
    } catch let problem as CollectProblem {
      throw problem
    } catch let fault as TreeFault {
      throw .tree(fault)
    } catch {
      throw .object(error as? GitError ?? GitError(.corrupt, "\(error)"))
    }
    return Delivery(
      branch: branch, new: tip,
      commits: attempts.reversed().map { ($0.id, Instant(seconds: $0.committer.seconds)) },
      objects: batch.contents)
  }

  /// The root of an attempt holds the student's files of that work, and perhaps published ones as
  /// they were published.
  private func check(_ commit: Commit, _ work: String, in batch: ObjectBatch) throws {
    try rules.trees.check(commit.tree, in: batch)
    for entry in try batch.tree(commit.tree) {
      switch entry.name {
      case "answers.yaml" where entry.mode != .tree, "activity.yaml" where entry.mode != .tree,
        "work" where entry.mode == .tree:
        continue
      case _ where published.contains(entry, of: work, base: commit.trailer(HubTrailer.base)):
        continue
      case "worksheet.yaml", "files", "starters":
        throw CollectProblem.changedPublished(entry.name)
      default:
        throw CollectProblem.unexpected(entry.name)
      }
    }
  }
}

/// What a submission may be.
public struct SubmissionRules: Sendable {
  /// What its trees may hold.
  public var trees: TreeRules
  /// How much may come at once from one branch.
  public var limits: ObjectCopy.Limits

  public init(
    trees: TreeRules = .names(), limits: ObjectCopy.Limits = .init(objects: 20_000, bytes: 64 << 20)
  ) {
    self.trees = trees
    self.limits = limits
  }
}
