import Git
import HubProtocol

/// The locks of a hub's repositories.
extension ServedHub {
  /// Locks a repository.
  ///
  /// - Returns: nil if another process holds it and `patience` is 0.
  /// - Throws: `HubError.push(.busy)` if another process holds it for too long.
  func lock(_ place: HubPlace, patience: Double) throws -> ProcessLock? {
    do throws(GitError) {
      return try ProcessLock(try lockFile(place), patience: patience)
    } catch {
      if error.code != .locked { throw error }
      if patience == 0 { return nil }
      throw HubError.push(.busy)
    }
  }

  /// Opens the lock file of a repository for the program that replaces this process; its hooks
  /// acquire it.
  public func leaveLock(_ place: HubPlace) throws -> Int32 {
    try ProcessLock.leave(try lockFile(place))
  }

  /// Acquires the inherited lock for the duration of the push.
  ///
  /// - Throws: `PushFault.busy` if another push takes too long.
  func acquireLock(_ descriptor: Int32, _ place: HubPlace) throws -> ProcessLock {
    do throws(GitError) {
      return try ProcessLock(left: descriptor, try lockFile(place), patience: 30)
    } catch {
      if error.code == .locked { throw PushFault.busy }
      throw error
    }
  }

  private func lockFile(_ place: HubPlace) throws(GitError) -> String {
    if case .mailbox = place.repository {
      try DurableFile.makeFolder("\(folder.path)/\(place.subject)/receiving")
    }
    return "\(folder.path)/\(place.companion("lock"))"
  }
}
