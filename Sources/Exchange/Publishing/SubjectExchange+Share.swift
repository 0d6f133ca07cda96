import Git
import HubProtocol
import Model
import Storage

extension SubjectExchange {
  /// Updates the hub to the school's latest commit.
  ///
  /// `main` is pushed before the inboxes. Each branch is updated atomically, and only from its
  /// known commit. The next share completes failed mailboxes.
  /// - Parameter purging: whether to remove the former history: every branch starts again and, if
  ///   the hub supports it, unreachable objects are removed.
  /// - Parameter scope: the worksheets or contexts that may become visible; others are held back.
  ///   Nil for all. The first share of a subject holds nothing back.
  /// - Parameter isWanted: decides, given the planned changes, whether to proceed.
  /// - Throws: `ExchangeError`, `FaultyFiles`, `MissingObject`, `GitError`; then no branch of the
  ///   hub was updated, except perhaps `main`.
  public func share(
    purging: Bool = false, publishing scope: [ContextPath]? = nil,
    if isWanted: (ShareReport) -> Bool = { _ in true }
  ) async throws -> ShareReport {
    let (head, files) = try committed()
    var report = try await share(
      head, files, isPurging: purging, publishing: scope, if: isWanted)
    if !report.isDryRun, !report.newlySolved.isEmpty {
      _ = try school.change("share", subject, by: committer) { change in
        report.unwritable.add(try change.noteSolutions(of: report.newlySolved, at: now))
      }
    }
    return report
  }

  /// The effect of sharing if the school had these files, without changing the hub.
  public func sharing(of files: SchoolFiles) async throws -> ShareReport {
    try await share(try committed().commit, files) { _ in false }
  }

  /// Checks that files name a reachable hub of this school, and that there is someone to share with
  /// unless the subject was shared before.
  ///
  /// - Parameter asking: whether to contact a network hub now instead of when sharing.
  /// - Throws: `ExchangeError`: `.noHub`, `.otherSchool`, `.noParticipants`, `.hub`.
  public func checkCanShare(_ files: SchoolFiles, asking: Bool) async throws {
    let hub = try hub(files)
    let isAnybody = try !files.participants(of: subject).current.isEmpty
    let layout = HubLayout(hub: hub, subject: subject)
    if isAnybody, hub.folder == nil, !asking { return }
    let reached = try await reach(layout, on: hub)
    let main = reached.main
    if let error = main.error {
      throw ExchangeError.hub(repository: main.address.text, error)
    }
    self.reached = reached
    try checkExists(main, on: hub)
    try checkSchool(main, hub, uid: try files.school().uid)
    if !isAnybody, main.hub == nil { throw ExchangeError.noParticipants(subject: subject) }
  }

  /// The effect of sharing as far as known locally, without contacting a network hub.
  ///
  /// - Returns: nil if the subject was never shared on such a hub from here.
  public func pending() async throws -> ShareReport? {
    let (head, files) = try committed()
    let isFolder = try hub(files).folder != nil
    guard try isFolder || wasDelivered() else { return nil }
    return try await share(head, files, asking: isFolder) { _ in false }
  }

  /// - Parameter asking: whether to ask the hub for its state, instead of using the last known
  ///   one.
  private func share(
    _ head: ObjectID, _ files: SchoolFiles, asking: Bool = true, isPurging: Bool = false,
    publishing scope: [ContextPath]? = nil, if isWanted: (ShareReport) -> Bool
  ) async throws -> ShareReport {
    let lock = try stores.lockIfWritable()
    defer { withExtendedLifetime(lock) {} }
    let hub = try hub(files)
    let outbox = try stores.outbox(subject)
    let cache = try GradeCache(outbox)
    var outgoing = try outgoing(head, files, at: now, cache: cache)
    if outgoing.lacksSubmissions, !mayMoveHub, asking, try await isShared() {
      // The store was lost: graded work is fetched again before it is used. Updating references is
      // left to the next collect, which records new submissions.
      _ = try store(try await readMailboxes(files))
      outgoing = try self.outgoing(head, files, at: now, cache: cache)
    }
    try checkHandouts(outgoing)
    var report = ShareReport(source: head)
    report.newlySolved = outgoing.newlySolved
    report.leftOut = outgoing.projection.leftOut
    report.unwritable = outgoing.failures

    var channels = try await channels(of: outgoing, on: hub, outbox, asking: asking)
    try checkExists(channels[0], on: hub)
    try checkSchool(channels[0], hub, uid: outgoing.uid)
    if channels[0].hub == nil, outgoing.participants.current.isEmpty {
      throw ExchangeError.noParticipants(subject: subject)
    }
    try adoptNewerInboxes(
      &channels, hub, outbox, head, outgoing, &report, isPurging: isPurging)
    if let scope {
      let held = try appearing(outgoing, outbox, channels[0], outside: scope)
      if !held.isEmpty {
        outgoing = try self.outgoing(
          head, files, at: now, cache: cache, holdingBack: Set(held))
        report.held = held
      }
    }
    let batch = try plan(&channels, outgoing, outbox, &report, isPurging: isPurging)
    let unfinished = try outbox.reference(SchoolStores.unfinished)
    if !asking { report.isUnfinished = unfinished != nil }
    if !isWanted(report) { return report }
    report.isDryRun = false

    try batch.write(to: outbox)
    try cache.save()
    var moving = channels.compactMap { channel -> RefUpdate? in
      guard let target = channel.target, target != channel.outbox else { return nil }
      return RefUpdate(channel.outboxBranch, to: target, expecting: .anything)
    }
    if unfinished == nil, !report.isUnchanged {
      moving.append(
        RefUpdate(SchoolStores.unfinished, to: channels[0].target, expecting: .anything))
    }
    try outbox.update(moving)
    try await deliver(channels, to: hub, &report)
    if stores.hasDesk(subject) {
      report.departed = try deskNews(files).filter { $0.what == .left }
    }
    report.isKeptByServer = hub.folder == nil && !channels[0].isServed
    try note(channels[0].target, isFinished: report.failed.isEmpty, in: outbox)
    try note(hub, in: outbox)
    if let path = hub.folder { report.notices += try notices(onFolder: path) }
    return report
  }

  /// The worksheets outside some contexts that students would see for the first time; none for the
  /// first share of a subject.
  private func appearing(
    _ outgoing: Outgoing, _ outbox: Repository, _ main: Channel, outside scope: [ContextPath]
  ) throws -> [ContextPath] {
    var report = ShareReport(source: outgoing.source)
    try report.compare(outgoing.projection, outbox, main)
    if report.isFirst { return [] }
    return report.appeared.filter { path in !scope.contains { path.isWithin($0) } }
  }

  /// Records the delivered commit of the subject, and whether all mailboxes were delivered.
  private func note(_ main: ObjectID?, isFinished: Bool, in outbox: Repository) throws(GitError) {
    var known: [RefUpdate] = []
    if let main, try outbox.reference(SchoolStores.delivered) != main {
      known.append(RefUpdate(SchoolStores.delivered, to: main, expecting: .anything))
    }
    if isFinished, try outbox.reference(SchoolStores.unfinished) != nil {
      known.append(RefUpdate(SchoolStores.unfinished, to: nil, expecting: .anything))
    }
    try outbox.update(known)
  }

  // MARK: The hub's state

  /// The state of a subject on the hub before sharing.
  struct ConnectedHub {
    let layout: HubLayout
    let main: Channel
    /// The branches of its desk; nil for a hub without one.
    let desk: Result<[String: ObjectID]?, any Error>
  }

  /// Asks the hub, unless it was just asked.
  func reach(_ layout: HubLayout, on hub: HubAddress) async throws -> ConnectedHub {
    defer { reached = nil }
    if let reached, reached.layout == layout { return reached }
    // Both concurrently.
    async let main = Self.state(of: [Channel(.subject, in: layout)], on: hub)
    let desk = Result { try self.desk(of: layout) }
    return ConnectedHub(layout: layout, main: try await main[0], desk: desk)
  }

  /// All branches that the teacher writes: `main` first, then the inboxes by mailbox.
  ///
  /// Removed students are notified in an existing mailbox, but get no new one.
  func channels(
    of outgoing: Outgoing, on hub: HubAddress, _ outbox: Repository, asking: Bool = true
  ) async throws -> [Channel] {
    let layout = HubLayout(hub: hub, subject: subject)
    let removed = Set(outgoing.participants.entries.filter { $0.state == .removed }.map(\.id))
    var known: [String: ObjectID] = [:]
    for reference in try outbox.references(under: "refs/heads") {
      known[reference.name] = reference.id
    }
    let found = asking ? try await reach(layout, on: hub) : nil
    let desk = try found?.desk.get()
    // A hub that refuses us isn't asked about each mailbox.
    if let main = found?.main, let error = main.error {
      throw ExchangeError.hub(repository: main.address.text, error)
    }
    let viaDesk = asking ? desk != nil : known[HubBranch.access] != nil
    var channels = viaDesk ? [Channel(.access, in: layout, viaDesk: true)] : []
    channels += outgoing.inboxes.keys.sorted().map {
      Channel(.inbox($0), in: layout, viaDesk: viaDesk)
    }
    if asking { channels = try await Self.state(of: channels, on: hub, desk: desk) }
    var subject = Channel(.subject, in: layout, viaDesk: viaDesk)
    if let main = found?.main {
      (subject.exists, subject.hub, subject.error) = (main.exists, main.hub, main.error)
    }
    channels.insert(subject, at: 0)
    for index in channels.indices {
      let outboxTip = known[channels[index].outboxBranch]
      channels[index].outbox = outboxTip
      if !asking {
        let isMain = channels[index].content == .subject
        channels[index].hub = isMain ? try outbox.reference(SchoolStores.delivered) : outboxTip
        channels[index].exists = outboxTip != nil
      }
    }
    return channels.filter { channel in
      channel.exists || !(channel.mailbox.map(removed.contains) ?? false)
    }
  }

  /// Checks that the hub belongs to this school: a hub serves a single school.
  private func checkSchool(_ main: Channel, _ hub: HubAddress, uid: String) throws {
    guard let path = hub.folder, let folder = try FolderHub.open(path) else { return }
    for subject in main.hub == nil ? try folder.folders() : [subject] {
      if let owner = FolderHub.school(of: subject, on: folder), owner != uid {
        throw ExchangeError.otherSchool(hub: path)
      }
    }
  }

  /// Copies commits to the outbox that a colleague shared from another machine, or that were shared
  /// before the outbox was lost.
  ///
  /// A forged inbox is recreated and reported. Unreadable mailboxes are skipped and reported.
  /// When purging, foreign commits are ignored.
  /// - Throws: `ExchangeError.colleagueIsAhead` if the subject or all inboxes were made from a missing
  ///   commit of the school. If only some inboxes were, a student may have forged them.
  private func adoptNewerInboxes(
    _ channels: inout [Channel], _ hub: HubAddress, _ outbox: Repository, _ head: ObjectID,
    _ outgoing: Outgoing, _ report: inout ShareReport, isPurging: Bool
  ) throws {
    var accepted: Set<String> = []
    var left: Set<Channel.Content> = []
    var taken: Set<Channel.Content> = []
    var foreign: Set<Channel.Content> = []
    var ahead: [Channel] = []
    var newer: ExchangeError?
    for index in channels.indices {
      let channel = channels[index]
      let isNewer = try channels[index].attempt { try isAhead(channel, of: outbox) }
      if isNewer == true { ahead.append(channel) }
    }
    for group in ProgramHub.byAddress(ahead) {
      do {
        try fetch(group, on: hub, into: outbox) { commit, channel, source in
          if channel.content == .subject,
            let owner = try PublishedSubject.school(of: commit.id, in: source),
            owner != outgoing.uid
          {
            throw ExchangeError.otherSchool(hub: hub.withoutSecrets)
          }
          try checkSource(of: commit, channel, head, &accepted)
        }
        taken.formUnion(group.map(\.content))
      } catch let error as ExchangeError {
        switch error {
        case .otherSchool: throw error
        case .colleagueIsAhead: newer = error
        case .foreignCommit where isPurging:
          foreign.formUnion(group.map(\.content))
          continue
        default: break
        }
        for channel in group {
          guard let mailbox = channel.mailbox else { throw error }
          report.failed.append((mailbox, error))
          left.insert(channel.content)
        }
      }
    }
    channels = channels.filter { !left.contains($0.content) }
    if let newer, channels.allSatisfy({ $0.mailbox == nil }) { throw newer }
    for index in channels.indices where taken.contains(channels[index].content) {
      channels[index].outbox = channels[index].hub
    }
    let forged = try forgedInboxes(
      channels.filter { taken.contains($0.content) }, outgoing, in: outbox)
    report.forged = channels.filter { forged.contains($0.content) }.compactMap(\.mailbox)
    foreign.formUnion(forged)
    for index in channels.indices where foreign.contains(channels[index].content) {
      channels[index].purgesHistory = true
    }
  }

  /// Whether the hub has commits on a channel that the outbox lacks.
  private func isAhead(_ channel: Channel, of outbox: Repository) throws(GitError) -> Bool {
    guard let tip = channel.hub, tip != channel.outbox else { return false }
    guard let outboxTip = channel.outbox, try outbox.contains(tip) else { return true }
    return try !outbox.isAncestor(tip, of: outboxTip)
  }

  /// Checks that a commit on the hub was made from an existing commit of this school.
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
}
