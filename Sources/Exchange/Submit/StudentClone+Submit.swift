import Git
import HubProtocol
import Model
import Storage
import Substrings

/// Why work can't be submitted.
public enum SubmitError: Error, Hashable, Sendable {
  case closed(ContextPath, at: Instant)
  case archived(ContextPath)
  /// No attempts left.
  case noAttemptsLeft(ContextPath, attempts: Int)
  case nothingAnswered(ContextPath)
  /// The work is only for viewing, or for practice.
  case notSubmittable(ContextPath)
  /// No attempt to withdraw is on the hub.
  case notSubmitted(ContextPath)
  /// The attempt to withdraw was collected.
  case collected(ContextPath)
  /// The student has read-only access.
  case readOnly(subject: String)
  /// Other members of the group kept submitting at the same time.
  case busy(ContextPath)
  /// The hub refused it, with a code.
  case reply(ContextPath, HubReply)
  /// The hub refused.
  case refused(ContextPath, reason: String)
  /// The file isn't a bundle with this student's work for this subject.
  case fileIsTaken(String)
  /// The bundle contains attempts that the local ones don't continue.
  case fileGoesElsewhere(String, ContextPath)
  /// The bundle would be too large to collect.
  case fileIsFull(String)
}

/// The result of a submission.
public struct SubmitResult: Sendable {
  public let path: ContextPath
  /// 1 for the first.
  public let attempt: Int
  public let commit: ObjectID
  /// The time of the receipt, or else of this computer.
  public let at: Instant
  /// Whether the hub gave a receipt.
  public let isProven: Bool
  public let isLate: Bool
  /// Whether the work is closed for this student, although other members of the group have more
  /// time.
  public let isTooLate: Bool
  /// Whether this is a new attempt; otherwise the work had already been submitted.
  public let isNew: Bool
  /// The mailbox of the group, for group work.
  public let group: String?
  /// Whether the hub's clock differs from this computer's.
  public internal(set) var isClockOff = false
  /// Submitted files from other members or other computers that were merged before.
  public internal(set) var files: [FileOutcome] = []
  /// The student's files into which other changes were merged before.
  public internal(set) var merged: [String] = []
  /// Conflicting answers; the local ones were submitted.
  public internal(set) var keptAnswers: [PullReport.KeptAnswers] = []
  /// The paths of other work in the bundle.
  public internal(set) var beside: [String] = []
}

/// Submitting.
extension StudentClone {
  /// The number of retries when others submit at the same time.
  static let patience = 5

  /// Submits a worksheet's folder as a new attempt.
  ///
  /// - Parameter dryRun: only determines the result.
  /// - Throws: `SubmitError`, `CloneError`, `GitError`.
  public func submit(_ worksheet: Worksheet, dryRun: Bool = false) throws -> SubmitResult {
    try locked {
      let path = worksheet.path
      let access = try hubAccess()
      for _ in 0..<StudentClone.patience {
        // The teacher may have extended the due date since the last pull.
        var branches = try reaching { try fetchMailbox(access, student) }
        let ownBranches = branches
        let inbox = try inbox(at: branches[HubBranch.inbox])
        let state = try state(of: worksheet, inbox)
        try check(state, inbox)
        let mailbox = mailbox(of: inbox.entries[path.work])
        if mailbox != student {
          if !dryRun { try addRemote(of: mailbox) }
          branches = try access.fetchMailbox(mailbox, as: remoteName(of: mailbox))
        }
        // If the hub writes receipts, its clock decides whether work is closed.
        if dryRun || state.isClosed(at: now) && !access.givesReceipts(branches) {
          try checkOpen(state)
        }
        let branch = HubBranch.submission(of: path.work)
        if !dryRun, try completeWithdrawal(on: branch, branches, to: mailbox, access) { continue }
        let tip = branches[branch]
        var plan = PullPlan(self)
        if let tip, !dryRun { try plan.mergeEarlier(path, from: tip, worksheet) }
        try plan.writeObjects()
        let files = plan.steps.isEmpty ? [] : try carryOut(plan.journal)
        let submission = try attempt(
          state, on: tip, knowing: try tip.map { [$0] } ?? former(path, in: branches), for: mailbox,
          seenAs: Ref.fetched(branch, from: remoteName(of: mailbox)), dryRun: dryRun
        ) { new in
          try access.push(RefUpdate(branch, to: new, from: tip), to: mailbox, knowing: branches)
        }
        guard var submission else { continue }
        if submission.isClockOff {
          // From now on, times shown here are those of the hub; 'pull' would fetch them as well.
          _ = try? access.fetchMailbox(mailbox, as: remoteName(of: mailbox))
        }
        submission.files = files
        submission.merged = plan.merged
        submission.keptAnswers = plan.keptAnswers
        if !dryRun {
          try record("Hand in \(path.work)")
          // A failure doesn't matter: the next time sends it.
          _ = try? sendActivity(ownBranches, access)
        }
        return submission
      }
      throw SubmitError.busy(path)
    }
  }

  /// Writes a worksheet's folder to a bundle as a new attempt.
  ///
  /// The bundle contains every local attempt at this work. It can be written again, and keeps other
  /// work.
  /// - Parameters:
  ///   - path: the path of the bundle.
  ///   - dryRun: only determines the result.
  /// - Throws: `SubmitError`, `CloneError`, `GitError`.
  public func submit(
    _ worksheet: Worksheet, into file: String, dryRun: Bool = false
  ) throws -> SubmitResult {
    try locked {
      let path = worksheet.path
      let inbox = try inbox()
      let state = try state(of: worksheet, inbox)
      try check(state, inbox)
      try checkOpen(state)
      let mailbox = mailbox(of: inbox.entries[path.work])
      let branch = BundleBranch(
        .submission(HubBranch.submission(of: path.work), mailbox: mailbox), of: subject)
      let held = try submittedFile(file, inbox)
      let tip = held.tip(of: branch)
      if let tip, try !isKnown(tip, path, mailbox) {
        throw SubmitError.fileGoesElsewhere(file, path)
      }
      let submission = try attempt(state, on: tip, for: mailbox, dryRun: dryRun) { new in
        var branches = [branch: new]
        branches[BundleBranch(.progress(student), of: subject)] = try activityCommit(inbox)
        try held.write(branches, from: repository)
        return HubAccess.Answer(outcome: .moved)
      }
      guard var submission else { throw SubmitError.busy(path) }
      submission.beside = held.works(beside: branch)
      if !dryRun { try record("Hand in \(path.work)") }
      return submission
    }
  }

  /// A bundle for submissions to the student's mailboxes.
  private func submittedFile(_ path: String, _ inbox: Inbox) throws -> SubmittedFile {
    let mailboxes = Set(inbox.entries.values.compactMap(\.mailbox) + [student])
    let school = try files.school().uid
    return try SubmittedFile(path) { reference, objects in
      guard let branch = BundleBranch(reference.name), branch.subject == subject else {
        return false
      }
      let mailbox: String
      switch branch.content {
      case .submission(let work, let owner) where HubBranch.work(of: work) != nil: mailbox = owner
      case .progress(let owner): mailbox = owner
      default: return false
      }
      if try repository.contains(reference.id) { return true }
      guard mailboxes.contains(mailbox), let commit = try? objects.commit(reference.id) else {
        return false
      }
      return commit.trailer(HubTrailer.school) ?? school == school
    }
  }

  /// Whether the last submission and a commit from elsewhere are in one line of history.
  ///
  /// A process killed after writing a bundle leaves a commit that is on no branch yet.
  private func isKnown(_ tip: ObjectID, _ path: ContextPath, _ mailbox: String) throws -> Bool {
    guard try repository.contains(tip) else { return false }
    guard let local = try submissionTip(of: path, to: mailbox) else { return true }
    return try repository.isAncestor(tip, of: local) || repository.isAncestor(local, of: tip)
  }

  private func check(_ state: WorkState, _ inbox: Inbox) throws {
    if inbox.state == .removed { throw CloneError.removed(subject: subject) }
    if inbox.permission == .readOnly { throw SubmitError.readOnly(subject: subject) }
    if !state.acceptsSubmissions { throw SubmitError.notSubmittable(state.path) }
    if state.terms.isArchived { throw SubmitError.archived(state.path) }
    if !state.faults.isEmpty { throw FaultyFiles(faults: state.faults) }
    if state.answered == 0 { throw SubmitError.nothingAnswered(state.path) }
  }

  /// Checks the closing time by this computer's clock.
  func checkOpen(_ state: WorkState) throws(SubmitError) {
    if state.terms.isArchived { throw .archived(state.path) }
    if let closes = state.closes, state.isClosed(at: now) { throw .closed(state.path, at: closes) }
  }

  /// The tolerated difference between a computer's clock and the hub's, in seconds, as in Kerberos
  /// (RFC 4120).
  private static let mostSkew: Int64 = 300

  /// Whether this computer's clock is wrong, or disagrees with the hub about lateness.
  private func isClockOff(_ state: WorkState, at received: Instant) throws -> Bool {
    let zone = try files.zone()
    return abs(received.seconds - now.seconds) > Self.mostSkew
      || state.isLate(at: received, in: zone) != state.isLate(at: now, in: zone)
  }

  /// Makes one attempt on top of the mailbox's.
  ///
  /// - Parameters:
  ///   - there: the mailbox's branch of the work.
  ///   - known: the same, or the branches of former names.
  ///   - remote: the local reference for that branch; nil for none.
  ///   - dryRun: only determines the attempt.
  ///   - deliver: pushes the commit.
  /// - Returns: nil if the branch was moved in the meantime.
  private func attempt(
    _ state: WorkState, on tip: ObjectID?, knowing known: [ObjectID] = [], for mailbox: String,
    seenAs remote: String? = nil, dryRun: Bool,
    _ deliver: (ObjectID) throws -> HubAccess.Answer
  ) throws -> SubmitResult? {
    let path = state.path
    let parent = try newest(tip, submissionTip(of: path, to: mailbox))
    let before = try parent.map { try AttemptFiles.attempts(to: $0, in: repository) } ?? []
    let batch = ObjectBatch()
    guard let tree = try submissionTree(path, in: batch) else {
      throw SubmitError.nothingAnswered(path)
    }
    let group = mailbox == student ? nil : mailbox
    func attemptResult(
      _ commit: Commit, attempt: Int, isNew: Bool, receivedAt: Instant? = nil
    ) throws -> SubmitResult {
      let at = receivedAt ?? Instant(seconds: commit.committer.seconds)
      return SubmitResult(
        path: path, attempt: attempt, commit: commit.id, at: at, isProven: receivedAt != nil,
        isLate: state.isLate(at: at, in: try files.zone()), isTooLate: state.isClosed(at: at),
        isNew: isNew, group: group)
    }
    let isSame = try before.first.map {
      try AttemptFiles.areSame(tree, in: batch, $0.tree, in: repository)
    }
    if let last = before.first, isSame == true, let parent, known.contains(parent) {
      if !dryRun { try moved([Ref.submission(path)], to: parent) }
      return try attemptResult(
        last, attempt: before.count, isNew: false,
        receivedAt: receivedAt(last.id, in: mailbox))
    }
    var (commit, new) = (before.first, parent)
    if isSame != true {
      let most = min(state.attempts ?? .max, SubmissionLimits.attempts)
      if before.count >= most { throw SubmitError.noAttemptsLeft(path, attempts: most) }
      let signature = try committer().signature
      let id = try batch.add(
        commit: CommitContent(
          tree: tree, parents: parent.map { [$0] } ?? [], author: signature,
          committer: signature, message: try message(path, before.count + 1)))
      (commit, new) = (try batch.commit(id), id)
      if !dryRun { try repository.write(batch) }
    }
    guard let commit, let new else { return nil }
    let count = commit.id == before.first?.id ? before.count : before.count + 1
    if dryRun { return try attemptResult(commit, attempt: count, isNew: true) }
    let answer = try deliver(new)
    switch answer.outcome {
    case .moved, .upToDate:
      try moved([Ref.submission(path)] + [remote].compactMap(\.self), to: new)
      var done = try attemptResult(
        commit, attempt: count, isNew: true, receivedAt: answer.receivedAt)
      done.isClockOff = try answer.receivedAt.map { try isClockOff(state, at: $0) } ?? false
      return done
    case .behind, .abandoned: return nil
    case .refused(let reason):
      switch answer.reply {
      case .closed(_, let at, _): throw SubmitError.closed(path, at: state.closes ?? at)
      case .busy: throw SubmitError.busy(path)
      case .refused, nil: throw SubmitError.refused(path, reason: reason)
      case let reply?: throw SubmitError.reply(path, reply)
      }
    }
  }

  /// The commits of the mailbox's branches for former names of the work.
  private func former(_ path: ContextPath, in branches: [String: ObjectID]) throws -> [ObjectID] {
    try WorkNames(of: subject, in: files).names(of: path).compactMap {
      branches[HubBranch.submission(of: $0)]
    }
  }

  /// The parent of a new attempt: the mailbox's latest attempt, or the local one if the mailbox
  /// lost some.
  private func newest(_ remote: ObjectID?, _ local: ObjectID?) throws -> ObjectID? {
    guard let remote else { return local }
    if let local, try repository.isAncestor(remote, of: local) { return local }
    return remote
  }

  func moved(_ references: [String], to commit: ObjectID) throws {
    try repository.update(references.map { RefUpdate($0, to: commit, expecting: .anything) })
  }

  private func message(_ path: ContextPath, _ attempt: Int) throws -> String {
    var trailers = ["\(HubTrailer.work): \(path.work)"]
    if let base = try published() {
      trailers.append("\(HubTrailer.base): \(base)")
      trailers.append("\(HubTrailer.school): \(try files.school().uid)")
    }
    return "Hand in \(path.work), attempt \(attempt)\n\n" + trailers.joined(separator: "\n") + "\n"
  }
}
