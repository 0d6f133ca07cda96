import Git
import HubProtocol
import Storage
import Text

/// A folder hub: repositories are opened by path and written directly.
enum FolderHub {
  /// Opens the folder of a hub; nil if it doesn't exist.
  static func open(_ path: String) throws(GitError) -> HubFolder? {
    do {
      return try HubFolder(path)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Opens the folder of a hub, creating it if necessary, for the group that can write there.
  static func make(_ path: String) throws(GitError) -> HubFolder {
    if let hub = try open(path) { return hub }
    try DurableFile.makeFolder(path)
    return try HubFolder(path)
  }

  /// The unique id of the school of a subject on the hub; nil if it is missing.
  static func school(of subject: String, on hub: HubFolder) -> String? {
    let place = "\(subject)/\(HubLayout.subjectRepository)"
    guard let repository = try? hub.repository(place),
      let tip = try? repository.reference(HubBranch.main)
    else { return nil }
    return try? PublishedSubject.school(of: tip, in: repository)
  }

  /// The state of a channel on the hub.
  static func state(of channel: Channel, on hub: HubFolder) -> Channel {
    var channel = channel
    do throws(GitError) {
      guard let repository = try hub.repository(channel.place) else { return channel }
      channel.exists = true
      channel.hub = try repository.reference(channel.branch)
    } catch {
      channel.exists = true
      channel.error = error
    }
    return channel
  }

  /// Writes a channel's missing objects to the hub, under names that nobody reads yet.
  private static func prepare(
    _ channel: Channel, from outbox: Repository, on hub: HubFolder
  ) throws -> PreparedChannel? {
    guard let target = channel.target, target != channel.hub else { return nil }
    let batch: ObjectBatch
    do {
      batch = try copy(channel, target, from: outbox)
    } catch let error as GitError {
      // The damage is local, not on the hub.
      throw ExchangeError.hub(repository: outbox.layout.gitFolder, error)
    }
    if let repository = try hub.repository(channel.place) {
      return try repository.prepare(batch, .deferred).map { .objects($0) }
    }
    let template = try RepositoryTemplate(
      branch: String(channel.branch.dropFirst("refs/heads/".count)), objects: batch,
      references: [Reference(channel.branch, target)])
    return .repository(try hub.prepare(channel.place, template))
  }

  /// Makes the written objects visible. A new repository appears at once with its branch.
  private static func publish(
    _ prepared: PreparedChannel, of channel: Channel, on hub: HubFolder
  ) throws {
    switch prepared {
    case .objects(let pack): try hub.repository(channel.place)?.publish(pack, .deferred)
    case .repository(let repository): try hub.publish(repository)
    }
  }

  /// Moves the branch of a channel from its known commit, and verifies it.
  ///
  /// - Throws: `GitError` with `.corrupt` or `.notFound` if the hub's branch differs from what
  ///   was written.
  private static func move(_ channel: Channel, on hub: HubFolder) throws {
    guard let target = channel.target, target != channel.hub else { return }
    guard let repository = try hub.repository(channel.place) else {
      throw GitError(.notFound, "the repository disappeared", path: channel.place)
    }
    _ = try copy(channel, target, from: repository)
    if try repository.reference(channel.branch) != target {
      try repository.update(
        [RefUpdate(channel.branch, to: target, from: channel.hub)], durability: .ordered)
    }
    guard try repository.reference(channel.branch) == target else {
      throw GitError(.corrupt, "the branch has another commit", path: channel.branch)
    }
  }

  /// Copies all objects of a branch's new commits, including existing trees, to repair lost or
  /// damaged objects.
  private static func copy(
    _ channel: Channel, _ target: ObjectID, from source: some ObjectSource
  ) throws -> ObjectBatch {
    let batch = ObjectBatch()
    try ObjectCopy.copy(
      [target], from: source, into: batch, held: .commits(channel.hub.map { [$0] } ?? []),
      limits: .unlimited)
    return batch
  }

  /// Writes the channels' objects, makes them visible, and updates the branches. Each step is on the
  /// disk before the next begins.
  static func deliver(
    _ channels: [Channel], from outbox: String, to path: String,
    onProgress: @escaping (Int) -> Void
  ) async throws -> [DeliveredChannel] {
    if channels.isEmpty { return [] }
    // Writing takes nearly all of the time.
    let written = try await inParallel(
      channels.map { DeliveredChannel($0) }, most: 32, onProgress: onProgress
    ) { part in
      let (hub, outbox) = (try HubFolder(path), try Repository(outbox))
      return part.map { delivered in
        var delivered = delivered
        delivered.prepared = delivered.step { try prepare($0, from: outbox, on: hub) } ?? nil
        return delivered
      }
    }
    try Durability.flush(around: path)
    let published = try await inParallel(written) { part in
      let hub = try HubFolder(path)
      return part.map { delivered in
        var delivered = delivered
        guard let prepared = delivered.prepared else { return delivered }
        delivered.step { try publish(prepared, of: $0, on: hub) }
        return delivered
      }
    }
    try Durability.flush(around: path)
    let moved = try await inParallel(published, most: 32) { part in
      let hub = try HubFolder(path)
      return part.map { delivered in
        var delivered = delivered
        delivered.step { try move($0, on: hub) }
        return delivered
      }
    }
    try Durability.flush(around: path)
    if !moved.contains(where: \.channel.purgesHistory) { return moved }
    return try await inParallel(moved) { part in
      let hub = try HubFolder(path)
      return part.map { delivered in
        var delivered = delivered
        delivered.step { channel in
          guard channel.purgesHistory, let old = channel.hub else { return }
          try hub.repository(channel.place)?.forget([old])
        }
        return delivered
      }
    }
  }
}
