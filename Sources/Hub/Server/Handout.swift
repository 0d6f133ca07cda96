import Git
import Model

/// What arrives on a desk's `out/<id>` goes into that mailbox's `inbox`. A mailbox is made when
/// somebody first comes for it. Whoever uses it holds the desk's lock.
struct Handout: Sendable {
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

  /// Notes that something is about to arrive, beside what an earlier note says.
  func announce() throws { if !isPending { try DurableFile.write([], to: note) } }

  /// Makes every mailbox that is there what the desk says.
  ///
  /// - Throws: what went wrong with the first of the mailboxes that did; all others are done.
  func settle() throws {
    guard isPending else { return }
    guard let desk = try hub.folder.repository(place.path) else { return }
    let present = Set(try hub.mailboxes(of: subject))
    let inboxes = try desk.references(under: "refs/heads/out").compactMap { reference in
      HubBranch.mailbox(ofOutgoing: reference.name).flatMap { mailbox in
        present.contains(mailbox) ? Inbox(mailbox: mailbox, tip: reference.id) : nil
      }
    }
    let written = onAllProcessors(inboxes) { write($0) }
    var failure: (any Error)?
    var gone = try takenBack()
    var moving: [Inbox] = []
    for (inbox, step) in zip(inboxes, written) {
      switch step {
      case .none: break
      case .written(let old):
        moving.append(inbox)
        if let old { gone.append(TakenBack(mailbox: inbox.mailbox, commit: old)) }
      case .failed(let error): failure = failure ?? error
      }
    }
    if !gone.isEmpty { try keep(gone) }
    if !moving.isEmpty {
      try Durability.flush(around: hub.folder.path)
      let moved = onAllProcessors(moving) { part in
        part.map { inbox in Result { try move(inbox) } }
      }
      for one in moved { try one.get() }
      try Durability.flush(around: hub.folder.path)
    }
    try Restoring(hub: hub, subject: subject).settle(desk)
    try Joining(hub, subject).letIn(AccessList(in: desk))
    failure = try forget(gone) ?? failure
    if let failure { throw failure }
    try DurableFile.remove(note)
  }

  /// Makes a mailbox for which nobody came before, or that was lost: with what the desk has for it,
  /// and all that the desk received from it.
  func make(_ mailbox: String) throws {
    let path = HubPlace(subject, .mailbox(mailbox)).path
    guard try !hub.folder.contains(path),
      let desk = try hub.folder.repository(place.path)
    else { return }
    var branches: [String: ObjectID] = [:]
    if let received = try desk.reference(HubBranch.received + mailbox) {
      branches = try ReceiptChain(to: received, in: desk).tips
      branches[HubBranch.receipts] = received
    }
    branches[HubBranch.inbox] = try desk.reference(HubBranch.outgoing + mailbox)
    let batch = ObjectBatch()
    try ObjectCopy.copy(Array(branches.values), from: desk, into: batch, held: .commits([]))
    try hub.folder.create(
      path,
      RepositoryTemplate(
        branch: HubBranch.short(HubBranch.inbox), objects: batch,
        references: branches.map { Reference($0.key, $0.value) }))
  }

  // MARK: Taking back

  /// What the teacher took back from a mailbox: nobody is to find it there any more.
  private struct TakenBack {
    let mailbox: String
    let commit: ObjectID
  }

  /// What is still to be removed, as the note says.
  private func takenBack() throws -> [TakenBack] {
    let text = String(decoding: try DurableFile.read(note, limit: 16 << 20) ?? [], as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, HubLayout.isMailbox(words[0]), let id = ObjectID(words[1]) else {
        return nil
      }
      return TakenBack(mailbox: words[0], commit: id)
    }
  }

  private func keep(_ left: [TakenBack]) throws {
    let lines = left.map { "\($0.mailbox) \($0.commit)\n" }.joined()
    try DurableFile.write(Array(lines.utf8), to: note)
  }

  /// Removes what was taken back, while nobody pushes to the mailbox.
  ///
  /// - Returns: what kept it from some of them, which then are noted.
  private func forget(_ gone: [TakenBack]) throws -> (any Error)? {
    if gone.isEmpty { return nil }
    var failure: (any Error)?
    var left: [TakenBack] = []
    for one in gone {
      let place = HubPlace(subject, .mailbox(one.mailbox))
      do {
        let lock = try Housekeeping(hub).lock(place, patience: 5)
        try withExtendedLifetime(lock) {
          let box = try hub.folder.repository(place.path)
          if try box?.contains(one.commit) ?? false { try box?.forget([one.commit]) }
        }
      } catch {
        failure = failure ?? error
        left.append(one)
      }
    }
    try keep(left)
    return failure
  }

  // MARK: Handing out

  /// What a mailbox is to get.
  private struct Inbox: Sendable {
    let mailbox: String
    let tip: ObjectID
  }

  /// What was done for a mailbox, before its branch moves.
  private enum Step: Sendable {
    case none
    /// It has all objects now; what the branch had before is named where that is taken back.
    case written(takenBack: ObjectID?)
    case failed(any Error)
  }

  /// Writes what mailboxes lack.
  private func write(_ inboxes: [Inbox]) -> [Step] {
    let desk = Result { try hub.folder.repository(place.path) }
    return inboxes.map { inbox in
      do {
        let path = HubPlace(subject, .mailbox(inbox.mailbox)).path
        guard let desk = try desk.get(), let box = try hub.folder.repository(path) else {
          return .none
        }
        return try write(inbox.tip, to: box, from: desk)
      } catch {
        return .failed(error)
      }
    }
  }

  /// Writes what a mailbox lacks of a commit.
  private func write(
    _ tip: ObjectID, to box: FolderRepository, from desk: FolderRepository
  ) throws -> Step {
    let old = try box.reference(HubBranch.inbox)
    if old == tip { return .none }
    let batch = ObjectBatch()
    try ObjectCopy.copy([tip], from: desk, into: batch, held: .commits(old.map { [$0] } ?? []))
    try box.write(batch, durability: .deferred)
    guard let old, try !box.isAncestor(old, of: tip) else { return .written(takenBack: nil) }
    return .written(takenBack: old)
  }

  /// Moves a mailbox's branch to where it is to be.
  private func move(_ inbox: Inbox) throws {
    let path = HubPlace(subject, .mailbox(inbox.mailbox)).path
    try hub.folder.repository(path)?.update(
      [RefUpdate(HubBranch.inbox, to: inbox.tip, expecting: .anything)], durability: .deferred)
  }
}
