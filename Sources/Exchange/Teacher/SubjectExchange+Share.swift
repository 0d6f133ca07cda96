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
    let (head, files) = try committed()
    return try await share(head, files, isDryRun: dryRun)
  }

  /// What sharing would do if the school's files were these; the hub stays as it is.
  public func sharing(of files: SchoolFiles) async throws -> ShareReport {
    try await share(try committed().commit, files, isDryRun: true)
  }

  /// Sees that files name a hub of this school, and somebody to share with unless that was done
  /// before.
  ///
  /// - Throws: `ExchangeError.noHub`, `ExchangeError.otherSchool`, `ExchangeError.nobody`.
  public func checkCanShare(_ files: SchoolFiles) async throws {
    let hub = try hub(files)
    let isAnybody = try files.participants(of: subject).contains { $0.state != .removed }
    let layout = HubLayout(hub: hub, subject: subject)
    if isAnybody, hub.folder == nil { return }
    let main = try await state(of: [Channel(.subject, in: layout)], on: hub)[0]
    try checkIsThere(main, on: hub)
    try checkSchool(main, hub, uid: try files.school().uid)
    if !isAnybody, main.hub == nil { throw ExchangeError.nobody(subject: subject) }
  }

  private func share(
    _ head: ObjectID, _ files: SchoolFiles, isDryRun: Bool
  ) async throws -> ShareReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let hub = try hub(files)
    let outbox = try stores.outbox(subject)
    let cache = try GradeCache(outbox)
    var outgoing = try outgoing(head, files, at: now, cache: cache)
    if outgoing.lacksSubmissions, !mayMoveHub, try await isShared() {
      // The store was lost: what was graded is fetched again before it is quoted.
      let readings = try await readMailboxes(files)
      try move(readings, try store(readings))
      outgoing = try self.outgoing(head, files, at: now, cache: cache)
    }
    var report = ShareReport(source: head, isDryRun: isDryRun)
    report.leftOut = outgoing.projection.leftOut

    var channels = try await channels(of: outgoing, on: hub, outbox)
    if let error = channels[0].error {
      throw ExchangeError.hub(repository: channels[0].address.text, error)
    }
    try checkIsThere(channels[0], on: hub)
    try checkSchool(channels[0], hub, uid: outgoing.uid)
    if channels[0].hub == nil, outgoing.participants.allSatisfy({ $0.state == .removed }) {
      throw ExchangeError.nobody(subject: subject)
    }
    try takeAhead(&channels, hub, outbox, head, &report)
    let batch = try plan(&channels, outgoing, outbox, &report)
    if isDryRun { return report }

    try batch.write(to: outbox)
    try cache.save()
    try outbox.update(
      channels.compactMap { channel in
        guard let target = channel.target, target != channel.outbox else { return nil }
        return RefUpdate(channel.outboxBranch, to: target, expecting: .anything)
      })
    try await deliver(channels, to: hub, &report)
    if let main = channels[0].target, try outbox.reference(SchoolStores.delivered) != main {
      try outbox.update([RefUpdate(SchoolStores.delivered, to: main, expecting: .anything)])
    }
    if let path = hub.folder { report.notices += try notices(onFolder: path) }
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
    let desk = try desk(of: layout)
    let viaDesk = desk != nil
    var channels = [Channel(.subject, in: layout)]
    if viaDesk { channels.append(Channel(.access, in: layout, viaDesk: true)) }
    channels += outgoing.inboxes.keys.sorted().map {
      Channel(.inbox($0), in: layout, viaDesk: viaDesk)
    }
    channels = try await state(of: channels, on: hub, desk: desk)
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
  /// A mailbox from which nothing can be taken is left out, and reported.
  /// - Throws: `ExchangeError.colleagueIsAhead` where it was made from a commit of the school
  ///   that is not here.
  private func takeAhead(
    _ channels: inout [Channel], _ hub: HubAddress, _ outbox: Repository, _ head: ObjectID,
    _ report: inout ShareReport
  ) throws {
    var accepted: Set<String> = []
    var left: Set<Channel.Content> = []
    var taken: Set<Channel.Content> = []
    let ahead = try channels.filter { try isAhead($0, of: outbox) }
    for group in ProgramHub.byAddress(ahead) {
      do {
        try take(group, on: hub, into: outbox) {
          try checkSource(of: $0, $1, head, &accepted)
        }
        taken.formUnion(group.map(\.content))
      } catch let error as ExchangeError {
        if case .colleagueIsAhead = error { throw error }
        for channel in group {
          guard let mailbox = channel.mailbox else { throw error }
          report.failed.append((mailbox, error))
          left.insert(channel.content)
        }
      }
    }
    channels = channels.filter { !left.contains($0.content) }
    for index in channels.indices where taken.contains(channels[index].content) {
      channels[index].outbox = channels[index].hub
    }
  }

  /// Whether the hub has something on a channel that the outbox doesn't have.
  private func isAhead(_ channel: Channel, of outbox: Repository) throws(GitError) -> Bool {
    guard let tip = channel.hub, tip != channel.outbox else { return false }
    guard let own = channel.outbox, try outbox.contains(tip) else { return true }
    return try !outbox.isAncestor(tip, of: own)
  }

  /// Sees that a commit on the hub was made from a commit of this school that is here.
  private func checkSource(
    of commit: Commit, _ channel: Channel, _ head: ObjectID, _ accepted: inout Set<String>
  ) throws {
    guard let source = commit.trailer(HubTrailer.source) else {
      throw ExchangeError.foreignCommit(
        repository: channel.address.text, branch: channel.branch, commit: commit.id)
    }
    if accepted.contains(source) { return }
    guard let id = ObjectID(source), try school.repository.contains(id),
      try school.repository.isAncestor(id, of: head)
    else { throw ExchangeError.colleagueIsAhead(source: source) }
    accepted.insert(source)
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
      switch channel.content {
      case .inbox(let mailbox):
        tree = try batch.tree(
          updating: nil, in: batch, with: outgoing.inboxes[mailbox] ?? [:])
      case .access:
        tree = try batch.tree(
          updating: nil, in: batch, with: [AccessList.file: .write(outgoing.access)])
      case .subject:
        let isThere = before?.tree == outgoing.projection.tree
        tree =
          isThere
          ? outgoing.projection.tree : try batch.add(files: outgoing.projection.files)
      }
      if let before, before.tree == tree {
        batch.truncate(to: count)
        channels[index].target = before.id
      } else {
        let subject =
          switch channel.content {
          case .subject: "Share \(outgoing.subject)"
          case .access: "Update who takes part"
          case .inbox: "Update the inbox"
          }
        channels[index].target = try batch.add(
          commit: CommitContent(
            tree: tree, parents: before.map { [$0.id] } ?? [], author: signature,
            message: "\(subject)\n\n\(HubTrailer.source): \(outgoing.source)\n"))
      }
      if channel.content == .subject {
        try compare(with: outgoing, outbox, channels[index], &report)
      }
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
    let before = Dictionary(
      old.filter { $0.path.hasSuffix(suffix) }
        .map { (String($0.path.dropLast(suffix.count)), $0.entry.id) },
      uniquingKeysWith: { first, _ in first })
    let new = outgoing.projection.worksheets.map(\.path)
    report.appeared = new.filter { before[$0.work] == nil }
    report.rewritten = try new.filter { path in
      guard let id = before[path.work] else { return false }
      return try outgoing.projection.files[path.work + suffix]
        .map { try ObjectID.hash(blob: $0) } != id
    }
    report.disappeared = Set(before.keys).subtracting(new.map(\.work)).sorted().compactMap {
      ContextPath("\(subject)/\($0)")
    }
  }
}
