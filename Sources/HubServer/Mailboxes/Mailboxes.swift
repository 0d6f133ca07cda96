import Git
import HubProtocol

/// The mailboxes of a subject. A mailbox is created on its student's first visit.
struct Mailboxes {
  private let hub: ServedHub
  private let subject: String
  /// The place of the desk.
  private let place: HubPlace

  init(_ hub: ServedHub, _ subject: String) {
    self.hub = hub
    self.subject = subject
    place = HubPlace(subject, .desk)
  }

  /// Creates a mailbox if it is missing.
  func ensure(_ mailbox: String) throws {
    if try hub.folder.contains(HubPlace(subject, .mailbox(mailbox)).path) { return }
    let lock = try hub.lock(place, patience: 30)
    try withExtendedLifetime(lock) { try create(mailbox) }
  }

  /// Creates a new or lost mailbox, with its inbox and everything that the desk received from it.
  /// The caller holds the desk's lock.
  func create(_ mailbox: String) throws {
    removeAbandoned()
    let path = HubPlace(subject, .mailbox(mailbox)).path
    guard try !hub.folder.contains(path), let desk = try hub.folder.repository(place.path) else {
      return
    }
    var branches: [String: ObjectID] = [:]
    if let received = try desk.reference(HubBranch.received + mailbox) {
      branches = try ReceiptChain(to: received, in: desk).tips
      branches[HubBranch.receipts] = received
    }
    branches[HubBranch.inbox] = try desk.reference(HubBranch.outgoing + mailbox)
    let batch = ObjectBatch()
    try ObjectCopy.copy(
      Array(branches.values), from: desk, into: batch, held: .commits([]), limits: .unlimited)
    try hub.folder.create(
      path,
      RepositoryTemplate(
        branch: HubBranch.short(HubBranch.inbox), objects: batch,
        references: branches.map { Reference($0.key, $0.value) }))
  }

  /// Removes unfinished mailboxes of killed processes: only the lock's holder creates mailboxes.
  func removeAbandoned() {
    HubLog(hub).attempt("remove abandoned mailboxes", at: place) {
      try hub.folder.removeAbandoned(in: "\(subject)/\(HubLayout.mailboxes)", age: 0)
    }
  }
}
