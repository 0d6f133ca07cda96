import Git
import Model

/// What arrives on a desk's `out/<id>` goes into that mailbox's `inbox`, and `access` makes
/// mailboxes. Whoever uses it holds the desk's lock.
struct Handout {
  private let hub: ServedHub
  private let subject: String
  private let place: HubPlace

  init(_ hub: ServedHub, _ subject: String) {
    self.hub = hub
    self.subject = subject
    place = HubPlace(subject, .desk)
  }

  private var note: String { "\(hub.folder.path)/\(place.companion("pending"))" }

  var isPending: Bool { DurableFile.isThere(note) }

  /// Notes that something is about to arrive.
  func announce() throws { try DurableFile.write([], to: note) }

  /// Makes every mailbox what the desk says.
  ///
  /// - Throws: what went wrong with the first of the mailboxes that did; all others are done.
  func settle() throws {
    guard isPending else { return }
    guard let desk = try hub.folder.repository(place.path) else { return }
    var failure: (any Error)?
    var done: [(box: FolderRepository, old: ObjectID?, tip: ObjectID)] = []
    for reference in try desk.references(under: "refs/heads/out") {
      guard let mailbox = HubBranch.mailbox(ofOutgoing: reference.name) else { continue }
      do {
        if let (box, old) = try write(reference.id, for: mailbox, from: desk) {
          done.append((box, old, reference.id))
        }
      } catch {
        failure = failure ?? error
      }
    }
    let access = try AccessList(in: desk)
    for mailbox in access.mailboxes where HubLayout.isMailbox(mailbox) {
      let path = HubPlace(subject, .mailbox(mailbox)).path
      if try !hub.folder.contains(path) {
        try hub.folder.create(path, branch: Self.inbox, durability: .deferred)
      }
    }
    try Durability.flush(around: hub.folder.path)
    for (box, _, tip) in done {
      try box.update(
        [RefUpdate(HubBranch.inbox, to: tip, expecting: .anything)], durability: .deferred)
    }
    if !done.isEmpty { try Durability.flush(around: hub.folder.path) }
    for case (let box, let old?, let tip) in done where try !box.isAncestor(old, of: tip) {
      // The teacher took back what was there.
      try box.forget(old)
    }
    try Joining(hub, subject).letIn(access)
    if let failure { throw failure }
    try DurableFile.remove(note)
  }

  private static let inbox = String(HubBranch.inbox.dropFirst("refs/heads/".count))

  /// Writes what a mailbox lacks of a commit; a new mailbox appears with it.
  ///
  /// - Returns: the mailbox where its inbox is to be moved, and where it was.
  private func write(
    _ tip: ObjectID, for mailbox: String, from desk: FolderRepository
  ) throws -> (box: FolderRepository, old: ObjectID?)? {
    let path = HubPlace(subject, .mailbox(mailbox)).path
    let box = try hub.folder.repository(path)
    let old = try box?.reference(HubBranch.inbox)
    if old == tip { return nil }
    let batch = ObjectBatch()
    try ObjectCopy.copy(
      [tip], from: desk, into: batch, held: .commits(old.map { [$0] } ?? []))
    if let box {
      try box.write(batch, durability: .deferred)
      return (box, old)
    }
    try hub.folder.create(
      path, branch: Self.inbox, objects: batch, references: [Reference(HubBranch.inbox, tip)],
      durability: .deferred)
    return nil
  }
}
