import Git
import HubProtocol
import Model
import Storage

/// The result of a withdrawal.
public struct WithdrawalResult: Sendable {
  public let path: ContextPath
  /// The number that the withdrawn attempt had.
  public let attempt: Int
  public let commit: ObjectID
  /// The time of the receipt, or else of this computer.
  public let at: Instant
  /// The group whose attempt it was.
  public let group: String?
  /// Whether it had been withdrawn already.
  public let isRepeated: Bool
}

/// Withdrawing submissions.
extension StudentClone {
  /// Withdraws the last attempt at a worksheet, unless it was collected. The answers stay.
  ///
  /// The withdrawal is a commit on the attempt's branch. On a hub without receipts it also takes the
  /// place of the mark that `collect` sets, so that only one of the two succeeds.
  /// - Parameter dryRun: only determines the result.
  /// - Throws: `SubmitError`, `CloneError`, `GitError`.
  public func withdraw(_ worksheet: Worksheet, dryRun: Bool = false) throws -> WithdrawalResult {
    try locked {
      let path = worksheet.path
      let access = try hubAccess()
      for _ in 0..<StudentClone.patience {
        var branches = try reaching { try fetchMailbox(access, student) }
        let inbox = try inbox(at: branches[HubBranch.inbox])
        if inbox.state == .removed { throw CloneError.removed(subject: subject) }
        if inbox.permission == .readOnly { throw SubmitError.readOnly(subject: subject) }
        let mailbox = mailbox(of: inbox.entries[path.work])
        if mailbox != student {
          if !dryRun { try addRemote(of: mailbox) }
          branches = try access.fetchMailbox(mailbox, as: remoteName(of: mailbox))
        }
        // The branch can have a former name of the work.
        let names = try WorkNames(of: subject, in: files).names(of: path).reversed()
        guard
          let branch = names.map({ HubBranch.submission(of: $0) }).first(where: {
            branches[$0] != nil
          }), let tip = branches[branch]
        else { throw SubmitError.notSubmitted(path) }
        let local = try submissionTip(of: path, to: mailbox)
        let isCompleted =
          try !dryRun && completeWithdrawal(on: branch, branches, to: mailbox, access)
        let now = try isCompleted ? branches[HubBranch.collected(on: branch)] ?? tip : tip
        let attempts = try AttemptFiles.attempts(to: now, in: repository)
        if let known = try local.flatMap({ try AttemptFiles.attempts(to: $0, in: repository) }),
          let last = known.first, try repository.isAncestor(last.id, of: now),
          !attempts.contains(where: { $0.id == last.id })
        {
          // A killed command, or another computer, has withdrawn it.
          if !dryRun { try settle(path, branch, at: now, mailbox) }
          return try result(path, known.count, last.id, at: now, mailbox, isRepeated: true)
        }
        guard let last = attempts.first else {
          guard let attempt = try repository.commit(now).withdrawn else {
            throw SubmitError.notSubmitted(path)
          }
          if !dryRun { try settle(path, branch, at: now, mailbox) }
          return try result(path, 1, attempt, at: now, mailbox, isRepeated: true)
        }
        let mark = branches[HubBranch.collected(on: branch)]
        let collected = try repository.collected(at: mark)
        if let collected,
          try !repository.contains(collected)
            || repository.isAncestor(last.id, of: collected)
        {
          throw SubmitError.collected(path)
        }
        if inbox.grades[path.work].map({ $0.grade.attempts ?? $0.grade.attempt ?? 0 }) ?? 0
          >= attempts.count
        {
          throw SubmitError.collected(path)
        }
        let state = try state(of: worksheet, inbox)
        let hasReceipts = access.givesReceipts(branches)
        if dryRun || !hasReceipts { try checkOpen(state) }
        if dryRun {
          return try result(path, attempts.count, last.id, at: now, mailbox, isRepeated: false)
        }
        let new = try withdrawal(of: last.id, attempts.count, path, on: tip, collected)
        let marks =
          hasReceipts ? [] : [RefUpdate(HubBranch.collected(on: branch), to: new, from: mark)]
        let answer = try access.push(
          RefUpdate(branch, to: new, from: tip), with: marks, to: mailbox, knowing: branches)
        switch answer.outcome {
        case .moved, .upToDate:
          try settle(path, branch, at: new, mailbox)
          return try result(
            path, attempts.count, last.id, at: new, mailbox, isRepeated: false,
            receivedAt: answer.receivedAt)
        case .behind, .abandoned: continue
        case .refused(let reason):
          switch answer.reply {
          case .closed(_, let at, _): throw SubmitError.closed(path, at: state.closes ?? at)
          case .busy: throw SubmitError.busy(path)
          case .refused, nil: throw SubmitError.refused(path, reason: reason)
          case let reply?: throw SubmitError.reply(path, reply)
          }
        }
      }
      throw SubmitError.busy(path)
    }
  }

  /// Completes a withdrawal whose mark was set, but whose branch wasn't moved by a killed command.
  ///
  /// - Returns: whether there was one.
  func completeWithdrawal(
    on branch: String, _ branches: [String: ObjectID], to mailbox: String, _ access: HubAccess
  ) throws -> Bool {
    guard let tip = branches[branch], let mark = branches[HubBranch.collected(on: branch)],
      mark != tip, let withdrawal = try? repository.commit(mark), withdrawal.withdrawn != nil,
      try repository.isAncestor(tip, of: mark)
    else { return false }
    _ = try access.push(
      RefUpdate(branch, to: mark, from: tip), to: mailbox, knowing: branches)
    return true
  }

  /// Writes the commit that withdraws an attempt. It has the files of its parent, so that merging it
  /// changes nothing.
  private func withdrawal(
    of attempt: ObjectID, _ number: Int, _ path: ContextPath, on tip: ObjectID,
    _ collected: ObjectID?
  ) throws -> ObjectID {
    var trailers = ["\(HubTrailer.work): \(path.work)", "\(HubTrailer.withdraws): \(attempt)"]
    if let collected { trailers.append("\(HubTrailer.collected): \(collected)") }
    if try published() != nil { trailers.append("\(HubTrailer.school): \(try files.school().uid)") }
    let signature = try committer().signature
    let batch = ObjectBatch()
    let id = try batch.add(
      commit: CommitContent(
        tree: try repository.commit(tip).tree, parents: [tip], author: signature,
        committer: signature,
        message: "Withdraw \(path.work), attempt \(number)\n\n"
          + trailers.joined(separator: "\n") + "\n"))
    try repository.write(batch)
    return id
  }

  private func settle(
    _ path: ContextPath, _ branch: String, at commit: ObjectID, _ mailbox: String
  ) throws {
    let fetched = Ref.fetched(branch, from: remoteName(of: mailbox))
    try moved([Ref.submission(path), fetched], to: commit)
  }

  private func result(
    _ path: ContextPath, _ attempt: Int, _ commit: ObjectID, at withdrawal: ObjectID,
    _ mailbox: String, isRepeated: Bool, receivedAt: Instant? = nil
  ) throws -> WithdrawalResult {
    WithdrawalResult(
      path: path, attempt: attempt, commit: commit,
      at: try receivedAt ?? Instant(seconds: repository.commit(withdrawal).committer.seconds),
      group: mailbox == student ? nil : mailbox, isRepeated: isRepeated)
  }
}
