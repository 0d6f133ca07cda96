import Git
import Hub
import Model
import Storage

/// Leaving a subject.
extension StudentClone {
  /// Tells the hub, or else the teacher through the mailbox, that the student takes part no more.
  /// The clone stays as it is.
  ///
  /// - Returns: whether it counts at once; otherwise from when the teacher collects.
  /// - Throws: `CloneError.removed` where they don't already, `AdmissionError`, `GitError`.
  public func leave() throws -> Bool {
    try locked {
      try reaching {
        if try tellHub() { return true }
        try tellMailbox()
        return false
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
    } catch AdmissionError.refused, AdmissionError.noServer {
      return false
    }
  }

  private func tellMailbox() throws {
    let access = try hubAccess()
    let there = try fetchMailbox(access, student)
    guard let inbox = there[HubBranch.inbox] else {
      throw CloneError.noParticipant(student, subject: subject)
    }
    if try self.inbox(at: inbox).state == .removed { throw CloneError.removed(subject: subject) }
    let tip = there[HubBranch.progress]
    let batch = ObjectBatch()
    let before = try tip.map { try repository.commit($0).tree }
    let tree = try batch.tree(
      updating: before, in: repository,
      with: [Departure.file: .write(Departure.bytes(at: now))])
    let signature = try committer().signature
    let commit = try batch.add(
      commit: CommitContent(
        tree: tree, parents: tip.map { [$0] } ?? [], author: signature, committer: signature,
        message: "Leave \(subject)\n"))
    try repository.write(batch)
    let fate = try access.push(
      RefUpdate(HubBranch.progress, to: commit, from: tip), to: student, knowing: there)
    switch fate {
    case .moved, .upToDate: return
    case .refused(let reason): throw AdmissionError.refused(reason)
    case .behind, .abandoned:
      throw GitError(.modified, "the mailbox changed meanwhile", path: HubBranch.progress)
    }
  }
}
