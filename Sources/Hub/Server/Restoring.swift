import Git
import Model

/// Brings back to a hub what the teacher's side had of it: receipts, with the work that they are for,
/// work that came another way and has none, and whose keys let them in. Whoever uses it holds the desk's lock.
struct Restoring {
  let hub: ServedHub
  let subject: String

  /// Takes what arrived on the desk's branches `restore/…`.
  func settle(_ desk: FolderRepository) throws {
    for reference in try desk.references(under: "refs/heads/restore") {
      if let origin = HubBranch.origin(ofRestored: reference.name) {
        if let mailbox = HubBranch.mailbox(ofReceived: origin) {
          try receive(reference.id, on: origin, mailbox, desk)
        } else if let (mailbox, branch) = HubBranch.delivery(of: origin) {
          try put(reference.id, on: branch, mailbox, desk)
        } else {
          try welcome(reference.id, desk)
        }
      }
      try desk.update([RefUpdate(reference.name, to: nil, from: reference.id)])
    }
  }

  /// Takes receipts, unless others were given meanwhile.
  private func receive(
    _ tip: ObjectID, on branch: String, _ mailbox: String, _ desk: FolderRepository
  ) throws {
    let place = HubPlace(subject, .mailbox(mailbox))
    let lock = try Housekeeping(hub).lock(place, patience: 30)
    try withExtendedLifetime(lock) {
      let now = try desk.reference(branch)
      if let now, try !desk.isAncestor(now, of: tip) { return }
      try desk.update([RefUpdate(branch, to: tip, from: now)])
      try Receiving(hub, subject, mailbox: mailbox).fill()
    }
  }

  /// Puts work into a mailbox, unless there is other work meanwhile.
  private func put(
    _ tip: ObjectID, on branch: String, _ mailbox: String, _ desk: FolderRepository
  ) throws {
    let place = HubPlace(subject, .mailbox(mailbox))
    let lock = try Housekeeping(hub).lock(place, patience: 30)
    try withExtendedLifetime(lock) {
      try Handout(hub, subject).make(mailbox)
      guard let box = try hub.folder.repository(place.path) else { return }
      let batch = ObjectBatch()
      try ObjectCopy.copy([tip], from: desk, into: batch, held: .store(box))
      try box.write(batch)
      let now = try box.reference(branch)
      if let now, try !box.isAncestor(now, of: tip) { return }
      try box.update([RefUpdate(branch, to: tip, from: now)])
    }
  }

  /// Lets in again whom the hub knew, and says of them what it said.
  private func welcome(_ tip: ObjectID, _ desk: FolderRepository) throws {
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
    let joining = Joining(hub, subject)
    try joining.write(files, "Come back", to: desk, at: time)
    guard let keys = hub.keys else { return }
    // Whatever else is known here of lost keys counts first.
    try joining.letIn(AccessList(in: desk))
    let list = try KeyList(at: tip, in: desk)
    let students = list.students.filter { Party("student:\($0)") != nil }
    try joining.learn(
      Dictionary(
        students.compactMap { id in list.revoked(id).map { (id, $0) } }, uniquingKeysWith: { $1 }),
      keys)
    let revocations = try keys.revocations()
    let known = Set(try keys.entries().map(\.text))
    for id in students where revocations[id] == list.revoked(id) {
      for text in list[id] where !known.contains(text) { try keys.welcome(text, as: id) }
    }
    try joining.letIn(AccessList(in: desk))
  }
}
