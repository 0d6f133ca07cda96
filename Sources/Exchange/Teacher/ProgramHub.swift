import Git
import Hub
import Storage

/// A hub behind the network: every repository of it is a remote of the `git` program.
enum ProgramHub {
  /// How many remotes are talked to at the same time.
  static let tasks = 8

  /// Where a channel is on the hub.
  static func state(of channel: Channel) -> Channel {
    var channel = channel
    do throws(GitError) {
      let references = try ProgramRemote(channel.address.text).references(under: "refs/heads")
      channel.exists = true
      channel.hub = references.first { $0.name == channel.branch }?.id
    } catch {
      // A server that makes repositories when they are pushed to says the same as one that
      // doesn't: whether it takes the push shows.
      if error.code != .notFound { channel.error = error }
    }
    return channel
  }

  /// Pushes the channels' branches, and sees that each is where it should be.
  static func deliver(
    _ channels: [Channel], from outbox: String
  ) async throws -> [Delivered] {
    try await inParallel(channels.map { Delivered($0) }, tasks: tasks) { part in
      let outbox = try Repository(outbox)
      return part.map { delivered in
        var delivered = delivered
        delivered.step { try push($0, from: outbox) }
        return delivered
      }
    }
  }

  private static func push(_ channel: Channel, from outbox: Repository) throws {
    guard let target = channel.target, target != channel.hub else { return }
    let remote = try ProgramRemote(channel.address.text)
    let results: [PushResult]
    do throws(GitError) {
      results = try remote.push(
        [RefUpdate(channel.branch, to: target, from: channel.hub)], from: outbox, atomic: true)
    } catch {
      guard error.code == .notFound else { throw error }
      throw ExchangeError.noRepository(channel.address.text)
    }
    switch results.first?.fate {
    case .moved, .upToDate: break
    case .behind(let reason), .refused(let reason):
      throw ExchangeError.refused(repository: channel.address.text, reason: reason)
    case .abandoned, nil:
      throw ExchangeError.refused(repository: channel.address.text, reason: "")
    }
    let there = try remote.references(under: "refs/heads")
    guard there.contains(Reference(channel.branch, target)) else {
      throw ExchangeError.objectIsFaultyAfterPush(
        repository: channel.address.text, branch: channel.branch)
    }
  }
}

extension ObjectCopy.Limits {
  /// For what we made ourselves.
  static let unlimited = ObjectCopy.Limits(objects: .max, bytes: .max)
}
