import Git
import Model

/// What arrives on a desk's `out/<id>` goes into that mailbox's `inbox`, and `access` makes
/// mailboxes. Whoever uses it holds the desk's lock.
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

  /// Makes every mailbox what the desk says.
  ///
  /// - Throws: what went wrong with the first of the mailboxes that did; all others are done.
  func settle() throws {
    guard isPending else { return }
    guard let desk = try hub.folder.repository(place.path) else { return }
    let present = Set(
      try hub.folder.folders(in: "\(subject)/\(HubLayout.mailboxes)").compactMap {
        HubLayout.mailbox(ofFolder: $0)
      })
    let inboxes = try desk.references(under: "refs/heads/out").compactMap { reference in
      HubBranch.mailbox(ofOutgoing: reference.name).map { mailbox in
        Inbox(mailbox: mailbox, tip: reference.id, isThere: present.contains(mailbox))
      }
    }
    let written = onAllProcessors(inboxes) { write($0) }
    var failure: (any Error)?
    var gone = try takenBack()
    var made: [String] = []
    var moving: [Inbox] = []
    for (inbox, step) in zip(inboxes, written) {
      switch step {
      case .none: break
      case .made: made.append(inbox.mailbox)
      case .written(let old):
        moving.append(inbox)
        if let old { gone.append(TakenBack(mailbox: inbox.mailbox, commit: old)) }
      case .failed(let error): failure = failure ?? error
      }
    }
    let access = try AccessList(in: desk)
    let there = present.union(made)
    for mailbox in access.mailboxes where HubLayout.isMailbox(mailbox) && !there.contains(mailbox) {
      let path = HubPlace(subject, .mailbox(mailbox)).path
      if try !hub.folder.contains(path) {
        try hub.folder.create(
          path, RepositoryTemplate(branch: Self.inbox), durability: .deferred)
        made.append(mailbox)
      }
    }
    if !gone.isEmpty { try keep(gone) }
    try Durability.flush(around: hub.folder.path)
    let moved = onAllProcessors(moving) { part in
      part.map { inbox in Result { try move(inbox) } }
    }
    for one in moved { try one.get() }
    if !moving.isEmpty { try Durability.flush(around: hub.folder.path) }
    try fill(made, from: desk)
    try Restoring(hub: hub, subject: subject).settle(desk)
    try Joining(hub, subject).letIn(access)
    failure = try forget(gone) ?? failure
    if let failure { throw failure }
    try DurableFile.remove(note)
  }

  /// Gives mailboxes that were made anew what the desk received for them.
  private func fill(_ made: [String], from desk: FolderRepository) throws {
    if made.isEmpty { return }
    let received = Set(
      try desk.references(under: "refs/heads/in").compactMap {
        HubBranch.mailbox(ofReceived: $0.name)
      })
    for mailbox in made where received.contains(mailbox) {
      let lock = try Housekeeping(hub).lock(HubPlace(subject, .mailbox(mailbox)), patience: 30)
      try withExtendedLifetime(lock) { try Receiving(hub, subject, mailbox: mailbox).fill() }
    }
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
    /// Whether there is such a mailbox.
    let isThere: Bool
  }

  /// What was done for a mailbox, before its branch moves.
  private enum Step: Sendable {
    case none
    /// It was made, with its inbox.
    case made
    /// It has all objects now; what the branch had before is named where that is taken back.
    case written(takenBack: ObjectID?)
    case failed(any Error)
  }

  /// Writes what mailboxes lack, and makes those that aren't there.
  private func write(_ inboxes: [Inbox]) -> [Step] {
    // What is told for the first time is mostly the same for all.
    var last: (tip: ObjectID, template: RepositoryTemplate)?
    let desk = Result { try hub.folder.repository(place.path) }
    return inboxes.map { inbox in
      do {
        guard let desk = try desk.get() else { return .none }
        let path = HubPlace(subject, .mailbox(inbox.mailbox)).path
        if inbox.isThere, let box = try hub.folder.repository(path) {
          return try write(inbox.tip, to: box, from: desk)
        }
        let template =
          if let last, last.tip == inbox.tip { last.template } else {
            try template(inbox.tip, from: desk)
          }
        last = (inbox.tip, template)
        try hub.folder.create(path, template, durability: .deferred)
        return .made
      } catch {
        return .failed(error)
      }
    }
  }

  private static let inbox = HubBranch.short(HubBranch.inbox)

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

  /// What a mailbox is made of that appears with its inbox.
  private func template(
    _ tip: ObjectID, from desk: FolderRepository
  ) throws -> RepositoryTemplate {
    let batch = ObjectBatch()
    try ObjectCopy.copy([tip], from: desk, into: batch, held: .commits([]))
    return try RepositoryTemplate(
      branch: Self.inbox, objects: batch, references: [Reference(HubBranch.inbox, tip)])
  }

  /// Moves a mailbox's branch to where it is to be.
  private func move(_ inbox: Inbox) throws {
    let path = HubPlace(subject, .mailbox(inbox.mailbox)).path
    try hub.folder.repository(path)?.update(
      [RefUpdate(HubBranch.inbox, to: inbox.tip, expecting: .anything)], durability: .deferred)
  }
}
