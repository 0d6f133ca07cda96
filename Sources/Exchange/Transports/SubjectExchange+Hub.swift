import Git
import HubProtocol
import Model
import Storage
import Text

/// Access to the hub, whatever its kind.
extension SubjectExchange {
  /// Whether the hub has the subject.
  ///
  /// - Throws: `ExchangeError.hubIsGone` if the hub lost it, and connection errors.
  public func isShared() async throws -> Bool { try await publishedOnHub() != nil }

  /// The commit of the hub's `main`; nil if the hub doesn't have the subject.
  func publishedOnHub() async throws -> ObjectID? {
    let (_, files) = try committed()
    guard let name = try files.school().hub else { return nil }
    let hub = HubAddress(name, relativeTo: school.root)
    let main = Channel(.subject, in: HubLayout(hub: hub, subject: subject))
    let found = try await Self.state(of: [main], on: hub)[0]
    if let error = found.error {
      throw ExchangeError.hub(repository: found.address.text, error)
    }
    try checkExists(found, on: hub)
    return found.hub
  }

  /// Whether the school's latest commit should be shared: the subject is shared, and more than
  /// drafts changed.
  ///
  /// A network hub is only asked if local data isn't enough.
  public func isToBeSharedAgain() async throws -> Bool {
    let (head, files) = try committed()
    guard try files.school().hub != nil, try !changesDraftsAlone(head, files) else { return false }
    if try wasShared() { return true }
    // Without participants, no one has the subject; with some, a colleague may have shared it.
    return try files.participants(of: subject).entries.isEmpty ? false : await isShared()
  }

  /// Whether a commit of the school only changes drafts, and chapters without other contents.
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

  /// Whether the hub is a served one, with keys and invitations.
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

  /// The subject's address for students.
  public func address() throws -> HubAddress {
    try HubLayout(hub: hub(committed().files), subject: subject).root
  }

  /// Checks that a shared subject still exists: an unmounted disk, or a server that lost
  /// everything, looks like a new hub.
  func checkExists(_ main: Channel, on hub: HubAddress) throws {
    try checkHasNotMoved(hub)
    if main.hub != nil || mayMoveHub { return }
    guard try wasShared() else { return }
    throw ExchangeError.hubIsGone(subject: subject, hub: hub.text)
  }

  /// Whether this machine has only published the subject in bundles, never on a hub.
  public func isHandedOut() throws -> Bool {
    guard stores.hasOutbox(subject), try !wasDelivered() else { return false }
    let main = Channel(.subject, in: HubLayout(root: .folder("/\(subject)")))
    return try stores.outbox(subject).reference(main.bundledBranch) != nil
  }

  /// Whether this machine has shared the subject, or anyone collected work of it.
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

  /// The notices about a folder hub that weren't shown yet.
  func notices(onFolder path: String) throws -> [ExchangeNotice] {
    var due = [ExchangeNotice.folderHasNoAccessControl]
    if let folder = try FolderHub.open(path), folder.isForOneUser {
      due.append(.folderIsForOneUser)
    }
    return try due.filter { try stores.isFirst($0) }
  }

  /// The states of channels on the hub.
  ///
  /// - Parameter desk: the branches of the desk, for a hub that has one.
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

  /// The branches of the desk, which receives everything except the subject; nil for a hub without
  /// a desk.
  func desk(of layout: HubLayout) throws -> [String: ObjectID]? {
    guard layout.root.folder == nil else { return nil }
    do {
      return try ProgramHub.desk(layout)
    } catch {
      throw deskError(error, layout)
    }
  }

  /// An error of the desk, explained as an error of the subject.
  func deskError(_ error: GitError, _ layout: HubLayout) -> ExchangeError {
    let place = layout.root.text
    if error.isHubsRefusal { return .noTeacher(hub: layout.root.withoutSecrets) }
    return .hub(
      repository: place, GitError(error.code, error.message, path: place, reply: error.reply))
  }

  /// Copies the branches of channels with their history from a repository of the hub to a local
  /// one, all or none.
  ///
  /// - Parameter check: checks the latest commit of each before any branch is updated.
  func fetch(
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

  /// A repository of the hub as a remote.
  func remote(_ channel: Channel, on hub: HubAddress) throws -> any Remote {
    if let path = hub.folder { return FolderRemote(channel.place, in: try HubFolder(path)) }
    return try ProgramRemote(channel.address.text)
  }

  /// Pushes the channels to the hub: `main` first, then the inboxes.
  ///
  /// - Throws: `ExchangeError` if `main` can't be written; failed mailboxes are reported.
  func deliver(
    _ channels: [Channel], to hub: HubAddress, _ report: inout ShareReport
  ) async throws {
    let outbox = stores.outboxPath(subject)
    if let path = hub.folder {
      let folder = try FolderHub.make(path)
      try MovedSubject.remove(in: folder, at: subject)
      // Leftovers of killed shares are harmless: the next share can remove them, too.
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
        try recordFailures(of: results, into: &report)
      }
    } else {
      let count = counting(main)
      let pushed = ProgramHub.push(main, from: try Repository(outbox))
      count(pushed.count)
      try recordFailures(of: pushed, into: &report)
      // Reads the branches while the rest is being pushed.
      async let seen = ProgramHub.look(at: pushed)
      let results = try await ProgramHub.deliver(rest, from: outbox, onProgress: counting(rest))
      try recordFailures(of: results, into: &report)
      try recordFailures(of: await seen, into: &report)
    }
  }

  /// Counts completed channels.
  private func counting(_ channels: [Channel]) -> (Int) -> Void {
    var done = 0
    if !channels.isEmpty { onDelivery(0, channels.count) }
    return { [onDelivery] more in
      done += more
      onDelivery(done, channels.count)
    }
  }

  /// Records the failed mailboxes.
  private func recordFailures(of results: [DeliveredChannel], into report: inout ShareReport) throws
  {
    for result in results {
      guard let error = result.error else { continue }
      guard let mailbox = result.channel.mailbox else { throw error }
      report.failed.append((mailbox, error))
      report.changed.removeAll { $0 == mailbox }
      report.made.removeAll { $0 == mailbox }
    }
  }
}

/// What was written for a channel to a folder hub, but isn't visible yet.
enum PreparedChannel: Sendable {
  case objects(PreparedPack)
  case repository(PreparedRepository)
}

/// A channel, and its failure.
struct DeliveredChannel: Sendable {
  let channel: Channel
  var prepared: PreparedChannel?
  var error: ExchangeError?

  init(_ channel: Channel) { self.channel = channel }

  /// Runs the next step, unless an earlier one failed.
  ///
  /// - Returns: nil if it failed.
  @discardableResult
  mutating func step<Result>(_ body: (Channel) throws -> Result) -> Result? {
    guard error == nil else { return nil }
    do {
      return try body(channel)
    } catch let failure as GitError {
      let isFaulty = failure.code == .corrupt || failure.code == .notFound
      error =
        isFaulty
        ? .objectIsFaultyAfterPush(repository: channel.address.text, branch: channel.branch)
        : .hub(repository: channel.address.text, failure)
    } catch {
      self.error =
        error as? ExchangeError
        ?? .hub(
          repository: channel.address.text, GitError(.other(0), Message(verbatim: "\(error)")))
    }
    return nil
  }
}
