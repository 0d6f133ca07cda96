import Git
import Hub
import Model
import Storage

/// Leaving a subject.
extension StudentClone {
  /// Tells the hub, or else the teacher through the mailbox, that the student takes part no more.
  /// The clone stays as it is.
  ///
  /// - Parameter dryRun: does nothing but see whether they take part.
  /// - Returns: whether it counts at once; otherwise from when the teacher collects.
  /// - Throws: `CloneError.removed` where they don't already, `AdmissionError`, `GitError`.
  public func leave(dryRun: Bool = false) throws -> Bool {
    try locked {
      try reaching {
        // A hub that knows of it says so at once.
        let there = try fetchMailbox(try hubAccess(), student)
        try checkTakesPart(there)
        if dryRun { return try hub().root.folder == nil }
        if try tellHub() { return true }
        return try tellMailbox(there)
      }
    }
  }

  /// - Returns: false where the hub is none that can be told.
  private func tellHub() throws -> Bool {
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

  /// Sees that the student takes part, and has not left yet.
  private func checkTakesPart(_ there: [String: ObjectID]) throws {
    guard let commit = there[HubBranch.inbox] else {
      throw CloneError.noParticipant(student, subject: subject)
    }
    // A hub that gives receipts has taken it for that, and lets in who takes part.
    let progress = there[HubBranch.receipts] == nil ? there[HubBranch.progress] : nil
    let said = Departure(at: progress, in: repository)
    let inbox = try inbox(at: commit)
    if inbox.state == .removed || said?.ends(inbox.since) ?? false {
      throw CloneError.removed(subject: subject)
    }
  }

  /// - Returns: whether the hub has taken it for that.
  private func tellMailbox(_ there: [String: ObjectID]) throws -> Bool {
    let access = try hubAccess()
    switch try sayGoodbye(there, access) {
    case .moved, .upToDate: break
    case .refused(let reason): throw AdmissionError.refused(reason)
    case .behind, .abandoned:
      throw GitError(.modified, "the mailbox changed meanwhile", path: HubBranch.progress)
    }
    do {
      _ = try access.fetchMailbox(student, as: remoteName(of: student))
      return false
    } catch let error as GitError {
      return error.hubReply == .removed(subject: subject) || error.code == .permission
    }
  }

  private func sayGoodbye(
    _ there: [String: ObjectID], _ access: HubAccess
  ) throws -> PushResult.Fate {
    let farewell = Departure(at: now, since: try inbox(at: there[HubBranch.inbox]).since)
    func report(leaving: Bool) throws -> PushResult.Fate {
      try self.report("Leave \(subject)", on: there, access, leaving: leaving) { _ in
        [Departure.file: .write(farewell.bytes)]
      }
    }
    do {
      return try report(leaving: false)
    } catch let refusal as GitError where refusal.keepsFromSubmitting {
      // Who may not hand in may leave all the same.
      guard try hub().root.folder == nil else { throw refusal }
      do {
        return try report(leaving: true)
      } catch let error as GitError where error.isMissing {
        // A hub of others has no such door.
        throw refusal
      }
    }
  }
}

extension GitError {
  /// Whether the hub takes no submissions from this student, who may leave all the same.
  fileprivate var keepsFromSubmitting: Bool {
    switch hubReply {
    case .readOnly, .removed, .pending, .mailboxFull, .diskFull: true
    default: [.permission, .noSpaceThere].contains(code)
    }
  }
}
