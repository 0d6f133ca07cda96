import Git
import HubProtocol
import Model
import Text

/// The new attempts on a branch of a mailbox, validated and ready to be stored.
struct Delivery: Sendable {
  let branch: CollectedBranch
  let new: ObjectID
  /// The new attempts, oldest first.
  private(set) var commits: [(id: ObjectID, claimed: Instant)]
  /// The known attempt that they continue; nil if they are the whole branch.
  let base: ObjectID?
  /// Whether they don't continue the known branch.
  let isApart: Bool
  /// Whether the hub's branch lost known attempts.
  let isRewound: Bool
  /// The last commits of pushes; nil if unknown.
  let pushed: Set<ObjectID>?
  /// The times of receipts, if the hub gives them.
  var receipts: [ObjectID: Instant] = [:]
  /// Withdrawn attempts with their withdrawals.
  let withdrawn: [(attempt: ObjectID, commit: ObjectID)]
  /// Withdrawn and invalid attempts, and withdrawals. Of invalid attempts, only the commit is stored.
  private(set) var skipped: [ObjectID]
  /// The objects to store; empty if they are stored.
  var objects: [NamedObject]

  /// Removes attempts that don't fit into the ledger: first the oldest ones that no push ended
  /// with, then the oldest of the others.
  ///
  /// - Parameter recorded: the number of attempts at the work in the ledger.
  /// - Returns: the number of removed attempts.
  mutating func makeRoom(recorded: Int) -> Int {
    let all = recorded + commits.count
    let passing = commits.map(\.id).filter { pushed?.contains($0) == false }
    // Every accepted push has a place.
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

/// Why nothing was collected from a branch or mailbox.
public enum CollectProblem: Error, Hashable, Sendable {
  /// A tree breaks the rules.
  case tree(TreeFault)
  /// An object is missing, damaged, or too large.
  case object(GitError)
  /// There were too many attempts to record; the latest of them count.
  case tooManyAttempts(leftOut: Int)
  /// There is more on the branch than fits into a round; the next round collects it.
  case rest
  /// The record of an arrival can't be written.
  case record(String)
  /// An entry of the reported activity is invalid.
  case activity(String)
  /// The choice about leaderboards is invalid.
  case leaderboardChoice(String)
  /// A file other than `answers.yaml`, `activity.yaml` and `work/`.
  case unexpected(String)
  /// A changed published file.
  case changedPublished(String)
  /// An attempt or bundle for another school.
  case otherSchool
  /// An attempt was withdrawn after it was collected.
  case withdrawnTooLate
  /// The branch lost collected attempts.
  case rewound
  /// The branch or mailbox disappeared.
  case vanished
  /// The mailbox doesn't exist, and nothing was ever collected from it.
  case absent
  /// An invalid branch name.
  case branchName
  /// The student has read-only access.
  case readOnly
  /// An unreadable bundle.
  case file(GitError)
  /// A bundle that doesn't name its student.
  case missingStudent
  /// A bundle of another subject.
  case otherSubject(String)
  /// A bundle that names another student and doesn't continue the collected work.
  case unrelatedHistory(from: String)
  /// A bundle without submissions.
  case noSubmissions
  /// No participant has this mailbox.
  case noMailbox(in: String)
  /// The mailbox can't be reached or opened.
  case mailbox(GitError)
}

/// The result of reading a branch of a mailbox.
struct BranchReading: Sendable {
  /// The valid new attempts; nil for none.
  var delivery: Delivery?
  /// The problems of invalid attempts, oldest first, and whether a later attempt is valid. Of those
  /// without a valid later attempt, only the latest is listed.
  var problems: [(problem: CollectProblem, isPast: Bool)] = []
}

/// Reads and validates the new attempts on a branch of a mailbox.
///
/// The mailbox is untrusted: every object must come from it, and its id is recomputed. Attempts are
/// validated separately, so that an invalid one doesn't affect later ones.
struct DeliveryReader {
  let rules: SubmissionRules
  /// Whether branches may have been rewound.
  var acceptsRewinds: Bool
  let published: PublishedEntries

  /// Reads a branch from its known commit.
  ///
  /// - Parameter pushed: the last commits of pushes; nil if unknown. Other commits without a
  ///   valid attempt are intermediate, and aren't reported.
  /// - Parameter loose: the local state of the branch, if the hub doesn't need to have all of it.
  /// - Throws: why the branch can't be read.
  func read(
    _ branch: CollectedBranch, work: String, tip: ObjectID, known: ObjectID?,
    loose: DetachedBranch? = nil, pushed: Set<ObjectID>?, from source: some ObjectSource
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
    let withdrawals = Withdrawals(chain)
    for (place, commit) in chain.enumerated() {
      let before = batch.count
      let counts = withdrawals.counts(commit)
      do throws(CollectProblem) {
        try copyFiles(commit, work, from: source, into: batch)
      } catch  where counts {
        if case .unexpected = error, pushed?.contains(commit.id) == false { continue }
        failed.append(error)
        continue
      } catch {
        // A withdrawn attempt needn't be valid.
      }
      if batch.byteCount > rules.limits.bytes, newest > 0 {
        batch.truncate(to: before)
        failed = [.rest]
        break
      }
      if !counts {
        if withdrawals.others[commit.id] != nil {
          reading.problems.append((.withdrawnTooLate, false))
        }
        skipped += chain[newest...place].map(\.id)
        reading.problems += failed.map { ($0, true) }
        failed = []
        newest = place + 1
        continue
      }
      skipped += chain[newest..<place].map(\.id)
      reading.problems += failed.map { ($0, true) }
      failed = []
      taken.append(commit)
      newest = place + 1
    }
    if let last = failed.last { reading.problems.append((last, false)) }
    guard newest > 0 else { return reading }
    let processed = Set(chain[..<newest].map(\.id))
    reading.delivery = Delivery(
      branch: branch, new: chain[newest - 1].id,
      commits: taken.map { ($0.id, Instant(seconds: $0.committer.seconds)) },
      base: base, isApart: known != nil && base != known, isRewound: isRewound, pushed: pushed,
      withdrawn: chain.compactMap { commit in
        guard processed.contains(commit.id), let attempt = commit.withdrawn,
          withdrawals.byAttempt[attempt] == commit.id
        else { return nil }
        return (attempt, commit.id)
      },
      skipped: skipped,
      objects: batch.contents + commits.contents.suffix(newest))
    return reading
  }

  /// The new commits of a branch, oldest first, and the known commit that they continue.
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
          throw GitError(.corrupt, "object \(id) doesn't match its id")
        }
        try object.checkCommitForm(id)
        let commit = try batch.commit(id)
        chain.append(commit)
        next = commit.parents.first
      }
    } catch {
      throw .object(error as? GitError ?? GitError(.corrupt, Message(verbatim: "\(error)")))
    }
    return (chain.reversed(), next)
  }

  /// Copies the valid files of an attempt to a batch.
  private func copyFiles(
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
      throw .object(error as? GitError ?? GitError(.corrupt, Message(verbatim: "\(error)")))
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
  /// The published subject on a folder hub.
  convenience init(of subject: String, on folder: HubFolder) throws(GitError) {
    let repository = try folder.repository("\(subject)/\(HubLayout.subjectRepository)")
    self.init(repository, main: try repository?.reference(HubBranch.main))
  }

  /// The subject as published or fetched before; unknown if the hub has more.
  ///
  /// - Parameter main: the hub's commit; nil if the hub isn't asked.
  convenience init(outbox path: String, upTo main: ObjectID?) throws {
    let outbox = RepositoryLayout(at: path).flatMap { try? Repository($0) }
    guard let outbox, try main.map(outbox.contains) ?? true else {
      self.init(nil, main: nil)
      return
    }
    self.init(outbox, main: try main ?? outbox.reference(HubBranch.main))
  }
}
