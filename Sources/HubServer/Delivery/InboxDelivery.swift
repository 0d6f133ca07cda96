import Git
import HubProtocol
import Model

/// Delivers the desk's branches `out/<id>` to the mailboxes' `inbox`.
///
/// A mailbox is created on the first visit and updated on later ones; a purge removes content from
/// all mailboxes immediately. The caller holds the desk's lock.
struct InboxDelivery {
  private let hub: ServedHub
  private let subject: String
  private let place: HubPlace

  init(_ hub: ServedHub, _ subject: String) {
    self.hub = hub
    self.subject = subject
    place = HubPlace(subject, .desk)
  }

  // MARK: A teacher's push

  /// Records that a push is about to arrive, in addition to pending ones.
  ///
  /// - Parameter purged: the branches of the desk whose history is replaced.
  func recordPending(purging purged: [RefUpdate] = []) throws {
    if isPending, purged.isEmpty { return }
    var note = try Note(path)
    note.isPurge = note.isPurge || !purged.isEmpty
    // The mailbox may have it even if its branch was never updated.
    note.gone += purged.compactMap { update in
      guard case .at(let old) = update.expecting,
        let mailbox = HubBranch.mailbox(ofOutgoing: update.name)
      else { return nil }
      return PurgedCommit(mailbox: mailbox, commit: old)
    }
    try note.write(to: path)
  }

  /// Completes recorded pushes.
  ///
  /// - Throws: the first failure; all other mailboxes are completed.
  func applyPending() throws {
    guard isPending, let desk = try hub.folder.repository(place.path) else { return }
    Mailboxes(hub, subject).removeAbandoned()
    var note = try Note(path)
    var failure: (any Error)?
    if note.isPurge {
      failure = try replaceInboxes(&note, desk)
      note.isPurge = failure != nil
    }
    try HubRecovery(hub: hub, subject: subject).applyPending(desk)
    try Enrollment(hub, subject).syncInvitationKeys(AccessList(in: desk))
    failure = try forget(&note) ?? failure
    if let failure { throw failure }
    try DurableFile.remove(path)
  }

  // MARK: Visits

  /// Whether the desk has a newer inbox for a mailbox; callers don't need the lock.
  func isBehind(_ mailbox: String) throws -> Bool {
    let tip = try hub.folder.repository(place.path)?.reference(HubBranch.outgoing + mailbox)
    return try tip != nil && tip != self.mailbox(mailbox)?.reference(HubBranch.inbox)
  }

  /// Updates a mailbox's inbox from the desk.
  func updateInbox(_ mailbox: String) throws {
    // Leftovers of a crash elsewhere must not affect this mailbox.
    HubLog(hub).attempt("finish a teacher's push", at: place) { try applyPending() }
    guard let desk = try hub.folder.repository(place.path),
      let tip = try desk.reference(HubBranch.outgoing + mailbox),
      let box = try self.mailbox(mailbox)
    else { return }
    let old = try box.reference(HubBranch.inbox)
    try box.write(objects(of: tip, after: old, in: desk))
    if let old, try !box.isAncestor(old, of: tip) {
      var note = try Note(path)
      note.gone.append(PurgedCommit(mailbox: mailbox, commit: old))
      try note.write(to: path)
    }
    try move(box, to: tip, durability: .ordered)
  }

  private func mailbox(_ name: String) throws -> FolderRepository? {
    try hub.folder.repository(HubPlace(subject, .mailbox(name)).path)
  }

  /// The objects of a commit that a mailbox may lack.
  private func objects(
    of tip: ObjectID, after old: ObjectID?, in desk: FolderRepository
  ) throws -> ObjectBatch {
    let batch = ObjectBatch()
    try ObjectCopy.copy(
      [tip], from: desk, into: batch, held: .commits(old.map { [$0] } ?? []), limits: .unlimited)
    return batch
  }

  private func move(_ box: FolderRepository, to tip: ObjectID, durability: Durability) throws {
    try box.update(
      [RefUpdate(HubBranch.inbox, to: tip, expecting: .anything)], durability: durability)
  }

  // MARK: Purging

  /// A purged commit, which must be removed from a mailbox.
  private struct PurgedCommit {
    let mailbox: String
    let commit: ObjectID
  }

  /// The pending work after a crash.
  private struct Note {
    /// Whether mailboxes may contain purged commits.
    var isPurge = false
    /// The commits to remove.
    var gone: [PurgedCommit] = []

    private static let purge = "purge"

    init(_ path: String) throws {
      let text = String(decoding: try DurableFile.read(path, limit: 16 << 20) ?? [], as: UTF8.self)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        if words == [Self.purge] {
          isPurge = true
        } else if words.count == 2, HubLayout.isMailbox(words[0]), let id = ObjectID(words[1]) {
          gone.append(PurgedCommit(mailbox: words[0], commit: id))
        }
      }
    }

    func write(to path: String) throws {
      let lines = (isPurge ? [Self.purge] : []) + gone.map { "\($0.mailbox) \($0.commit)" }
      try DurableFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
    }
  }

  /// The path of the note.
  private var path: String { "\(hub.folder.path)/\(place.companion("pending"))" }

  var isPending: Bool { DurableFile.exists(path) }

  /// Replaces the inbox of every existing mailbox by the desk's version.
  ///
  /// - Returns: the first failure.
  private func replaceInboxes(_ note: inout Note, _ desk: FolderRepository) throws -> (any Error)? {
    var failure: (any Error)?
    var moving: [(box: FolderRepository, pack: PreparedPack?, tip: ObjectID)] = []
    for name in try hub.mailboxes(of: subject) {
      do {
        guard let tip = try desk.reference(HubBranch.outgoing + name),
          let box = try mailbox(name), let old = try box.reference(HubBranch.inbox), old != tip
        else { continue }
        let pack = try box.prepare(objects(of: tip, after: old, in: desk), .deferred)
        moving.append((box, pack, tip))
        if try !desk.isAncestor(old, of: tip) {
          note.gone.append(.init(mailbox: name, commit: old))
        }
      } catch {
        failure = failure ?? error
      }
    }
    try note.write(to: path)
    try Durability.flush(around: hub.folder.path)
    // The contents are on the disk before the names, and the names before the branches.
    for (box, pack, _) in moving { if let pack { try box.publish(pack, .deferred) } }
    try Durability.flush(around: hub.folder.path)
    for (box, _, tip) in moving { try move(box, to: tip, durability: .ordered) }
    try Durability.flush(around: hub.folder.path)
    return failure
  }

  /// Removes purged commits from mailboxes without a concurrent push.
  ///
  /// - Returns: the failure that prevented it for some mailboxes, which stay recorded.
  private func forget(_ note: inout Note) throws -> (any Error)? {
    if note.gone.isEmpty { return nil }
    var failure: (any Error)?
    note.gone = note.gone.filter { purged in
      let place = HubPlace(subject, .mailbox(purged.mailbox))
      do {
        let lock = try hub.lock(place, patience: 5)
        try withExtendedLifetime(lock) {
          let box = try hub.folder.repository(place.path)
          if try box?.contains(purged.commit) ?? false { try box?.forget([purged.commit]) }
        }
        return false
      } catch {
        failure = failure ?? error
        return true
      }
    }
    try note.write(to: path)
    return failure
  }
}
