import Git
import HubProtocol
import Model
import Storage
import Text

/// Leaving a subject.
extension StudentClone {
  /// Leaves the subject by notifying the hub or, through the mailbox, the teacher. The clone is
  /// kept.
  ///
  /// - Parameter dryRun: only checks whether the student participates.
  /// - Returns: whether it takes effect immediately; otherwise when the teacher collects.
  /// - Throws: `CloneError.removed` if the student doesn't participate, `AdmissionError`,
  ///   `GitError`.
  public func leave(dryRun: Bool = false) throws -> Bool {
    try locked {
      try reaching {
        // A hub that knows about it says so immediately.
        let branches = try fetchMailbox(try hubAccess(), student)
        try checkParticipates(branches)
        if dryRun { return try hub().root.folder == nil }
        if try leaveThroughHub() { return true }
        return try leaveThroughMailbox(branches)
      }
    }
  }

  /// - Returns: false if the hub can't be notified.
  private func leaveThroughHub() throws -> Bool {
    let layout = try hub()
    guard layout.root.folder == nil,
      let admission = try? Admission(
        layout, sshCommand: repository.setting(HubAccess.sshCommand))
    else { return false }
    do {
      try admission.leave()
      return true
    } catch AdmissionError.refused, AdmissionError.reply, AdmissionError.noSubject,
      AdmissionError.noServer
    {
      return false
    }
  }

  /// Checks that the student participates and hasn't left yet.
  private func checkParticipates(_ branches: [String: ObjectID]) throws {
    guard let commit = branches[HubBranch.inbox] else {
      throw CloneError.noParticipant(student, subject: subject)
    }
    // A hub with receipts has already processed it, and authorizes current participants.
    let progress = branches[HubBranch.receipts] == nil ? branches[HubBranch.progress] : nil
    let notice = LeaveNotice(at: progress, in: repository)
    let inbox = try inbox(at: commit)
    if inbox.state == .removed || notice?.ends(inbox.since) ?? false {
      throw CloneError.removed(subject: subject)
    }
  }

  /// - Returns: whether the hub has processed it.
  private func leaveThroughMailbox(_ branches: [String: ObjectID]) throws -> Bool {
    let access = try hubAccess()
    switch try pushLeaveNotice(branches, access) {
    case .moved, .upToDate: break
    case .refused(let reason): throw AdmissionError.refused(reason)
    case .behind, .abandoned:
      throw GitError(.modified, "the mailbox has changed in the meantime", path: HubBranch.progress)
    }
    do {
      _ = try access.fetchMailbox(student, as: remoteName(of: student))
      return false
    } catch let error as GitError {
      return error.hubReply == .removed(subject: subject) || error.code == .permission
    }
  }

  private func pushLeaveNotice(
    _ branches: [String: ObjectID], _ access: HubAccess
  ) throws -> PushResult.Outcome {
    let farewell = LeaveNotice(at: now, since: try inbox(at: branches[HubBranch.inbox]).since)
    func report(leaving: Bool) throws -> PushResult.Outcome {
      try self.report("Leave \(subject)", on: branches, access, leaving: leaving) { _ in
        [LeaveNotice.file: .write(farewell.bytes)]
      }
    }
    do {
      return try report(leaving: false)
    } catch let refusal as GitError where refusal.keepsFromSubmitting {
      // Students with read-only access can leave, too.
      guard try hub().root.folder == nil else { throw refusal }
      do {
        return try report(leaving: true)
      } catch let error as GitError where error.isMissing {
        // Other hubs have no such address.
        throw refusal
      }
    }
  }
}

extension GitError {
  /// Whether the hub accepts no submissions from this student, who can still leave.
  fileprivate var keepsFromSubmitting: Bool {
    switch hubReply {
    case .readOnly, .removed, .pending, .mailboxFull, .diskFull: true
    default: [.permission, .remoteDiskIsFull].contains(code)
    }
  }
}
