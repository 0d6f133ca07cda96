import Git
import HubProtocol
import Model
import PlainYAML
import Storage

/// A submission: one commit.
public struct Submission: Hashable, Sendable {
  public let mailbox: String
  public let commit: ObjectID
  /// The time that the commit claims.
  public let claimed: Instant
  /// The branch in the mailbox without `refs/heads/`: `submit/fractions.adding`.
  public let branch: String
  /// The published commit that the student had, according to the submission; nil if unknown.
  public let base: ObjectID?
}

/// The answers of a submission.
public enum SubmittedAnswers: Hashable, Sendable {
  case answers([String: AnswerValue])
  /// `answers.yaml` is unreadable, with the reason.
  case unreadable(String)
}

/// The collected work of a subject, ready to be graded.
public final class Submissions {
  /// The maximum size of `answers.yaml` in bytes.
  static let largestAnswers = 8 << 20

  private let repository: Repository
  /// The worksheets that students may have answered; nil if no school is known.
  public let versions: WorksheetVersions?
  /// Branches by work, with slashes; a branch has several tips if bundles came from several
  /// computers.
  private lazy var branches = Result { () throws(GitError) in try readBranches() }
  private lazy var skipped = Result { () throws(GitError) in
    Set(
      try repository.references(under: SkippedAttempt.references)
        .compactMap { SkippedAttempt(reference: $0.name) })
  }

  public convenience init(of subject: String, in school: SchoolStore) throws {
    self.init(
      try SchoolStores(school).collected(subject),
      versions: try WorksheetVersions(of: subject, in: school))
  }

  init(_ collected: Repository, versions: WorksheetVersions? = nil) {
    repository = collected
    self.versions = versions
  }

  private func readBranches() throws(GitError) -> [String: [(
    branch: CollectedBranch, tip: ObjectID
  )]] {
    var branches: [String: [(CollectedBranch, ObjectID)]] = [:]
    let all =
      try repository.references(under: "refs/heads")
      + repository.references(under: CollectedBranch.beside)
    for reference in all {
      guard let branch = CollectedBranch(reference: reference.name),
        let work = HubBranch.work(of: branch.branch)
      else { continue }
      branches[work, default: []].append((branch, reference.id))
    }
    return branches
  }

  /// All mailboxes' attempts at a worksheet, oldest first, or why they can't be read.
  ///
  /// - Parameters:
  ///   - names: its current and former paths below the subject, see ``WorkNames``.
  ///   - isWanted: selects mailboxes.
  public func attempts(
    at names: [String], of isWanted: (String) -> Bool = { _ in true }
  ) throws(GitError) -> [String: Result<[Submission], GitError>] {
    var found: [String: Result<[Submission], GitError>] = [:]
    for name in names {
      for (branch, tip) in try branches.get()[name] ?? [] where isWanted(branch.mailbox) {
        let before = found[branch.mailbox] ?? .success([])
        found[branch.mailbox] = Result { () throws(GitError) in
          let before = try before.get()
          let known = Set(before.map(\.commit))
          return Self.merged(
            before, try chain(of: branch, to: tip).filter { !known.contains($0.commit) })
        }
      }
    }
    return found
  }

  /// The tips of the branches of a worksheet, by mailbox: the latest attempts.
  ///
  /// - Parameter names: as for ``attempts(at:)``.
  public func tips(at names: [String]) throws(GitError) -> [String: [ObjectID]] {
    var tips: [String: [ObjectID]] = [:]
    for name in names {
      for (branch, tip) in try branches.get()[name] ?? [] {
        tips[branch.mailbox, default: []].append(tip)
      }
    }
    return tips
  }

  /// The references of withdrawn and invalid attempts, which don't count, in order.
  public func skippedAttempts() throws(GitError) -> [String] {
    try skipped.get().map(\.reference).sorted()
  }

  /// One mailbox's attempts at a worksheet, oldest first.
  public func attempts(at names: [String], of mailbox: String) throws(GitError) -> [Submission] {
    try attempts(at: names) { $0 == mailbox }[mailbox]?.get() ?? []
  }

  /// A student's attempts at a worksheet, oldest first: those in today's mailbox, and those of former
  /// groups while the student was a member.
  ///
  /// - Parameter all: all mailboxes' attempts.
  /// - Throws: if those of one of the student's mailboxes can't be read.
  public static func attempts(
    of student: String, today mailbox: String, among all: [String: Result<[Submission], GitError>],
    _ received: ReceivedWork
  ) throws(GitError) -> [Submission] {
    var found: [(submission: Submission, at: Instant)] = []
    for box in received.mailboxes(of: student, today: mailbox) {
      let chain = try all[box]?.get() ?? []
      let times = received.times(
        of: chain.map(\.commit.description), in: box, for: student, today: mailbox)
      var later = zip(chain, times).filter(\.1.isTheirs)
        .map { (submission: $0, at: $1.at ?? $0.claimed) }[...]
      var merged: [(submission: Submission, at: Instant)] = []
      for attempt in found {
        while let next = later.first, next.at < attempt.at {
          merged.append(next)
          later.removeFirst()
        }
        merged.append(attempt)
      }
      found = merged + later
    }
    return found.map(\.submission)
  }

  /// Merges two chains, keeping the order of each, by the times of the attempts.
  private static func merged(_ first: [Submission], _ second: [Submission]) -> [Submission] {
    var merged: [Submission] = []
    var rest = second[...]
    for submission in first {
      while let next = rest.first, next.claimed < submission.claimed {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(submission)
    }
    return merged + rest
  }

  /// A fingerprint of the collected work of a worksheet.
  ///
  /// - Parameter names: as for ``attempts(at:)``.
  public func fingerprint(of names: [String]) throws(GitError) -> [UInt8] {
    var lines: [String] = []
    for name in names {
      for (branch, tip) in try branches.get()[name] ?? [] {
        lines.append("\(branch.reference) \(tip)\n")
      }
    }
    lines += try skippedAttempts().map { "\($0)\n" }
    return lines.sorted().flatMap { Array($0.utf8) }
  }

  /// The submitted work, by the paths in the branch names.
  func works() throws(GitError) -> [String] { try branches.get().keys.sorted() }

  private func chain(
    of branch: CollectedBranch, to tip: ObjectID
  ) throws(GitError) -> [Submission] {
    var chain: [Submission] = []
    var next: ObjectID? = tip
    while let id = next {
      let commit = try repository.commit(id)
      if try !skipped.get().contains(SkippedAttempt(mailbox: branch.mailbox, commit: id)) {
        chain.append(
          Submission(
            mailbox: branch.mailbox, commit: id,
            claimed: Instant(seconds: commit.committer.seconds),
            branch: String(branch.branch.dropFirst("refs/heads/".count)),
            base: commit.trailer(HubTrailer.base).flatMap { ObjectID($0) }))
      }
      next = commit.parents.first
    }
    return chain.reversed()
  }

  /// The answers of a submission; empty if it has no `answers.yaml`.
  public func answers(of commit: ObjectID) throws(GitError) -> SubmittedAnswers {
    switch try document(of: commit) {
    case .success(let nodes): .answers(nodes.mapValues { AnswerValue($0) })
    case .failure(let reason): .unreadable(reason.text)
    }
  }

  /// The paths of a submission's files below `work/`.
  public func files(of commit: ObjectID) throws(GitError) -> [String] {
    try repository.files(in: try repository.commit(commit).tree, below: "work").map {
      String($0.path.dropFirst("work/".count))
    }
  }

  /// The names of the objects of those files, by path.
  public func digests(of commit: ObjectID) throws(GitError) -> [String: String] {
    var digests: [String: String] = [:]
    for (path, entry) in try repository.files(in: try repository.commit(commit).tree, below: "work")
    {
      digests[String(path.dropFirst("work/".count))] = entry.id.description
    }
    return digests
  }

  /// The bytes of a submitted file such as `work/essay.txt`; nil if it doesn't exist.
  public func bytes(
    at path: String, of commit: ObjectID, limit: Int = .max
  ) throws(GitError) -> [UInt8]? {
    try repository.file(at: path, in: try repository.commit(commit).tree, limit: limit)
  }

  fileprivate struct Reason: Error { let text: String }

  private func document(
    of commit: ObjectID
  ) throws(GitError) -> Result<[String: Node], Reason> {
    let bytes: [UInt8]?
    do {
      bytes = try self.bytes(at: "answers.yaml", of: commit, limit: Submissions.largestAnswers)
    } catch {
      guard error.code == .limit else { throw error }
      return .failure(Reason(text: "answers.yaml is larger than 8 MiB"))
    }
    return Self.entries(bytes ?? [])
  }

  fileprivate static func entries(_ bytes: [UInt8]) -> Result<[String: Node], Reason> {
    do throws(YAMLError) {
      let root = try Document(bytes).root
      if root.isNull { return .success([:]) }
      guard let entries = root.mapping else {
        return .failure(Reason(text: "answers.yaml has no entries"))
      }
      return .success(
        Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
    } catch {
      return .failure(Reason(text: "answers.yaml:\(error.position): \(error.message)"))
    }
  }

  /// Whether a submission was collected.
  public func contains(_ commit: ObjectID) throws(GitError) -> Bool {
    try repository.contains(commit)
  }

  /// The answers of a submission as written; nil if they are unreadable.
  func answerNodes(of commit: ObjectID) throws(GitError) -> [String: Node]? {
    try? document(of: commit).get()
  }
}

extension SubmittedAnswers {
  /// Parses an `answers.yaml`.
  public init(_ bytes: [UInt8]) {
    switch Submissions.entries(bytes) {
    case .success(let nodes): self = .answers(nodes.mapValues { AnswerValue($0) })
    case .failure(let reason): self = .unreadable(reason.text)
    }
  }
}
