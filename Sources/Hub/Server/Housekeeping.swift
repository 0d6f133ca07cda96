import Git

/// Keeps a hub in order without anybody having to.
public struct Housekeeping {
  private let hub: ServedHub
  /// Every push leaves a pack; with more than so many in a repository they are put together.
  static let mostPacks = 48

  public init(_ hub: ServedHub) { self.hub = hub }

  /// Finishes what a crash left at a repository, as far as nobody is at it now.
  ///
  /// What can't be finished, as the disk is full or a mailbox damaged, waits for the next one and
  /// keeps nobody from what they came for.
  /// - Parameter service: what somebody is about to do there.
  /// - Returns: for a push, the lock that keeps others from pushing there meanwhile.
  /// - Throws: `GitError` with `.locked` while another push goes on and on.
  public func prepare(_ place: HubPlace, for service: HubService) throws -> ProcessLock? {
    let subject = place.subject
    let desk = HubPlace(subject, .desk)
    if place != desk, Handout(hub, subject).isPending, let lock = try lock(desk, patience: 0) {
      try? withExtendedLifetime(lock) { try Handout(hub, subject).settle() }
    }
    let mine = service == .push ? try lock(place, patience: 30) : nil
    if mine != nil { try? hub.folder.repository(place.path)?.clearAfterPushes() }
    switch place.repository {
    case .subject: break
    case .mailbox(let name): try settle(name, in: subject, mine)
    case .desk:
      if mine != nil { try? Handout(hub, subject).settle() }
      for file in try hub.folder.files(in: "\(subject)/receiving") {
        guard let name = file.removingSuffix(".pending") else { continue }
        try settle(name, in: subject, nil)
      }
    }
    return mine
  }

  /// Makes a mailbox that was lost what the desk says that it was.
  func makeAgain(_ place: HubPlace) throws {
    let lock = try lock(HubPlace(place.subject, .desk), patience: 30)
    try withExtendedLifetime(lock) {
      try Handout(hub, place.subject).announce()
      try Handout(hub, place.subject).settle()
    }
  }

  private func settle(_ mailbox: String, in subject: String, _ lock: ProcessLock?) throws {
    let receiving = Receiving(hub, subject, mailbox: mailbox)
    guard receiving.isPending else { return }
    guard let lock = try lock ?? self.lock(HubPlace(subject, .mailbox(mailbox)), patience: 0) else {
      return
    }
    try? withExtendedLifetime(lock) { try receiving.settle() }
  }

  /// - Returns: nil where another process has it and there is no patience.
  func lock(_ place: HubPlace, patience: Double) throws -> ProcessLock? {
    do throws(GitError) {
      let path = "\(hub.folder.path)/\(place.companion("lock"))"
      if case .mailbox = place.repository {
        try DurableFile.makeFolder("\(hub.folder.path)/\(place.subject)/receiving")
      }
      return try ProcessLock(path, patience: patience)
    } catch {
      if patience == 0, error.code == .locked { return nil }
      throw error
    }
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
