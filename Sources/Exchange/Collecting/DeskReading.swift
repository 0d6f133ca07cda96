import Git
import HubProtocol
import Model
import Storage
import Text

/// Collecting from a served hub: one fetch brings the submissions of all mailboxes, with a receipt
/// for each push.
extension SubjectExchange {
  /// Fetches the submissions of all mailboxes in one connection.
  ///
  /// A mailbox with damaged objects doesn't stop the others.
  /// - Returns: nil if the hub has no desk, or not this subject.
  func fetchDesk(_ layout: HubLayout, mailboxes: [String]) throws -> FetchedDesk? {
    // A hub without a desk before may still have none.
    let isNew = !stores.hasDesk(subject)
    do {
      let store = try SchoolStores.open(stores.deskPath(subject))
      let fetched = try ProgramRemote(layout.desk.text).fetchObjects(
        mailboxes.map { HubBranch.received + $0 } + mailboxes.map { HubBranch.collected + $0 }
          + [HubBranch.people],
        under: [HubBranch.received, HubBranch.collected, HubBranch.hubPrefix], into: store)
      if let error = fetched.failures[HubBranch.people] { throw error }
      let found = fetched.references
      if !found.isEmpty || !fetched.failures.isEmpty || !isNew {
        if fetched.failures.isEmpty { try checkExists(layout, store, found) }
        let people = found.first { $0.name == HubBranch.people }?.id
        if try store.reference(DeskReader.people) != people {
          try store.update([RefUpdate(DeskReader.people, to: people, expecting: .anything)])
        }
        return FetchedDesk(
          receipts: receipts(found),
          marked: Dictionary(
            found.filter { $0.name.hasPrefix(HubBranch.collected) }.map { ($0.name, $0.id) },
            uniquingKeysWith: { $1 }),
          failures: fetched.failures.reduce(into: [:]) { failures, failure in
            guard let mailbox = HubBranch.mailbox(ofReceived: failure.key) else { return }
            failures[mailbox] = GitError(
              failure.value.code, failure.value.message, path: layout.root.text)
          })
      }
      if try desk(of: layout)?[HubBranch.access] != nil { return FetchedDesk() }
    } catch let error as GitError {
      let isElsewhere = isNew && [.authentication, .permission].contains(error.code)
      guard error.code == .notFound || isElsewhere else {
        throw deskError(error, layout)
      }
    }
    if isNew { try DurableFile.removeFolder(stores.deskPath(subject)) }
    return nil
  }

  /// The latest receipts, by mailbox.
  private func receipts(_ references: [Reference]) -> [String: ObjectID] {
    Dictionary(
      references.compactMap { tip in
        HubBranch.mailbox(ofReceived: tip.name).map { ($0, tip.id) }
      }, uniquingKeysWith: { $1 })
  }

  /// Checks that an empty hub wasn't lost.
  private func checkExists(
    _ layout: HubLayout, _ store: Repository, _ found: [Reference]
  ) throws {
    guard found.isEmpty, try !store.references(under: "refs/heads").isEmpty,
      try desk(of: layout)?[HubBranch.access] == nil
    else { return }
    throw ExchangeError.hubIsGone(subject: subject, hub: try hub(committed().files).text)
  }

  /// Reads the new parts of the fetched desk, without storing them.
  ///
  /// - Parameter fetched: the result of ``fetchDesk(_:mailboxes:)``.
  func readDesk(
    _ tasks: [MailboxTask], _ fetched: FetchedDesk, _ rules: SubmissionRules,
    acceptingRewinds: Bool, spillingTo path: String
  ) async throws -> [MailboxReading] {
    let deskPath = stores.deskPath(subject)
    let desk = try SchoolStores.open(deskPath)
    let seen = receipts(try desk.references(under: String(HubBranch.received.dropLast())))
    let tasks = tasks.filter { !$0.hasLeft || fetched.receipts[$0.mailbox] != nil }
    return try await inParallel(tasks) { part -> [MailboxReading] in
      let reader = DeskReader(
        desk: try Repository(deskPath),
        // The hub compared published files when it accepted the push; this machine may not know the
        // versions of that time.
        deliveries: DeliveryReader(
          rules: rules, acceptsRewinds: acceptingRewinds, published: .unknown))
      var spill = LargeObjectWriter(path: path)
      return try part.map { task in
        if let error = fetched.failures[task.mailbox] {
          var failed = MailboxReading(mailbox: task.mailbox)
          failed.refuse(nil, .mailbox(error))
          return failed
        }
        var reading = try reader.read(
          task, fetched.receipts[task.mailbox], since: seen[task.mailbox])
        let mark = HubBranch.collected + task.mailbox
        reading.marked[mark] = fetched.marked[mark]
        try spill.flushIfFull(&reading)
        return reading
      }
    }
  }

  /// Remembers the receipts of recorded submissions, to detect a hub that loses them.
  ///
  /// Nothing else depends on them: each collect compares the receipts with the recorded
  /// submissions.
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
    // The participants of a lost hub must be restored first: a new list isn't accepted.
    if let people = try desk.reference(DeskReader.people) {
      let before = try desk.reference(HubBranch.people)
      if try before != people && before.map({ try desk.isAncestor($0, of: people) }) ?? true {
        updates.append(RefUpdate(HubBranch.people, to: people, expecting: .anything))
      }
    }
    try desk.update(updates)
  }

  /// The receipt times of the attempts on a branch of a mailbox, as far as known.
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
  /// The open requests to join, as of the last fetch.
  public func requests(_ files: SchoolFiles) throws -> [JoinRequest] {
    let root = try files.subject(subject)
    guard stores.hasDesk(subject), root.share == .open, let open = root.invitation else {
      return []
    }
    guard let requests = try fetchedList({ try RequestList(at: $0, in: $1) }) else { return [] }
    let decided = Set(
      try files.participants(of: subject).entries.compactMap(\.request) + open.declined)
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

  /// The participants with a key on the hub, asking the hub.
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

  /// Reads a list from the last fetched commit of the hub; nil if it is missing or unreadable.
  private func fetchedList<List>(_ read: (ObjectID, Repository) throws -> List) throws -> List? {
    let desk = try SchoolStores.open(stores.deskPath(subject))
    guard let tip = try desk.reference(DeskReader.people) else { return nil }
    return try? read(tip, desk)
  }

  /// The participants whose accepted requests the hub has applied.
  func closedRequests(_ files: SchoolFiles) throws -> Set<String> {
    guard let waiting = try fetchedList({ try RequestList(at: $0, in: $1) }) else { return [] }
    let ids = Set(waiting.students.compactMap { waiting[$0]?.id })
    return Set(
      try files.participants(of: subject).entries
        .filter { $0.request.map { !ids.contains($0) } ?? false }.map(\.id))
  }

  /// The revocations that the school doesn't know yet, as of the last fetch.
  func deskRevocations(_ files: SchoolFiles) throws -> [String: Instant] {
    guard let keys = try fetchedList({ try KeyList(at: $0, in: $1) }) else { return [:] }
    let news = try files.participants(of: subject).entries.compactMap { participant in
      keys.revoked(participant.id).flatMap { revocation in
        participant.revoked.map { $0 < revocation } ?? true ? (participant.id, revocation) : nil
      }
    }
    return Dictionary(news, uniquingKeysWith: { $1 })
  }

  /// The students who joined and left, as of the last fetch.
  func deskNews(_ files: SchoolFiles) throws -> [ParticipantNews] {
    guard let people = try fetchedList({ try PeopleList(at: $0, in: $1) }) else { return [] }
    return try files.participants(of: subject).entries.compactMap { participant in
      guard participant.state != .removed, let fetchedList = people[participant.id],
        fetchedList.since == participant.since
      else { return nil }
      switch fetchedList.state {
      case .removed: return .init(id: participant.id, what: .left, at: fetchedList.at)
      case .pending: return nil
      case .accepted:
        // The last fetch can't know a later invitation.
        let isNew =
          participant.state == .pending
          || participant.invitation.map { $0.id == fetchedList.invitations.last } ?? false
        return isNew ? .init(id: participant.id, what: .joined, at: fetchedList.at) : nil
      }
    }
  }
}

/// The result of fetching a desk.
struct FetchedDesk: Sendable {
  /// The latest receipts, by mailbox.
  var receipts: [String: ObjectID] = [:]
  /// The marks for collected submissions, by branch.
  var marked: [String: ObjectID] = [:]
  /// Why mailboxes couldn't be fetched.
  var failures: [String: GitError] = [:]
}

/// Reads the receipts of mailboxes, and their submissions.
private struct DeskReader {
  /// The hub's last list of joined and left students.
  static let people = "refs/teachkit/hub/people"

  let desk: Repository
  let deliveries: DeliveryReader

  /// Reads the submissions of a mailbox.
  ///
  /// - Parameters:
  ///   - tip: the latest receipt; nil for none.
  ///   - seen: the latest receipt that was read before.
  func read(
    _ task: MailboxTask, _ tip: ObjectID?, since seen: ObjectID?
  ) throws -> MailboxReading {
    var reading = MailboxReading(mailbox: task.mailbox)
    reading.newestReceipt = .init(id: tip)
    guard let tip else {
      // Without any receipts, the work was collected in another way.
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
        throw GitError(.hostile, "the mailbox has another student's receipt", path: "\(foreign.id)")
      }
      var tips: [String: ObjectID] = [:]
      var pushed: [String: Set<ObjectID>] = [:]
      for receipt in chain.receipts where HubBranch.work(of: receipt.branch) != nil {
        tips[receipt.branch] = receipt.commit
        pushed[receipt.branch, default: []].insert(receipt.commit)
      }
      let branches = tips.sorted { $0.key < $1.key }.map { Reference($0.key, $0.value) }
      // The hub accepted it at the time.
      var allowed = task
      allowed.isReadOnly = false
      reading = deliveries.read(
        allowed, branches, pushed: pushed, from: desk)
      reading.newestReceipt = .init(id: tip)
      reading.clockReset = chain.clockReset(since: seen)
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
  /// The arrival times of attempts on a branch: those of the first push that had them.
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
