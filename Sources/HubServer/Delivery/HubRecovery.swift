import Git
import HubProtocol
import Model

/// Restores the teacher's copy of a hub: receipts with their work, work without receipts, and the
/// keys of participants. The caller holds the desk's lock.
struct HubRecovery {
  let hub: ServedHub
  let subject: String

  /// Applies the desk's branches `restore/…`.
  func applyPending(_ desk: FolderRepository) throws {
    for reference in try desk.references(under: "refs/heads/restore") {
      if let origin = HubBranch.origin(ofRestored: reference.name) {
        if let mailbox = HubBranch.mailbox(ofReceived: origin) {
          try restoreReceipts(reference.id, on: origin, mailbox, desk)
        } else if let (mailbox, branch) = HubBranch.delivery(of: origin) {
          try restoreWork(reference.id, on: branch, mailbox, desk)
        } else {
          try restorePeople(reference.id, desk)
        }
      }
      try desk.update([RefUpdate(reference.name, to: nil, from: reference.id)])
    }
  }

  /// Restores receipts, unless newer ones exist.
  private func restoreReceipts(
    _ tip: ObjectID, on branch: String, _ mailbox: String, _ desk: FolderRepository
  ) throws {
    let place = HubPlace(subject, .mailbox(mailbox))
    let lock = try hub.lock(place, patience: 30)
    try withExtendedLifetime(lock) {
      let now = try desk.reference(branch)
      if let now, try !desk.isAncestor(now, of: tip) { return }
      try desk.update([RefUpdate(branch, to: tip, from: now)])
      try ReceiptWriter(hub, subject, mailbox: mailbox).fill()
    }
  }

  /// Restores work in a mailbox, unless there is other work.
  private func restoreWork(
    _ tip: ObjectID, on branch: String, _ mailbox: String, _ desk: FolderRepository
  ) throws {
    let place = HubPlace(subject, .mailbox(mailbox))
    let lock = try hub.lock(place, patience: 30)
    try withExtendedLifetime(lock) {
      try Mailboxes(hub, subject).create(mailbox)
      guard let box = try hub.folder.repository(place.path) else { return }
      let batch = ObjectBatch()
      try ObjectCopy.copy([tip], from: desk, into: batch, held: .store(box))
      try box.write(batch)
      let now = try box.reference(branch)
      if let now, try !box.isAncestor(now, of: tip) { return }
      try box.update([RefUpdate(branch, to: tip, from: now)])
    }
  }

  /// Restores the keys and participants of the former hub.
  private func restorePeople(_ tip: ObjectID, _ desk: FolderRepository) throws {
    let now = try desk.reference(HubBranch.people)
    let (old, requests) = (try PeopleList(at: tip, in: desk), try RequestList(at: tip, in: desk))
    var people = try hub.people(of: subject)
    for id in old.people where people[id] == nil {
      if let entry = old[id] { try people.set(entry, of: id) }
    }
    var files: [String: TreeChange] = [PeopleList.file: .write(people.bytes)]
    if try now.map({ try RequestList(at: $0, in: desk).students.isEmpty }) ?? true {
      files[RequestList.file] = .write(requests.bytes)
    }
    let time = Instant(seconds: try desk.commit(tip).committer.seconds)
    let enrollment = Enrollment(hub, subject)
    try enrollment.write(files, "Restore participants", to: desk, at: time)
    guard let keys = hub.keys else { return }
    // Other known revocations take precedence.
    try enrollment.syncInvitationKeys(AccessList(in: desk))
    let list = try KeyList(at: tip, in: desk)
    let students = list.students.filter { Principal("student:\($0)") != nil }
    try enrollment.mergeRevocations(
      Dictionary(
        students.compactMap { id in list.revoked(id).map { (id, $0) } }, uniquingKeysWith: { $1 }),
      keys)
    let revocations = try keys.revocations()
    let known = Set(try keys.entries().map(\.text))
    for id in students where revocations[id] == list.revoked(id) {
      for text in list[id] where !known.contains(text) { try keys.restoreKey(text, as: id) }
    }
    try enrollment.syncInvitationKeys(AccessList(in: desk))
  }
}
