import Git
import Hub
import Model
import Storage

extension SubjectExchange {
  /// Makes the hub equal to what the school's newest commit says now.
  ///
  /// `main` goes out before the inboxes, each branch as a whole and only from where it was seen.
  /// What a mailbox's failure leaves undone, the next share does.
  /// - Throws: `ExchangeError`, `FaultyFiles`, `MissingObject`, `GitError`; then no branch of the
  ///   hub moved but perhaps `main`.
  public func share(dryRun: Bool = false) async throws -> ShareReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let (head, files) = try committed()
    let hub = try hub(files)
    let outbox = try stores.outbox(subject)
    let cache = try GradeCache(outbox)
    var outgoing = try outgoing(head, files, at: now, cache: cache)
    if outgoing.lacksSubmissions, try await isShared() {
      // The store was lost: what was graded is fetched again before it is quoted.
      let readings = try await readMailboxes(files)
      try move(readings, try store(readings))
      outgoing = try self.outgoing(head, files, at: now, cache: cache)
    }
    var report = ShareReport(source: head, isDryRun: dryRun)
    report.leftOut = outgoing.projection.leftOut

    var channels = try await channels(of: outgoing, on: hub, outbox)
    try checkSchool(channels[0], hub, uid: outgoing.uid)
    if channels[0].hub == nil, outgoing.participants.allSatisfy({ $0.state == .removed }) {
      throw ExchangeError.nobody(subject: subject)
    }
    try await takeAhead(&channels, hub, outbox, head)
    let batch = try plan(&channels, outgoing, outbox, &report)
    if dryRun { return report }

    try batch.write(to: outbox)
    try cache.save()
    try outbox.update(
      channels.compactMap { channel in
        guard let target = channel.target, target != channel.outbox else { return nil }
        return RefUpdate(channel.outboxBranch, to: target, expecting: .anything)
      })
    try await deliver(channels, to: hub, &report)
    if hub.folder != nil, try stores.isFirst(.folderKeepsNobodyApart) {
      report.notices.append(.folderKeepsNobodyApart)
    }
    return report
  }

  // MARK: What is there

  /// Every branch that the teacher's side writes: `main` first, then the inboxes by mailbox.
  ///
  /// Who was removed hears of it where there is a mailbox, and gets none.
  func channels(
    of outgoing: Outgoing, on hub: HubAddress, _ outbox: Repository
  ) async throws -> [Channel] {
    let layout = HubLayout(hub: hub, subject: subject)
    let removed = Set(outgoing.participants.filter { $0.state == .removed }.map(\.id))
    var channels = [Channel(mailbox: nil, in: layout)]
    channels += outgoing.inboxes.keys.sorted().map { Channel(mailbox: $0, in: layout) }
    channels = try await state(of: channels, on: hub)
    var known: [String: ObjectID] = [:]
    for reference in try outbox.references(under: "refs/heads") {
      known[reference.name] = reference.id
    }
    for index in channels.indices {
      channels[index].outbox = known[channels[index].outboxBranch]
    }
    return channels.filter { channel in
      channel.exists || !(channel.mailbox.map(removed.contains) ?? false)
    }
  }

  /// A hub serves one school: what it has of this subject, or of another, is of this school.
  private func checkSchool(_ main: Channel, _ hub: HubAddress, uid: String) throws {
    guard let path = hub.folder, let folder = try FolderHub.open(path) else { return }
    for subject in main.hub == nil ? try folder.folders() : [subject] {
      if let owner = FolderHub.school(of: subject, on: folder), owner != uid {
        throw ExchangeError.otherSchool(hub: path)
      }
    }
  }

  /// Takes into the outbox what a colleague shared from another machine, or what was shared
  /// before the outbox was lost.
  ///
  /// - Throws: `ExchangeError.colleagueIsAhead` where it was made from a commit of the school
  ///   that is not here.
  private func takeAhead(
    _ channels: inout [Channel], _ hub: HubAddress, _ outbox: Repository, _ head: ObjectID
  ) async throws {
    var accepted: Set<String> = []
    for index in channels.indices {
      let channel = channels[index]
      guard let tip = channel.hub, tip != channel.outbox else { continue }
      if let own = channel.outbox, try outbox.contains(tip), try outbox.isAncestor(tip, of: own) {
        continue
      }
      try await take(tip, of: channel, on: hub, into: outbox)
      guard let source = try outbox.commit(tip).trailer(HubTrailer.source) else {
        throw ExchangeError.foreignCommit(
          repository: channel.address.text, branch: channel.branch, commit: tip)
      }
      if !accepted.contains(source) {
        guard let id = ObjectID(source), try school.repository.contains(id),
          try school.repository.isAncestor(id, of: head)
        else { throw ExchangeError.colleagueIsAhead(source: source) }
        accepted.insert(source)
      }
      channels[index].outbox = tip
    }
  }

  // MARK: What should be there

  /// Makes in memory what is missing in the outbox, and says for each branch where it should be.
  private func plan(
    _ channels: inout [Channel], _ outgoing: Outgoing, _ outbox: Repository,
    _ report: inout ShareReport
  ) throws -> ObjectBatch {
    let batch = ObjectBatch()
    let signature = outgoing.signature(at: now)
    for index in channels.indices {
      let channel = channels[index]
      if channel.error != nil { continue }
      let before = try channel.outbox.map { try outbox.commit($0) }
      let count = batch.count
      let tree: ObjectID
      if let mailbox = channel.mailbox {
        tree = try batch.tree(
          updating: nil, in: batch, with: outgoing.inboxes[mailbox] ?? [:])
      } else if before?.tree == outgoing.projection.tree {
        tree = outgoing.projection.tree
      } else {
        tree = try batch.add(files: outgoing.projection.files)
      }
      if let before, before.tree == tree {
        batch.truncate(to: count)
        channels[index].target = before.id
      } else {
        let subject = channel.mailbox == nil ? "Share \(outgoing.subject)" : "Update the inbox"
        channels[index].target = try batch.add(
          commit: CommitContent(
            tree: tree, parents: before.map { [$0.id] } ?? [], author: signature,
            message: "\(subject)\n\n\(HubTrailer.source): \(outgoing.source)\n"))
      }
      if channel.mailbox == nil { try compare(with: outgoing, outbox, channels[index], &report) }
    }
    for channel in channels.dropFirst() {
      guard let mailbox = channel.mailbox else { continue }
      if let error = channel.error {
        report.failed.append((mailbox, .hub(repository: channel.address.text, error)))
      } else if channel.target != channel.hub {
        if !channel.exists { report.made.append(mailbox) }
        report.changed.append(mailbox)
      }
    }
    return batch
  }

  /// Which worksheets come and go.
  private func compare(
    with outgoing: Outgoing, _ outbox: Repository, _ main: Channel,
    _ report: inout ShareReport
  ) throws {
    report.isFirst = main.hub == nil
    report.isSubjectChanged = main.target != main.hub
    let shown = try main.hub.flatMap { try outbox.contains($0) ? outbox.commit($0) : nil }
    let suffix = "/worksheet.yaml"
    let old = try shown.map { try outbox.files(in: $0.tree) } ?? []
    let oldPaths = Set(
      old.map(\.path).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) })
    let new = outgoing.projection.worksheets.map(\.path)
    report.appeared = new.filter { !oldPaths.contains($0.work) }
    report.disappeared = oldPaths.subtracting(new.map(\.work)).sorted().compactMap {
      ContextPath("\(subject)/\($0)")
    }
  }
}
