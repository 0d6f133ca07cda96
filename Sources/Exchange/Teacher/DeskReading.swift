import Git
import Hub
import Model
import Storage

/// Collecting from a hub that is served: what all mailboxes received comes in one fetch, each push
/// with its receipt.
extension SubjectExchange {
  /// Fetches what mailboxes received, in one connection.
  ///
  /// - Returns: the newest receipt of each mailbox; nil where the hub has no desk, or not the
  ///   subject on it.
  func fetchDesk(
    _ layout: HubLayout, mailboxes: [String]
  ) throws -> [String: ObjectID]? {
    // A hub that had no desk before need not have one now.
    let isNew = !stores.hasDesk(subject)
    do {
      let store = try SchoolStores.open(stores.deskPath(subject))
      let found = try ProgramRemote(layout.desk.text).fetchObjects(
        mailboxes.map { HubBranch.received + $0 } + [HubBranch.people],
        under: [HubBranch.received, HubBranch.own], into: store)
      if !found.isEmpty || !isNew {
        try checkIsThere(layout, store, found)
        let people = found.first { $0.name == HubBranch.people }?.id
        if try store.reference(DeskReader.people) != people {
          try store.update([RefUpdate(DeskReader.people, to: people, expecting: .anything)])
        }
        return receipts(found)
      }
      if try desk(of: layout)?[HubBranch.access] != nil { return [:] }
    } catch let error as GitError {
      let isElsewhere = isNew && [.authentication, .permission].contains(error.code)
      guard error.code == .notFound || isElsewhere else {
        throw deskError(error, layout)
      }
    }
    if isNew { try DurableFile.removeFolder(stores.deskPath(subject)) }
    return nil
  }

  /// The newest receipts, by mailbox.
  private func receipts(_ references: [Reference]) -> [String: ObjectID] {
    Dictionary(
      references.compactMap { tip in
        HubBranch.mailbox(ofReceived: tip.name).map { ($0, tip.id) }
      }, uniquingKeysWith: { $1 })
  }

  /// Sees that a hub on which nothing is any more was not lost.
  private func checkIsThere(
    _ layout: HubLayout, _ store: Repository, _ found: [Reference]
  ) throws {
    guard found.isEmpty, try !store.references(under: "refs/heads").isEmpty,
      try desk(of: layout)?[HubBranch.access] == nil
    else { return }
    throw ExchangeError.hubIsGone(subject: subject, hub: try hub(committed().files).text)
  }

  /// Reads what was fetched of the desk and is new; nothing is stored among what was collected.
  ///
  /// - Parameter arrived: what ``fetchDesk(_:mailboxes:)`` found.
  func readDesk(
    _ tasks: [MailboxTask], _ arrived: [String: ObjectID], _ rules: SubmissionRules,
    acceptingRewinds: Bool, spillingTo path: String
  ) async throws -> [MailboxReading] {
    let deskPath = stores.deskPath(subject)
    let desk = try SchoolStores.open(deskPath)
    let seen = receipts(try desk.references(under: String(HubBranch.received.dropLast())))
    let tasks = tasks.filter { !$0.hasLeft || arrived[$0.mailbox] != nil }
    return try await inParallel(tasks) { part -> [MailboxReading] in
      let reader = DeskReader(
        desk: try Repository(deskPath),
        // What lies beside an answer was compared when the hub took it: what was published until
        // then, the hub knew, and this machine need not.
        deliveries: DeliveryReader(
          rules: rules, acceptsRewinds: acceptingRewinds, published: .unknown))
      var spill = Spill(path: path)
      return try part.map { task in
        var reading = try reader.read(task, arrived[task.mailbox], since: seen[task.mailbox])
        try spill.relieve(&reading)
        return reading
      }
    }
  }

  /// Remembers the receipts of what is recorded: a hub that loses them later is noticed.
  ///
  /// Nothing depends on them but that: each collect compares the receipts with what was collected.
  func remember(_ readings: [MailboxReading]) throws {
    guard stores.hasDesk(subject) else { return }
    let desk = try SchoolStores.open(stores.deskPath(subject))
    let seen = receipts(try desk.references(under: String(HubBranch.received.dropLast())))
    var updates = readings.compactMap { reading -> RefUpdate? in
      guard let newest = reading.newestReceipt, newest.id != seen[reading.mailbox], reading.isRead,
        reading.refused.allSatisfy(\.isPast)
      else { return nil }
      return RefUpdate(HubBranch.received + reading.mailbox, to: newest.id, expecting: .anything)
    }
    // A hub that was lost must get back whom it let in: a list that begins anew isn't taken.
    if let people = try desk.reference(DeskReader.people) {
      let before = try desk.reference(HubBranch.people)
      if try before != people && before.map({ try desk.isAncestor($0, of: people) }) ?? true {
        updates.append(RefUpdate(HubBranch.people, to: people, expecting: .anything))
      }
    }
    try desk.update(updates)
  }

  /// When the hub took each attempt on a branch of a mailbox, as far as the receipts that are here
  /// say.
  func receiptTimes(_ mailbox: String, _ branch: String) throws -> [ObjectID: Instant] {
    guard stores.hasDesk(subject) else { return [:] }
    let desk = try SchoolStores.open(stores.deskPath(subject))
    guard let tip = try desk.reference(HubBranch.received + mailbox),
      let chain = try? ReceiptChain(to: tip, in: desk)
    else { return [:] }
    return try chain.times(of: branch, in: desk)
  }
}

extension SubjectExchange {
  /// The requests to join that wait for a decision, as of the last fetch.
  public func requests(_ files: SchoolFiles) throws -> [JoinRequest] {
    let root = try files.subject(subject)
    guard stores.hasDesk(subject), root.share == .open, let open = root.invitation else {
      return []
    }
    guard let requests = try told({ try RequestList(at: $0, in: $1) }) else { return [] }
    let decided = Set(try files.participants(of: subject).compactMap(\.request) + open.declined)
    return requests.students.compactMap { student in
      guard let entry = requests[student], entry.invitation == open.id,
        !decided.contains(entry.id),
        Identifier.problem(in: student, for: .student) == nil
      else { return nil }
      return JoinRequest(student: student, name: entry.name, at: entry.at, id: entry.id)
    }
  }

  /// The same, asking the hub.
  public func fetchRequests() async throws -> [JoinRequest] {
    let (_, files) = try committed()
    let layout = try HubLayout(hub: hub(files), subject: subject)
    guard try fetchDesk(layout, mailboxes: []) != nil else {
      return []
    }
    return try requests(files)
  }

  /// The participants of whom the hub knows a key, as it says now.
  public func studentsWithKeys() async throws -> Set<String> {
    try studentsWithKeys(HubLayout(hub: hub(committed().files), subject: subject))
  }

  func studentsWithKeys(_ layout: HubLayout) throws -> Set<String> {
    guard try fetchDesk(layout, mailboxes: []) != nil else { return [] }
    let desk = try SchoolStores.open(stores.deskPath(subject))
    guard let tip = try desk.reference(DeskReader.people) else { return [] }
    let keys = try KeyList(at: tip, in: desk)
    return Set(keys.students.filter { !keys[$0].isEmpty })
  }

  /// Reads a list of what the hub told of people with what was fetched last; nil where it told nothing that
  /// can be read.
  private func told<List>(_ read: (ObjectID, Repository) throws -> List) throws -> List? {
    let desk = try SchoolStores.open(stores.deskPath(subject))
    guard let tip = try desk.reference(DeskReader.people) else { return nil }
    return try? read(tip, desk)
  }

  /// The participants whose request to take part the hub has no more: it has let them in.
  func settledRequests(_ files: SchoolFiles) throws -> Set<String> {
    guard let waiting = try told({ try RequestList(at: $0, in: $1) }) else { return [] }
    let ids = Set(waiting.students.compactMap { waiting[$0]?.id })
    return Set(
      try files.participants(of: subject)
        .filter { $0.request.map { !ids.contains($0) } ?? false }.map(\.id))
  }

  /// When participants last lost a key, as the hub told with what was fetched last and the school
  /// doesn't know yet.
  func deskRevocations(_ files: SchoolFiles) throws -> [String: Instant] {
    guard let keys = try told({ try KeyList(at: $0, in: $1) }) else { return [:] }
    let news = try files.participants(of: subject).compactMap { participant in
      keys.revoked(participant.id).flatMap { told in
        participant.revoked.map { $0 < told } ?? true ? (participant.id, told) : nil
      }
    }
    return Dictionary(news, uniquingKeysWith: { $1 })
  }

  /// Who joined and who left, as the hub told with what was fetched last.
  func deskNews(_ files: SchoolFiles) throws -> [ParticipantNews] {
    guard let people = try told({ try PeopleList(at: $0, in: $1) }) else { return [] }
    return try files.participants(of: subject).compactMap { participant in
      guard participant.state != .removed, let told = people[participant.id],
        told.since == participant.since
      else { return nil }
      switch told.state {
      case .removed: return .init(id: participant.id, what: .left, at: told.at)
      case .pending: return nil
      case .accepted:
        // Of an invitation that came later nothing was told yet.
        let isNew =
          participant.state == .pending
          || participant.invitation.map { $0.id == told.invitations.last } ?? false
        return isNew ? .init(id: participant.id, what: .joined, at: told.at) : nil
      }
    }
  }
}

/// Reads the receipts of mailboxes, and what they are for.
private struct DeskReader {
  /// What the hub said last of who joined and who left.
  static let people = "refs/teachkit/hub/people"

  let desk: Repository
  let deliveries: DeliveryReader

  /// Reads what one mailbox received.
  ///
  /// - Parameters:
  ///   - tip: the newest receipt; nil where there is none.
  ///   - seen: the newest of those that were looked at before.
  func read(
    _ task: MailboxTask, _ tip: ObjectID?, since seen: ObjectID?
  ) throws -> MailboxReading {
    var reading = MailboxReading(mailbox: task.mailbox)
    reading.newestReceipt = .init(id: tip)
    guard let tip else {
      // What was collected came another way where it never gave a receipt.
      if seen != nil, !deliveries.acceptsRewinds {
        reading.refuse(nil, .vanished)
      } else {
        if seen != nil, let gone = deliveries.absence(task) { reading.moved = gone.moved }
        reading.isRead = true
      }
      return reading
    }
    do throws(GitError) {
      let chain = try ReceiptChain(to: tip, in: desk)
      let isForward = seen.map { chain.ids.contains($0) } ?? true
      guard isForward || deliveries.acceptsRewinds else {
        reading.refuse(nil, .rewound)
        return reading
      }
      if let owner = task.owner,
        let foreign = chain.receipts.first(where: { $0.pusher.map { $0 != owner } ?? false })
      {
        throw GitError(.hostile, "the hub has a receipt of another's here", path: "\(foreign.id)")
      }
      var tips: [String: ObjectID] = [:]
      var pushed: [String: Set<ObjectID>] = [:]
      for receipt in chain.receipts where HubBranch.work(of: receipt.branch) != nil {
        tips[receipt.branch] = receipt.commit
        pushed[receipt.branch, default: []].insert(receipt.commit)
      }
      let branches = tips.sorted { $0.key < $1.key }.map { Reference($0.key, $0.value) }
      // The hub let them hand it in.
      var allowed = task
      allowed.isReadOnly = false
      reading = deliveries.read(
        allowed, branches, handedIn: pushed, from: desk)
      reading.newestReceipt = .init(id: tip)
      reading.setBack = chain.setBack(since: seen)
      reading.readProgress(at: chain.tips[HubBranch.progress], in: desk)
      for index in reading.deliveries.indices {
        let branch = reading.deliveries[index].branch.branch
        reading.deliveries[index].receipts = try chain.times(
          of: branch, since: task.known[branch], in: desk)
      }
    } catch {
      reading.refuse(nil, .mailbox(error))
      reading.isRead = false
    }
    return reading
  }
}

extension ReceiptChain {
  /// When each attempt on a branch came: with the first push that had it.
  fileprivate func times(
    of branch: String, since known: ObjectID? = nil, in source: some ObjectSource
  ) throws(GitError) -> [ObjectID: Instant] {
    var times: [ObjectID: Instant] = [:]
    for receipt in receipts where receipt.branch == branch {
      var next: ObjectID? = receipt.commit
      while let id = next, id != known, times[id] == nil {
        times[id] = receipt.at
        next = try source.commit(id).parents.first
      }
    }
    return times
  }
}
