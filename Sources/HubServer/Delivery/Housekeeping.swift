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
    if delivery.isPending, let lock = try hub.lock(desk, patience: 0) {
      log.attempt("finish a teacher's push", at: desk) {
        try withExtendedLifetime(lock) { try delivery.applyPending() }
      }
    }
    switch place.repository {
    case .subject: break
    case .mailbox(let name):
      log.attempt("update the inbox", at: place) {
        guard try delivery.isBehind(name), let lock = try hub.lock(desk, patience: 30) else {
          return
        }
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
      try hub.folder.repository(place.path)?.clearAfterPushes(
        age: 2 * ConnectionTime.mostForTeachers)
    }
  }

  private func applyPending(_ mailbox: String, in subject: String) throws {
    let writer = ReceiptWriter(hub, subject, mailbox: mailbox)
    guard writer.isPending else { return }
    let place = HubPlace(subject, .mailbox(mailbox))
    guard let lock = try hub.lock(place, patience: 0) else { return }
    log.attempt("give receipts", at: place) {
      _ = try withExtendedLifetime(lock) { try writer.applyPending() }
    }
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
