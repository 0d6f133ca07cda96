import Git
import HubProtocol
import Storage

/// A hub on the network: each of its repositories is a remote of the `git` program.
enum ProgramHub {
  /// The number of concurrent connections.
  static let tasks = 8

  /// The branches of a served hub's desk, which represents all mailboxes.
  ///
  /// - Returns: nil for other hubs.
  static func desk(_ layout: HubLayout) throws(GitError) -> [String: ObjectID]? {
    do throws(GitError) {
      return try branches(at: layout.desk)
    } catch {
      // Forges answer with "forbidden" for missing repositories.
      let isForge = [.notFound, .authentication, .permission].contains(error.code)
      if isForge { return nil }
      throw error
    }
  }

  private static func branches(at address: HubAddress) throws(GitError) -> [String: ObjectID] {
    let references = try ProgramRemote(address.text).references(under: "refs/heads")
    return Dictionary(references.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
  }

  /// The states of channels in one repository of the hub.
  ///
  /// - Parameter desk: the result of ``desk(_:)``, for channels through the desk.
  static func state(of channels: [Channel], desk: [String: ObjectID]? = nil) -> [Channel] {
    guard let first = channels.first else { return [] }
    let found: Result<[String: ObjectID], GitError> = Result { () throws(GitError) in
      if first.isViaDesk, let desk { return desk }
      return try branches(at: first.address)
    }
    return channels.map { channel in
      var channel = channel
      switch found {
      case .success(let references):
        channel.hub = references[channel.branch]
        // The desk exists for all, but an inbox doesn't before it is written.
        channel.exists = !channel.isViaDesk || channel.hub != nil
      case .failure(let error):
        // Servers that create repositories on push give the same answer as others: only the push
        // reveals the difference.
        if error.code != .notFound { channel.error = error }
      }
      return channel
    }
  }

  /// Pushes the channels' branches and verifies them.
  ///
  /// - Parameter onProgress: receives the number of newly delivered branches.
  static func deliver(
    _ channels: [Channel], from outbox: String, onProgress: @escaping (Int) -> Void
  ) async throws -> [DeliveredChannel] {
    try await inParallel(
      byAddress(channels), tasks: tasks, most: 1, onProgress: onProgress
    ) { part in
      let outbox = try Repository(outbox)
      return part.flatMap { look(at: push($0, from: outbox)) }
    }
  }

  /// Channels grouped by repository.
  static func byAddress(_ channels: some Sequence<Channel>) -> [[Channel]] {
    var places: [HubAddress: Int] = [:]
    var groups: [[Channel]] = []
    for channel in channels {
      if let place = places[channel.address] {
        groups[place].append(channel)
      } else {
        places[channel.address] = groups.count
        groups.append([channel])
      }
    }
    return groups
  }

  /// Pushes channels to their common repository.
  static func push(_ channels: [Channel], from outbox: Repository) -> [DeliveredChannel] {
    var delivered = channels.map { DeliveredChannel($0) }
    guard let first = channels.first else { return delivered }
    let fates = Result { () throws(GitError) in
      let known = channels.compactMap { channel in channel.hub.map { (channel.branch, $0) } }
      var remote = try ProgramRemote(
        first.address.text, knowing: Dictionary(known, uniquingKeysWith: { $1 }))
      if channels.contains(where: \.purgesHistory) {
        remote.mayRewind = true
        remote.pushOption = first.isServed ? HubLayout.purgeOption : nil
      }
      let updates = channels.map { channel in
        RefUpdate(channel.branch, to: channel.target, from: channel.hub)
      }
      let results = try remote.push(updates, from: outbox, atomic: false)
      return Dictionary(results.map { ($0.name, $0.readableOutcome) }, uniquingKeysWith: { $1 })
    }
    for place in delivered.indices {
      delivered[place].step { channel in
        switch try unwrap(fates, first.address)[channel.branch] {
        case .moved, .upToDate: break
        case .behind(let reason), .refused(let reason):
          throw ExchangeError.refused(repository: channel.address.text, reason: reason)
        case .abandoned, nil:
          throw ExchangeError.refused(repository: channel.address.text, reason: "")
        }
      }
    }
    return delivered
  }

  /// Verifies the channels that were pushed to one repository.
  static func look(at pushed: [DeliveredChannel]) -> [DeliveredChannel] {
    guard let address = pushed.first(where: { $0.error == nil })?.channel.address else {
      return pushed
    }
    let current = Result { () throws(GitError) in try branches(at: address) }
    return pushed.map { delivered in
      var delivered = delivered
      delivered.step { channel in
        guard let target = channel.target, try unwrap(current, address)[channel.branch] == target
        else {
          throw ExchangeError.objectIsFaultyAfterPush(
            repository: channel.address.text, branch: channel.branch)
        }
      }
      return delivered
    }
  }

  /// The answer of a repository, if it exists.
  private static func unwrap<Value>(
    _ answer: Result<Value, GitError>, _ address: HubAddress
  ) throws -> Value {
    do throws(GitError) {
      return try answer.get()
    } catch {
      throw error.isMissing ? ExchangeError.noRepository(address.text) : error
    }
  }
}
