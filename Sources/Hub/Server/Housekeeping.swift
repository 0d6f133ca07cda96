import Git

/// Keeps a hub in order without anybody having to.
public struct Housekeeping {
  private let hub: ServedHub
  private var log: HubLog { HubLog(hub) }
  /// Every push leaves a pack; with more than so many in a repository they are put together.
  static let mostPacks = 48

  public init(_ hub: ServedHub) { self.hub = hub }

  /// Gives a mailbox what is there for it, finishes what a crash left at a repository, as far as nobody is
  /// at it now, and gives a hub of an earlier version its hooks.
  ///
  /// What can't be finished, as the disk is full or a mailbox damaged, waits for the next one and
  /// keeps nobody from what they came for.
  public func prepare(_ place: HubPlace) throws {
    try hub.renewHooks()
    let subject = place.subject
    let desk = HubPlace(subject, .desk)
    let handout = Handout(hub, subject)
    if handout.isPending, let lock = try lock(desk, patience: 0) {
      log.attempt("finish a teacher's push", at: desk) {
        try withExtendedLifetime(lock) { try handout.settle() }
      }
    }
    switch place.repository {
    case .subject: break
    case .mailbox(let name):
      log.attempt("update the inbox", at: place) {
        guard try handout.isBehind(name), let lock = try lock(desk, patience: 30) else { return }
        try withExtendedLifetime(lock) { try handout.bring(name) }
      }
      try settle(name, in: subject)
    case .desk:
      for file in try hub.folder.files(in: "\(subject)/receiving") {
        guard let name = file.removingSuffix(".pending") else { continue }
        try settle(name, in: subject)
      }
    }
  }

  /// Removes what killed pushes left, for one that has the lock.
  func clear(_ place: HubPlace) {
    log.attempt("remove what killed pushes left", at: place) {
      try hub.folder.repository(place.path)?.clearAfterPushes(age: 2 * ServiceProgram.longest)
    }
  }

  /// Opens the lock of a place for the program that takes this process's place: its hooks take it.
  public func leaveLock(_ place: HubPlace) throws -> Int32 {
    try ProcessLock.leave(try lockFile(place))
  }

  /// Takes the lock that was left to Git, for as long as that runs.
  ///
  /// - Throws: `PushFault.busy` while another push goes on and on.
  func take(_ descriptor: Int32, _ place: HubPlace) throws -> ProcessLock {
    do throws(GitError) {
      return try ProcessLock(left: descriptor, try lockFile(place), patience: 30)
    } catch {
      if error.code == .locked { throw PushFault.busy }
      throw error
    }
  }

  /// Makes a mailbox, where it isn't there.
  func make(_ mailbox: String, in subject: String) throws {
    if try hub.folder.contains(HubPlace(subject, .mailbox(mailbox)).path) { return }
    let lock = try lock(HubPlace(subject, .desk), patience: 30)
    try withExtendedLifetime(lock) { try Handout(hub, subject).make(mailbox) }
  }

  private func settle(_ mailbox: String, in subject: String) throws {
    let receiving = Receiving(hub, subject, mailbox: mailbox)
    guard receiving.isPending else { return }
    let place = HubPlace(subject, .mailbox(mailbox))
    guard let lock = try lock(place, patience: 0) else { return }
    log.attempt("give receipts", at: place) {
      _ = try withExtendedLifetime(lock) { try receiving.settle() }
    }
  }

  /// - Returns: nil where another process has it and there is no patience.
  /// - Throws: `HubError.push(.busy)` where it has it for longer than that.
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

  /// Puts a repository's packs together where there are many.
  func tidy(_ place: HubPlace) throws {
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
