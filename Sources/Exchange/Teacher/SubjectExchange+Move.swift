import Git
import Hub
import Model
import Storage

/// What became of the hub on which a subject was shared before.
public struct FormerHub: Sendable {
  /// Its folder.
  public let path: String
  /// What was there and not collected yet; the reason why it can't be reached otherwise.
  public let collected: Result<CollectReport, GitError>

  /// Whether work was there that had not been collected.
  public var hasWork: Bool { !((try? collected.get())?.arrived.isEmpty ?? true) }
}

/// Moving from one hub to another.
extension SubjectExchange {
  /// Where the subject is shared, and where it was before, as long as that doesn't know; written in the
  /// outbox's settings.
  private static let (present, former) = ("teachkit.hub", "teachkit.formerhub")

  /// Writes down where the subject is shared now.
  func note(_ hub: HubAddress, in outbox: Repository) throws(GitError) {
    let known = try outbox.setting(Self.present)
    if known == hub.text { return }
    if let known { try outbox.set(Self.former, to: known) }
    try outbox.set(Self.present, to: hub.text)
  }

  /// Has the folder on which the subject was shared before say where it is now, and collects for the
  /// last time from there. Once it says so nobody hands anything in to it.
  ///
  /// - Returns: nil where there is no such folder that hasn't been told.
  /// - Throws: `ExchangeError`, `FaultyFiles`, `MissingObject`, `GitError`.
  public func leaveFormerHub() async throws -> FormerHub? {
    guard stores.hasOutbox(subject) else { return nil }
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let outbox = try stores.outbox(subject)
    guard let former = try outbox.setting(Self.former) else { return nil }
    let (_, files) = try committed()
    let hub = try hub(files)
    guard case .folder(let path) = HubAddress(former, relativeTo: school.root), path != hub.text
    else {
      try outbox.set(Self.former, to: nil)
      return nil
    }
    let folder: HubFolder
    do {
      guard let found = try FolderHub.open(path),
        FolderHub.school(of: subject, on: found) == (try files.school().uid)
      else { throw GitError(.notFound, "nothing of the subject is there", path: path) }
      folder = found
      let isServed = try hub.folder == nil && outbox.reference(HubBranch.access) != nil
      try MovedSubject(to: hub.appending(subject).withoutSecrets, isServed: isServed)
        .write(in: folder, at: subject)
    } catch let error as GitError {
      return FormerHub(path: path, collected: .failure(error))
    }
    let there = HubAddress.folder(path)
    var report = try take(await readMailboxes(files, on: there), files, from: there, by: .collect)
    try report.refused.removeAll { try isNoLoss($0, on: folder) }
    try outbox.set(Self.former, to: nil)
    return FormerHub(path: path, collected: .success(report))
  }

  /// Whether nothing is missed of what was refused on a hub that was left: it may be behind what came
  /// elsewhere.
  private func isNoLoss(_ refused: CollectReport.Refused, on hub: HubFolder) throws -> Bool {
    switch refused.problem {
    case .absent, .vanished: return true
    case .rewound:
      let place = "\(subject)/\(HubLayout.mailbox(refused.mailbox))"
      guard let branch = refused.branch,
        let tip = try hub.repository(place)?.reference("refs/heads/\(branch)")
      else { return false }
      return try stores.collected(subject).contains(tip)
    default: return false
    }
  }

  /// Whether work was collected that another hub doesn't have by itself.
  public func hasCollected() throws -> Bool {
    guard RepositoryLayout(at: stores.collectedPath(subject)) != nil else { return false }
    return try !collectedTips().isEmpty
  }

  /// Sees that a folder isn't one that was left.
  func checkHasNotMoved(_ hub: HubAddress) throws {
    guard let path = hub.folder, !mayMoveHub, let folder = try FolderHub.open(path),
      let moved = try MovedSubject(in: folder, at: subject)
    else { return }
    throw ExchangeError.moved(subject: subject, hub: path, to: moved.address)
  }
}
