import Git
import Hub
import Model

/// A branch of a mailbox that moved, checked and ready to be stored.
struct Delivery: Sendable {
  let branch: CollectedBranch
  let new: ObjectID
  /// The new attempts, oldest first.
  private(set) var commits: [(id: ObjectID, claimed: Instant)]
  /// What they come after; nil where they are all that the branch has.
  let base: ObjectID?
  /// Whether they don't go on from where the branch was.
  let isApart: Bool
  /// Whether the hub's branch no longer holds what it had.
  let isRewound: Bool
  /// The commits with which pushes ended; nil where that can't be known.
  let pushed: Set<ObjectID>?
  /// When the hub took an attempt, where it gives receipts.
  var receipts: [ObjectID: Instant] = [:]
  /// Attempts between them that can't be taken: of these only the commit is stored.
  private(set) var skipped: [ObjectID]
  /// What is to be stored; none where it is stored already.
  var objects: [NamedObject]

  /// Leaves out attempts for which the ledger has no room: the oldest that no push ended with, and of
  /// the others the oldest.
  ///
  /// - Parameter recorded: how many attempts at the work the ledger has.
  /// - Returns: how many are left out.
  mutating func makeRoom(recorded: Int) -> Int {
    let all = recorded + commits.count
    let passing = commits.map(\.id).filter { pushed?.contains($0) == false }
    // Every push that the hub takes has a place.
    let reserved = SubmissionLimits.recordedAttempts - SubmissionLimits.attempts
    var surplus = Set(passing.prefix(max(0, all - reserved)))
    let rest = commits.map(\.id).filter { !surplus.contains($0) }
    let excess = recorded + rest.count - SubmissionLimits.recordedAttempts
    surplus.formUnion(rest.prefix(max(0, excess)))
    commits.removeAll { surplus.contains($0.id) }
    skipped += surplus
    return surplus.count
  }
}

/// Why nothing was taken from a branch, or from a whole mailbox.
public enum CollectProblem: Error, Hashable, Sendable {
  /// A tree breaks the rules.
  case tree(TreeFault)
  /// An object is missing, damaged, or more than there may be.
  case object(GitError)
  /// There were more attempts than are recorded; the newest of these count.
  case tooManyAttempts(leftOut: Int)
  /// There is more on the branch than is taken at once; the next round takes it.
  case rest
  /// The record of an arrival can't be written.
  case record(String)
  /// Something beside `answers.yaml`, `activity.yaml` and `work/`.
  case unexpected(String)
  /// A published file that was changed.
  case changedPublished(String)
  /// An attempt, or a whole file, that says that it is for another school.
  case otherSchool
  /// The branch no longer holds what was collected from it.
  case rewound
  /// The branch is gone, or the whole mailbox.
  case vanished
  /// There is no mailbox, and nothing was ever collected from it.
  case absent
  /// No branch can have that name.
  case branchName
  /// The student may read alone.
  case readOnly
  /// A file that can't be read.
  case file(GitError)
  /// A file that doesn't say whose it is.
  case namesNobody
  /// A file of another subject.
  case otherSubject(String)
  /// A file that names somebody else, whose work doesn't come after what was collected.
  case apart(from: String)
  /// A file in which nothing is handed in.
  case holdsNoWork
  /// Nobody who takes part in the subject has this mailbox.
  case noMailbox(in: String)
  /// The mailbox can't be reached, or not be opened.
  case mailbox(GitError)
}

/// What reading a branch of a mailbox came to.
struct BranchReading: Sendable {
  /// What can be taken; nil for nothing.
  var delivery: Delivery?
  /// Why attempts can't be, the oldest first, and whether a later one can; of those after which
  /// none can, the newest alone.
  var problems: [(problem: CollectProblem, isPast: Bool)] = []
}

/// Reads what one branch of a mailbox holds that is new, and checks all of it.
///
/// Nothing of the mailbox is believed: every object must come from there, and is named anew. Each
/// attempt is judged by itself, so that one that can't be taken spoils no later one.
struct DeliveryReader {
  let rules: SubmissionRules
  /// Whether branches may have been taken back.
  var acceptsRewinds: Bool
  let published: PublishedEntries

  /// Reads a branch from where it was known to be.
  ///
  /// - Parameter handedIn: the commits with which pushes ended. Others that hold something else than
  ///   an attempt were on the way to one, and are no reason to tell anybody; nil where that can't
  ///   be known.
  /// - Parameter loose: what is here of the branch, where the hub need not have all of it.
  /// - Throws: why none of it can be looked at.
  func read(
    _ branch: CollectedBranch, work: String, tip: ObjectID, known: ObjectID?,
    loose: LooseBranch? = nil, handedIn: Set<ObjectID>?, from source: some ObjectSource
  ) throws(CollectProblem) -> BranchReading {
    let commits = ObjectBatch()
    let (chain, base) = try chain(
      to: tip, since: loose?.commits ?? Set([known].compactMap { $0 }), from: source, into: commits)
    let isRewound = loose.map { !$0.isKept(at: base) } ?? (known != nil && base == nil)
    if isRewound, !acceptsRewinds { throw .rewound }
    let batch = ObjectBatch()
    var reading = BranchReading()
    var taken: [Commit] = []
    var skipped: [ObjectID] = []
    var newest = 0
    var failed: [CollectProblem] = []
    for (place, commit) in chain.enumerated() {
      let before = batch.count
      do throws(CollectProblem) {
        try take(commit, work, from: source, into: batch)
      } catch {
        if case .unexpected = error, handedIn?.contains(commit.id) == false { continue }
        failed.append(error)
        continue
      }
      if batch.byteCount > rules.limits.bytes, !taken.isEmpty {
        batch.truncate(to: before)
        failed = [.rest]
        break
      }
      skipped += chain[newest..<place].map(\.id)
      reading.problems += failed.map { ($0, true) }
      failed = []
      taken.append(commit)
      newest = place + 1
    }
    if let last = failed.last { reading.problems.append((last, false)) }
    guard let last = taken.last else { return reading }
    reading.delivery = Delivery(
      branch: branch, new: last.id,
      commits: taken.map { ($0.id, Instant(seconds: $0.committer.seconds)) },
      base: base, isApart: known != nil && base != known, isRewound: isRewound, pushed: handedIn,
      skipped: skipped,
      objects: batch.contents + commits.contents.suffix(newest))
    return reading
  }

  /// The new commits of a branch, oldest first, and which known one they come after.
  private func chain(
    to tip: ObjectID, since known: Set<ObjectID>, from source: some ObjectSource,
    into batch: ObjectBatch
  ) throws(CollectProblem) -> (new: [Commit], base: ObjectID?) {
    var chain: [Commit] = []
    var next: ObjectID? = tip
    do {
      while let id = next, !known.contains(id) {
        guard batch.byteCount < rules.limits.bytes, batch.count < rules.limits.objects else {
          throw GitError(.limit, "more than \(batch.count) attempts")
        }
        guard let object = try source.read(id, limit: rules.limits.bytes) else {
          throw GitError(.notFound, "object \(id) is missing")
        }
        guard try batch.add(object) == id else {
          throw GitError(.corrupt, "object \(id) is not what it is called")
        }
        try object.checkCommitForm(id)
        let commit = try batch.commit(id)
        chain.append(commit)
        next = commit.parents.first
      }
    } catch {
      throw .object(error as? GitError ?? GitError(.corrupt, "\(error)"))
    }
    return (chain.reversed(), next)
  }

  /// Copies the files of an attempt into a batch, where all is well with them.
  private func take(
    _ commit: Commit, _ work: String, from source: some ObjectSource, into batch: ObjectBatch
  ) throws(CollectProblem) {
    do {
      try ObjectCopy.copy(
        [commit.tree], from: source, into: batch, held: .commits([]), limits: rules.limits
      ) { try rules.check(commit, of: work, in: $0, beside: published) }
    } catch let fault as AttemptFault {
      throw fault.problem
    } catch let fault as TreeFault {
      throw .tree(fault)
    } catch {
      throw .object(error as? GitError ?? GitError(.corrupt, "\(error)"))
    }
  }
}

extension AttemptFault {
  fileprivate var problem: CollectProblem {
    switch self {
    case .unexpected(let name): .unexpected(name)
    case .changedPublished(let name): .changedPublished(name)
    case .otherSchool: .otherSchool
    }
  }
}

extension PublishedEntries {
  /// What a hub that is a folder has, which is what students see.
  convenience init(of subject: String, on folder: HubFolder) throws(GitError) {
    let repository = try folder.repository("\(subject)/\(HubLayout.subjectRepository)")
    self.init(repository, main: try repository?.reference(HubBranch.main))
  }

  /// What went out from here, or was taken from the hub before; nothing is known where the hub has
  /// more than that.
  ///
  /// - Parameter main: where the hub is; nil where it isn't asked.
  convenience init(outbox path: String, upTo main: ObjectID?) throws {
    let outbox = RepositoryLayout(at: path).flatMap { try? Repository($0) }
    guard let outbox, try main.map(outbox.contains) ?? true else {
      self.init(nil, main: nil)
      return
    }
    self.init(outbox, main: try main ?? outbox.reference(HubBranch.main))
  }
}
