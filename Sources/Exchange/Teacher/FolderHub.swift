import Git
import Hub
import Storage

/// A hub that is a folder: every repository is opened by name and written to directly.
enum FolderHub {
  /// Opens the folder of a hub; nil where there is none.
  static func open(_ path: String) throws(GitError) -> HubFolder? {
    do {
      return try HubFolder(path)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Opens the folder of a hub; makes it where there is none, for the group that may write there.
  static func make(_ path: String) throws(GitError) -> HubFolder {
    if let hub = try open(path) { return hub }
    try DurableFile.makeFolder(path)
    return try HubFolder(path)
  }

  /// The identifier of the school that a subject on the hub is of; nil where it says nothing.
  static func school(of subject: String, on hub: HubFolder) -> String? {
    let place = "\(subject)/\(HubLayout.subjectRepository)"
    guard let repository = try? hub.repository(place),
      let tip = try? repository.reference(HubBranch.main)
    else { return nil }
    return try? PublishedSubject.school(of: tip, in: repository)
  }

  /// Where a channel is on the hub.
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

  /// Writes what the hub lacks of a channel, without moving anything that is there.
  ///
  /// A repository that isn't there yet appears at once with its branch.
  static func write(_ channel: Channel, from outbox: Repository, to hub: HubFolder) throws {
    guard let target = channel.target, target != channel.hub else { return }
    let batch: ObjectBatch
    do {
      batch = try copy(channel, target, from: outbox)
    } catch let error as GitError {
      // What is damaged here is not the hub's.
      throw ExchangeError.hub(repository: outbox.layout.gitFolder, error)
    }
    if let repository = try hub.repository(channel.place) {
      try repository.write(batch, durability: .deferred)
    } else {
      let template = try RepositoryTemplate(
        branch: String(channel.branch.dropFirst("refs/heads/".count)), objects: batch,
        references: [Reference(channel.branch, target)])
      try hub.create(channel.place, template, durability: .deferred)
    }
  }

  /// Moves the branch of a channel from where it was seen, and sees that all arrived.
  ///
  /// - Throws: `GitError` with `.corrupt` or `.notFound` where the hub then has something else than
  ///   what was written.
  static func move(_ channel: Channel, on hub: HubFolder) throws {
    guard let target = channel.target, target != channel.hub else { return }
    guard let repository = try hub.repository(channel.place) else {
      throw GitError(.notFound, "the repository vanished", path: channel.place)
    }
    _ = try copy(channel, target, from: repository)
    if try repository.reference(channel.branch) != target {
      try repository.update(
        [RefUpdate(channel.branch, to: target, from: channel.hub)], durability: .deferred)
    }
    guard try repository.reference(channel.branch) == target else {
      throw GitError(.corrupt, "the branch is elsewhere", path: channel.branch)
    }
  }

  /// Everything of a branch's new commits: all of their trees, so that what was lost or damaged
  /// comes again.
  private static func copy(
    _ channel: Channel, _ target: ObjectID, from source: some ObjectSource
  ) throws -> ObjectBatch {
    let batch = ObjectBatch()
    try ObjectCopy.copy(
      [target], from: source, into: batch, held: .commits(channel.hub.map { [$0] } ?? []),
      limits: .unlimited)
    return batch
  }

  /// Writes the channels' objects, waits for the disk, and then moves their branches.
  static func deliver(
    _ channels: [Channel], from outbox: String, to path: String,
    onProgress: @escaping (Int) -> Void
  ) async throws -> [Delivered] {
    if channels.isEmpty { return [] }
    // Writing is nearly all of it.
    let written = try await inParallel(
      channels.map { Delivered($0) }, most: 32, onProgress: onProgress
    ) { part in
      let (hub, outbox) = (try HubFolder(path), try Repository(outbox))
      return part.map { delivered in
        var delivered = delivered
        delivered.step { try write($0, from: outbox, to: hub) }
        return delivered
      }
    }
    try Durability.flush(around: path)
    let moved = try await inParallel(written) { part in
      let hub = try HubFolder(path)
      return part.map { delivered in
        var delivered = delivered
        delivered.step { try move($0, on: hub) }
        return delivered
      }
    }
    try Durability.flush(around: path)
    if !moved.contains(where: \.channel.isPurged) { return moved }
    return try await inParallel(moved) { part in
      let hub = try HubFolder(path)
      return part.map { delivered in
        var delivered = delivered
        delivered.step { channel in
          guard channel.isPurged, let old = channel.hub else { return }
          try hub.repository(channel.place)?.forget([old])
        }
        return delivered
      }
    }
  }
}
