import Git
import HubProtocol

/// Keeps a hub in order automatically.
public struct Housekeeping {
  private let hub: ServedHub
  private var log: HubLog { HubLog(hub) }
  /// The number of packs after which a repository is repacked; every push adds a pack.
  static let mostPacks = 48

  public init(_ hub: ServedHub) { self.hub = hub }

  /// Prepares a repository for a visit: updates a mailbox's inbox, completes crashed work unless
  /// another process is doing so, and updates the hooks of an older hub.
  ///
  /// Failed steps, for example on a full disk or a damaged mailbox, are repeated on the next visit
  /// and don't stop this one.
  public func prepare(_ place: HubPlace) throws {
    try hub.renewHooks()
    let subject = place.subject
    let desk = HubPlace(subject, .desk)
    let delivery = InboxDelivery(hub, subject)
    if delivery.isPending, let lock = try lock(desk, patience: 0) {
      log.attempt("finish a teacher's push", at: desk) {
        try withExtendedLifetime(lock) { try delivery.applyPending() }
      }
    }
    switch place.repository {
    case .subject: break
    case .mailbox(let name):
      log.attempt("update the inbox", at: place) {
        guard try delivery.isBehind(name), let lock = try lock(desk, patience: 30) else { return }
        try withExtendedLifetime(lock) { try delivery.updateInbox(name) }
      }
      try applyPending(name, in: subject)
    case .desk:
      for file in try hub.folder.files(in: "\(subject)/receiving") {
        guard let name = file.removingSuffix(".pending") else { continue }
        try applyPending(name, in: subject)
      }
    }
  }

  /// Removes the leftovers of killed pushes; the caller holds the lock.
  func clear(_ place: HubPlace) {
    log.attempt("remove leftovers of killed pushes", at: place) {
      try hub.folder.repository(place.path)?.clearAfterPushes(age: 2 * ServiceProgram.longest)
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

  /// Creates a missing mailbox.
  func createMailbox(_ mailbox: String, in subject: String) throws {
    if try hub.folder.contains(HubPlace(subject, .mailbox(mailbox)).path) { return }
    let lock = try lock(HubPlace(subject, .desk), patience: 30)
    try withExtendedLifetime(lock) { try InboxDelivery(hub, subject).createMailbox(mailbox) }
  }

  private func applyPending(_ mailbox: String, in subject: String) throws {
    let writer = ReceiptWriter(hub, subject, mailbox: mailbox)
    guard writer.isPending else { return }
    let place = HubPlace(subject, .mailbox(mailbox))
    guard let lock = try lock(place, patience: 0) else { return }
    log.attempt("give receipts", at: place) {
      _ = try withExtendedLifetime(lock) { try writer.applyPending() }
    }
  }

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

  private func lockFile(_ place: HubPlace) throws(GitError) -> String {
    if case .mailbox = place.repository {
      try DurableFile.makeFolder("\(hub.folder.path)/\(place.subject)/receiving")
    }
    return "\(hub.folder.path)/\(place.companion("lock"))"
  }

  /// Repacks a repository with many packs.
  func repack(_ place: HubPlace) throws {
    let packs = try hub.folder.files(in: "\(place.path)/objects/pack").filter {
      $0.hasSuffix(".pack")
    }
    guard packs.count > Self.mostPacks else { return }
    let path = "\(hub.folder.path)/\(place.companion("tidying"))"
    guard let lock = try? ProcessLock(path, patience: 0) else { return }
    _ = try withExtendedLifetime(lock) {
      try Subprocess(
        "git",
        ["-C", "\(hub.folder.path)/\(place.path)", "repack", "-d", "-q", "--geometric=2"],
        environment: GitProgram.environment()
      ).run()
    }
  }
}

extension String {
  fileprivate func removingSuffix(_ suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
