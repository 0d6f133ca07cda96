import Git
import HubProtocol
import Model
import Storage
import Text

/// The result of leaving a subject's former hub.
public struct FormerHub: Sendable {
  /// Its folder.
  public let path: String
  /// The uncollected work there, or why it can't be reached.
  public let collected: Result<CollectReport, GitError>

  /// Whether it had uncollected work.
  public var hasWork: Bool { !((try? collected.get())?.arrived.isEmpty ?? true) }
}

/// Moving from one hub to another.
extension SubjectExchange {
  /// The current hub of the subject, and the former one until it is notified; in the outbox's settings.
  private static let (present, former) = ("teachkit.hub", "teachkit.formerhub")

  /// Records the current hub of the subject.
  func note(_ hub: HubAddress, in outbox: Repository) throws(GitError) {
    let known = try outbox.setting(Self.present)
    if known == hub.text { return }
    if let known { try outbox.set(Self.former, to: known) }
    try outbox.set(Self.present, to: hub.text)
  }

  /// Writes a note about the new hub to the former folder, and collects from there one last time.
  /// After that, the hub accepts no submissions.
  ///
  /// - Returns: nil if there is no former folder without a note.
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
      else { throw GitError(.notFound, "the subject is missing", path: path) }
      folder = found
      let isServed = try hub.folder == nil && outbox.reference(HubBranch.access) != nil
      try MovedSubject(to: hub.appending(subject).withoutSecrets, isServed: isServed)
        .write(in: folder, at: subject)
    } catch let error as GitError {
      return FormerHub(path: path, collected: .failure(error))
    }
    let address = HubAddress.folder(path)
    var report = try await mark(
      readMailboxes(files, on: address), files, on: address)
    try report.refused.removeAll { try isNoLoss($0, on: folder) }
    try outbox.set(Self.former, to: nil)
    return FormerHub(path: path, collected: .success(report))
  }

  /// Whether a refused branch on the former hub is no loss, because newer work was collected
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

  /// Whether there is collected work that another hub doesn't have.
  public func hasCollected() throws -> Bool {
    guard RepositoryLayout(at: stores.collectedPath(subject)) != nil else { return false }
    return try !collectedTips().isEmpty
  }

  /// Checks that a folder isn't a former hub.
  func checkHasNotMoved(_ hub: HubAddress) throws {
    guard let path = hub.folder, !mayMoveHub, let folder = try FolderHub.open(path),
      let moved = try MovedSubject(in: folder, at: subject)
    else { return }
    throw ExchangeError.moved(subject: subject, hub: path, to: moved.address)
  }
}
