import Git
import HubProtocol
import Model
import Storage

/// Sending activity to the teacher, on the branch `progress` of the student's mailbox.
extension StudentClone {
  /// The activity that the teacher gets: at assigned worksheets and files, by path below the
  /// subject.
  ///
  /// Unreadable records are left out, and so is the running session.
  public func reportedActivity(_ inbox: Inbox) throws -> [String: ActivitySummary] {
    guard inbox.sendsActivity, inbox.state != .removed, inbox.permission == .readWrite else {
      return [:]
    }
    var found: [String: ActivitySummary] = [:]
    for (work, entry) in inbox.entries where entry.isAssigned {
      guard let path = ContextPath("\(subject)/\(work)"), path.file != nil || !path.isHandout
      else { continue }
      let place = ActivityPlace(path)
      guard let record = try? activity(of: place.path),
        let summary = ActivitySummary(place.file.map(record.record) ?? record)
      else { continue }
      if summary.size <= ActivitySummary.longestLine { found[work] = summary }
    }
    return found
  }

  /// The activity that was last sent, as text; nil for none.
  public func sentActivity() throws -> String? {
    let branch = Ref.fetched(HubBranch.progress, from: remoteName(of: student))
    let sent = try [branch, Ref.bundledActivity].compactMap { try repository.reference($0) }
      .max { try repository.commit($0).committer.seconds < repository.commit($1).committer.seconds }
    return try activityFile(at: sent).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Sends the activity if the hub lacks it.
  ///
  /// - Returns: whether there was something to send.
  /// - Throws: `CloneError`, `GitError`, `SubmitError`.
  @discardableResult
  public func sendActivity() throws -> Bool {
    try locked {
      let branch = Ref.fetched(HubBranch.progress, from: remoteName(of: student))
      let choice = try newChoice(since: repository.reference(branch))
      if try choice == nil && reportedActivity(inbox()).isEmpty { return false }
      let access = try hubAccess()
      return try sendActivity(try reaching { try fetchMailbox(access, student) }, access)
    }
  }

  /// Sends the activity if the hub lacks it.
  ///
  /// - Parameter branches: the branches of the student's mailbox, as just fetched.
  @discardableResult
  func sendActivity(_ branches: [String: ObjectID], _ access: HubAccess) throws -> Bool {
    let files = try newReports(
      try inbox(at: branches[HubBranch.inbox]), since: branches[HubBranch.progress])
    if files.isEmpty { return false }
    let fate = try report("Report activity", on: branches, access) { _ in files }
    if case .refused(let reason) = fate {
      throw SubmitError.refused(ContextPath(subject: subject), reason: reason)
    }
    return true
  }

  /// Writes a commit with the activity for a bundle; nil if there is none.
  func activityCommit(_ inbox: Inbox) throws -> ObjectID? {
    let reports = try newReports(inbox, since: nil)
    if reports.isEmpty { return nil }
    let batch = ObjectBatch()
    let tree = try batch.tree(updating: nil, in: batch, with: reports)
    let signature = try committer().signature
    let commit = try batch.add(
      commit: CommitContent(
        tree: tree, parents: [], author: signature, committer: signature,
        message: "Report activity\n\n\(HubTrailer.school): \(try files.school().uid)\n"))
    try repository.write(batch)
    try repository.update([RefUpdate(Ref.bundledActivity, to: commit, expecting: .anything)])
    return commit
  }

  /// The files about activity that a commit of the branch `progress` lacks.
  private func newReports(
    _ inbox: Inbox, since tip: ObjectID?
  ) throws -> [String: TreeChange] {
    var files: [String: TreeChange] = [:]
    let summaries = try reportedActivity(inbox)
    let bytes = ActivityReportFile.bytes(summaries)
    if try !summaries.isEmpty && activityFile(at: tip) != bytes {
      files[ActivityReportFile.name] = .write(bytes)
    }
    if inbox.permission == .readWrite, inbox.state != .removed,
      let choice = try newChoice(since: tip)
    {
      files[LeaderboardChoice.file] = .write(choice.bytes)
    }
    return files
  }

  private func activityFile(at commit: ObjectID?) throws -> [UInt8]? {
    guard let commit else { return nil }
    let tree = try repository.commit(commit).tree
    return try repository.file(
      at: ActivityReportFile.name, in: tree, limit: ActivityReportFile.largest)
  }
}
