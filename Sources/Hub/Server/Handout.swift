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

  /// Notes that something is about to arrive, beside what an earlier note says.
  func announce() throws { if !isPending { try DurableFile.write([], to: note) } }

  /// Makes every mailbox what the desk says.
  ///
  /// - Throws: what went wrong with the first of the mailboxes that did; all others are done.
  func settle() throws {
    guard isPending else { return }
    guard let desk = try hub.folder.repository(place.path) else { return }
    var failure: (any Error)?
    var done: [(box: FolderRepository, tip: ObjectID)] = []
    var gone = try takenBack()
    var made: [String] = []
    let present = Set(
      try hub.folder.folders(in: "\(subject)/\(HubLayout.mailboxes)").compactMap {
        HubLayout.mailbox(ofFolder: $0)
      })
    var last: (tip: ObjectID, template: RepositoryTemplate)?
    for reference in try desk.references(under: "refs/heads/out") {
      guard let mailbox = HubBranch.mailbox(ofOutgoing: reference.name) else { continue }
      do {
        let path = HubPlace(subject, .mailbox(mailbox)).path
        guard present.contains(mailbox), let box = try hub.folder.repository(path) else {
          // What is told for the first time is mostly the same for all.
          if last?.tip != reference.id {
            last = (reference.id, try template(reference.id, from: desk))
          }
          if let last { try hub.folder.create(path, last.template, durability: .deferred) }
          made.append(mailbox)
          continue
        }
        let old = try box.reference(HubBranch.inbox)
        if old == reference.id { continue }
        try write(reference.id, since: old, to: box, from: desk)
        if let old, try !box.isAncestor(old, of: reference.id) {
          gone.append(TakenBack(mailbox: mailbox, commit: old))
        }
        done.append((box, reference.id))
      } catch {
        failure = failure ?? error
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
    for (box, tip) in done {
      try box.update(
        [RefUpdate(HubBranch.inbox, to: tip, expecting: .anything)], durability: .deferred)
    }
    if !done.isEmpty { try Durability.flush(around: hub.folder.path) }
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
          if try box?.contains(one.commit) ?? false { try box?.forget(one.commit) }
        }
      } catch {
        failure = failure ?? error
        left.append(one)
      }
    }
    try keep(left)
    return failure
  }

  private static let inbox = HubBranch.short(HubBranch.inbox)

  /// Writes what a mailbox lacks of a commit.
  private func write(
    _ tip: ObjectID, since old: ObjectID?, to box: FolderRepository, from desk: FolderRepository
  ) throws {
    let batch = ObjectBatch()
    try ObjectCopy.copy([tip], from: desk, into: batch, held: .commits(old.map { [$0] } ?? []))
    try box.write(batch, durability: .deferred)
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
}
