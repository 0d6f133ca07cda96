import Git
import Hub
import Model
import Storage

/// Reaching the hub, whatever kind it is.
extension SubjectExchange {
  /// Whether the hub has the subject.
  ///
  /// - Throws: `ExchangeError.hubIsGone` where it had it before, and what reaching it throws.
  public func isShared() async throws -> Bool { try await publishedOnHub() != nil }

  /// Where the hub's `main` is; nil where the hub doesn't have the subject.
  func publishedOnHub() async throws -> ObjectID? {
    let (_, files) = try committed()
    guard let name = try files.school().hub else { return nil }
    let hub = HubAddress(name, relativeTo: school.root)
    let main = Channel(.subject, in: HubLayout(hub: hub, subject: subject))
    let found = try await Self.state(of: [main], on: hub)[0]
    if let error = found.error {
      throw ExchangeError.hub(repository: found.address.text, error)
    }
    try checkIsThere(found, on: hub)
    return found.hub
  }

  /// Whether the school's newest commit is to be shared: the subject is shared already, and more than
  /// drafts was changed.
  ///
  /// A hub behind the network is asked only where nothing here tells.
  public func isToBeSharedAgain() async throws -> Bool {
    let (head, files) = try committed()
    guard try files.school().hub != nil, try !changesDraftsAlone(head, files) else { return false }
    if try wasShared() { return true }
    // Nobody has anything of a subject without participants; one that has some may have been
    // shared by a colleague.
    return try files.participants(of: subject).isEmpty ? false : await isShared()
  }

  /// Whether a commit of the school changes nothing but drafts, and chapters without anything else.
  private func changesDraftsAlone(_ id: ObjectID, _ files: SchoolFiles) throws -> Bool {
    let commit = try school.repository.commit(id)
    guard let parent = commit.parents.first else { return false }
    let before = try school.files(at: parent)
    let old = try school.repository.commit(parent).tree
    let changed = try school.repository.differences(from: old, to: commit.tree).map(\.path)
    guard changed.allSatisfy({ $0.hasPrefix(SchoolPath.subjects + "/") }) else { return false }
    return Set(changed.map { SchoolPath.object(of: $0) }).allSatisfy { name in
      guard let path = ContextPath(name), !path.components.isEmpty else { return false }
      return [before, files].allSatisfy { files in
        let all = try? files.worksheets(below: path).map { try files.worksheet($0) }
        return all?.allSatisfy(\.isDraft) == true
      }
    }
  }

  /// Whether the hub is one that is served: it knows who is who, and lets in who is invited.
  public func isServed() async throws -> Bool {
    let (_, files) = try committed()
    let hub = try hub(files)
    let found = try await reach(HubLayout(hub: hub, subject: subject), on: hub)
    let desk = try found.desk.get()
    if let error = found.main.error {
      throw ExchangeError.hub(repository: found.main.address.text, error)
    }
    reached = found
    return desk != nil
  }

  /// Where students find the subject.
  public func address() throws -> HubAddress {
    try HubLayout(hub: hub(committed().files), subject: subject).root
  }

  /// Sees that what was shared before is still there: a disk that is not mounted, or a server that
  /// lost everything, looks like a hub on which nothing was ever shared.
  func checkIsThere(_ main: Channel, on hub: HubAddress) throws {
    try checkHasNotMoved(hub)
    if main.hub != nil || mayMoveHub { return }
    guard try wasShared() else { return }
    throw ExchangeError.hubIsGone(subject: subject, hub: hub.text)
  }

  /// Whether this machine has given the subject out in files, and never on a hub.
  public func isHandedOut() throws -> Bool {
    guard stores.hasOutbox(subject), try !wasDelivered() else { return false }
    let main = Channel(.subject, in: HubLayout(root: .folder("/\(subject)")))
    return try stores.outbox(subject).reference(main.handoutBranch) != nil
  }

  /// Whether this machine has shared the subject, or anybody collected something of it.
  public func wasShared() throws -> Bool {
    if try isHandedOut() { return false }
    if try !WorkTree(root: school.root).entries(in: "received/\(subject)").isEmpty { return true }
    return try wasDelivered()
  }

  /// Whether this machine has shared the subject.
  func wasDelivered() throws -> Bool {
    guard stores.hasOutbox(subject) else { return false }
    return try stores.outbox(subject).reference(SchoolStores.delivered) != nil
  }

  /// What is to be said once of a hub that is a folder.
  func notices(onFolder path: String) throws -> [ExchangeNotice] {
    var due = [ExchangeNotice.folderKeepsNobodyApart]
    if let folder = try FolderHub.open(path), folder.isForOneUser {
      due.append(.folderIsForOneUser)
    }
    return try due.filter { try stores.isFirst($0) }
  }

  /// Where channels are on the hub.
  ///
  /// - Parameter desk: what is on the desk, for a hub that has one.
  static func state(
    of channels: [Channel], on hub: HubAddress, desk: [String: ObjectID]? = nil
  ) async throws -> [Channel] {
    guard let path = hub.folder else {
      return try await inParallel(ProgramHub.byAddress(channels), tasks: ProgramHub.tasks) { part in
        part.flatMap { ProgramHub.state(of: $0, desk: desk) }
      }
    }
    return try await inParallel(channels) { part in
      guard let folder = try FolderHub.open(path) else { return part }
      return part.map { FolderHub.state(of: $0, on: folder) }
    }
  }

  /// What is on the desk through which everything but the subject itself goes; nil for a hub
  /// without one.
  func desk(of layout: HubLayout) throws -> [String: ObjectID]? {
    guard layout.root.folder == nil else { return nil }
    do {
      return try ProgramHub.desk(layout)
    } catch {
      throw deskError(error, layout)
    }
  }

  /// An error of the desk's, in words of the subject: who has no such hub need not hear of a desk.
  func deskError(_ error: GitError, _ layout: HubLayout) -> ExchangeError {
    let place = layout.root.text
    if error.isHubsRefusal { return .noTeacher(hub: layout.root.withoutSecrets) }
    return .hub(repository: place, GitError(error.code, error.message, path: place, reply: error.reply))
  }

  /// Copies the branches of channels with their history from one repository of the hub into one
  /// here, all or none.
  ///
  /// - Parameter check: looks at the newest commit of each before any branch moves there.
  func take(
    _ channels: [Channel], on hub: HubAddress, into repository: Repository,
    checking check: (Commit, Channel, any ObjectSource) throws -> Void = { _, _, _ in }
  ) throws {
    guard let first = channels.first else { return }
    let remote = try remote(first, on: hub)
    let wanted = channels.map { FetchedRef($0.branch, to: $0.outboxBranch, mayRewind: true) }
    do {
      _ = try remote.fetch(wanted, into: repository, limits: .unlimited) { tip, source in
        let commit = try source.commit(tip)
        for channel in channels where channel.hub == tip { try check(commit, channel, source) }
      }
    } catch let error as GitError {
      throw ExchangeError.hub(repository: first.address.text, error)
    }
  }

  /// A repository of the hub, however it is reached.
  func remote(_ channel: Channel, on hub: HubAddress) throws -> any Remote {
    if let path = hub.folder { return FolderRemote(channel.place, in: try HubFolder(path)) }
    return try ProgramRemote(channel.address.text)
  }

  /// Brings the hub to where the channels should be: `main` first, then the inboxes.
  ///
  /// - Throws: `ExchangeError` where `main` can't be written; mailboxes that can't are reported.
  func deliver(
    _ channels: [Channel], to hub: HubAddress, _ report: inout ShareReport
  ) async throws {
    let outbox = stores.outboxPath(subject)
    if let path = hub.folder {
      let folder = try FolderHub.make(path)
      try MovedSubject.remove(in: folder, at: subject)
      // What killed shares left is in nobody's way: the next one may remove it, too.
      try? folder.removeAbandoned(in: subject)
      try? folder.removeAbandoned(in: "\(subject)/\(HubLayout.mailboxes)")
    }
    let moving = [channels.prefix(1), channels.dropFirst()].map { part in
      part.filter { $0.error == nil && $0.target != $0.hub }
    }
    let (main, rest) = (moving[0], moving[1])
    if let path = hub.folder {
      for part in moving {
        let results = try await FolderHub.deliver(
          part, from: outbox, to: path, onProgress: counting(part))
        try take(results, into: &report)
      }
    } else {
      let count = counting(main)
      let pushed = ProgramHub.push(main, from: try Repository(outbox))
      count(pushed.count)
      try take(pushed, into: &report)
      // Meanwhile the rest is on its way.
      async let seen = ProgramHub.look(at: pushed)
      let results = try await ProgramHub.deliver(rest, from: outbox, onProgress: counting(rest))
      try take(results, into: &report)
      try take(await seen, into: &report)
    }
  }

  /// Tells how many of some channels are done.
  private func counting(_ channels: [Channel]) -> (Int) -> Void {
    var done = 0
    if !channels.isEmpty { onDelivery(0, channels.count) }
    return { [onDelivery] more in
      done += more
      onDelivery(done, channels.count)
    }
  }

  /// Notes which mailboxes failed.
  private func take(_ results: [Delivered], into report: inout ShareReport) throws {
    for result in results {
      guard let error = result.error else { continue }
      guard let mailbox = result.channel.mailbox else { throw error }
      report.failed.append((mailbox, error))
      report.changed.removeAll { $0 == mailbox }
      report.made.removeAll { $0 == mailbox }
    }
  }
}

/// A channel, and what went wrong with it.
struct Delivered: Sendable {
  let channel: Channel
  var error: ExchangeError?

  init(_ channel: Channel) { self.channel = channel }

  /// Does the next step, unless one before it failed.
  mutating func step(_ body: (Channel) throws -> Void) {
    guard error == nil else { return }
    do {
      try body(channel)
    } catch let failure as GitError {
      let isFaulty = failure.code == .corrupt || failure.code == .notFound
      error =
        isFaulty
        ? .objectIsFaultyAfterPush(repository: channel.address.text, branch: channel.branch)
        : .hub(repository: channel.address.text, failure)
    } catch {
      self.error =
        error as? ExchangeError
        ?? .hub(repository: channel.address.text, GitError(.other(0), "\(error)"))
    }
  }
}
