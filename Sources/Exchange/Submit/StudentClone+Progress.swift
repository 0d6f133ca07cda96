import Git
import HubProtocol
import Model
import Storage

/// Messages to the teacher on the branch `progress` of the student's mailbox.
extension StudentClone {
  /// The maximum length of a question in characters.
  public static let longestRequest = RequestFile.longest

  /// Asks the teacher about a returned exercise.
  ///
  /// - Throws: `SubmitError.readOnly`, `.refused`, `.busy`, `CloneError`, `GitError`.
  public func ask(_ text: String, about exercise: String, of path: ContextPath) throws {
    try locked {
      let access = try hubAccess()
      for _ in 0..<StudentClone.patience {
        let branches = try reaching { try fetchMailbox(access, student) }
        let inbox = try inbox(at: branches[HubBranch.inbox])
        if inbox.state == .removed { throw CloneError.removed(subject: subject) }
        if inbox.permission == .readOnly { throw SubmitError.readOnly(subject: subject) }
        let outcome = try report("Ask about \(path.work)/\(exercise)", on: branches, access) {
          tip in
          var file = RequestFile(at: tip, in: repository)
          file.add(
            .init(work: path.work, exercise: exercise, request: .init(text: text, at: now)))
          return [RequestFile.name: .write(file.bytes)]
        }
        switch outcome {
        case .moved, .upToDate: return
        case .refused(let reason): throw SubmitError.refused(path, reason: reason)
        case .behind, .abandoned: continue
        }
      }
      throw SubmitError.busy(path)
    }
  }

  /// The student's questions about the exercises of a worksheet, by current names.
  public func requests(about worksheet: Worksheet) throws -> [String: Marks.Request] {
    let branch = Ref.fetched(HubBranch.progress, from: remoteName(of: student))
    let file = RequestFile(at: try repository.reference(branch), in: repository)
    if file.entries.isEmpty { return [:] }
    let names = try WorkNames(of: subject, in: files).names(of: worksheet.path)
    return Dictionary(
      file.entries.filter { names.contains($0.work) }.map { entry in
        (worksheet.exercise(everCalled: entry.exercise)?.id ?? entry.exercise, entry.request)
      }, uniquingKeysWith: { $1 })
  }

  /// Pushes changed files to the branch.
  ///
  /// - Parameters:
  ///   - there: the mailbox's branches, as just fetched.
  ///   - leaving: whether to use the mailbox's leave address.
  ///   - changes: the changes on top of a commit of the branch.
  func report(
    _ summary: String, on branches: [String: ObjectID], _ access: HubAccess, leaving: Bool = false,
    _ changes: (ObjectID?) throws -> [String: TreeChange]
  ) throws -> PushResult.Outcome {
    let tip = branches[HubBranch.progress]
    let batch = ObjectBatch()
    let before = try tip.map { try repository.commit($0).tree }
    let tree = try batch.tree(updating: before, in: repository, with: try changes(tip))
    let signature = try committer().signature
    let commit = try batch.add(
      commit: CommitContent(
        tree: tree, parents: tip.map { [$0] } ?? [], author: signature, committer: signature,
        message: summary + "\n"))
    try repository.write(batch)
    let outcome = try access.push(
      RefUpdate(HubBranch.progress, to: commit, from: tip), to: student, knowing: branches,
      leaving: leaving
    ).outcome
    if outcome == .moved || outcome == .upToDate {
      let branch = Ref.fetched(HubBranch.progress, from: remoteName(of: student))
      try repository.update([RefUpdate(branch, to: commit, expecting: .anything)])
    }
    return outcome
  }
}
