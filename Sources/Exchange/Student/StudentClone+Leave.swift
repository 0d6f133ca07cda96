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
    if dryRun {
      if try inbox().state == .removed { throw CloneError.removed(subject: subject) }
      return try hub().root.folder == nil
    }
    return try locked {
      try reaching {
        if try tellHub() { return true }
        return try tellMailbox()
      }
    }
  }

  /// - Returns: false where the hub is none that can be told.
  private func tellHub() throws -> Bool {
    let layout = try hub()
    guard layout.root.folder == nil, let admission = try? Admission(layout) else { return false }
    do {
      try admission.leave()
      return true
    } catch AdmissionError.refused, AdmissionError.noSubject, AdmissionError.noServer {
      return false
    }
  }

  /// - Returns: whether the hub has taken it for that.
  private func tellMailbox() throws -> Bool {
    let access = try hubAccess()
    let there = try fetchMailbox(access, student)
    guard let inbox = there[HubBranch.inbox] else {
      throw CloneError.noParticipant(student, subject: subject)
    }
    if try self.inbox(at: inbox).state == .removed { throw CloneError.removed(subject: subject) }
    let fate = try report("Leave \(subject)", on: there, access) { _ in
      [Departure.file: .write(Departure.bytes(at: now))]
    }
    switch fate {
    case .moved, .upToDate: break
    case .refused(let reason): throw AdmissionError.refused(reason)
    case .behind, .abandoned:
      throw GitError(.modified, "the mailbox changed meanwhile", path: HubBranch.progress)
    }
    do {
      _ = try access.fetchMailbox(student, as: remoteName(of: student))
      return false
    } catch let error as GitError {
      return error.code == .permission
    }
  }
}
