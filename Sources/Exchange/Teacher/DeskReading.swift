import Git
import Hub
import Model
import Storage

/// Collecting from a hub that is served: what all mailboxes received comes in one fetch, each push
/// with its receipt.
extension SubjectExchange {
  /// Fetches what all mailboxes received, in one connection.
  ///
  /// - Returns: whether the hub has a desk, and the subject on it.
  func fetchDesk(_ layout: HubLayout) throws -> Bool {
    let isNew = !stores.hasDesk(subject)
    // Of a hub that had no desk before it is asked first whether it has one now.
    if isNew, try desk(of: layout)?[HubBranch.access] == nil { return false }
    do {
      try ProgramRemote(layout.desk.text).mirror(
        [(HubBranch.received, DeskReader.incoming), (HubBranch.own, DeskReader.own)],
        into: try SchoolStores.open(stores.deskPath(subject)))
      return true
    } catch {
      if error.code == .notFound { return false }
      throw ExchangeError.hub(repository: layout.root.text, error)
    }
  }

  /// Reads what was fetched of the desk and is new; nothing is stored among what was collected.
  func readDesk(
    _ tasks: [MailboxTask], acceptingRewinds: Bool, spillingTo path: String
  ) async throws -> [MailboxReading] {
    let deskPath = stores.deskPath(subject)
    let desk = try SchoolStores.open(deskPath)
    let (rules, outbox) = (rules, stores.outboxPath(subject))
    let readings = try await inParallel(tasks) { part -> [MailboxReading] in
      let reader = DeskReader(
        desk: try Repository(deskPath),
        deliveries: DeliveryReader(
          rules: rules, acceptsRewinds: acceptingRewinds,
          published: try PublishedEntries(outbox: outbox)))
      var spill = Spill(path: path)
      return try part.map { task in
        var reading = try reader.read(task)
        try spill.relieve(&reading)
        return reading
      }
    }
    // Only now it counts as seen: a rewind is noticed against this.
    let sound = Set(
      readings.filter { $0.isRead && $0.refused.allSatisfy(\.isPast) }.map(\.mailbox))
    try desk.update(
      try desk.references(under: DeskReader.incoming).compactMap { reference in
        let mailbox = String(reference.name.dropFirst(DeskReader.incoming.count))
        guard sound.contains(mailbox) else { return nil }
        return RefUpdate(HubBranch.received + mailbox, to: reference.id, expecting: .anything)
      })
    return readings
  }
}

extension SubjectExchange {
  /// Who asked to take part, and was not accepted yet, as the hub told with what was fetched last.
  public func requests(_ files: SchoolFiles) throws -> [JoinRequest] {
    let root = try files.subject(subject)
    guard stores.hasDesk(subject), root.share == .open, let open = root.invitation?.id else {
      return []
    }
    let desk = try SchoolStores.open(stores.deskPath(subject))
    guard let tip = try desk.reference(DeskReader.people),
      let requests = try? RequestList(at: tip, in: desk)
    else { return [] }
    let accepted = Set(try files.participants(of: subject).compactMap(\.request))
    return requests.students.compactMap { student in
      guard let entry = requests[student], entry.invitation == open,
        !accepted.contains(entry.id),
        Identifier.problem(in: student, for: .student) == nil
      else { return nil }
      return JoinRequest(student: student, name: entry.name, at: entry.at, id: entry.id)
    }
  }

  /// The same, asking the hub.
  public func fetchRequests() async throws -> [JoinRequest] {
    let (_, files) = try committed()
    guard try fetchDesk(HubLayout(hub: hub(files), subject: subject)) else { return [] }
    return try requests(files)
  }

  /// Who joined and who left, as the hub told with what was fetched last; what can't be read says
  /// nothing.
  func deskNews(_ files: SchoolFiles) throws -> [ParticipantNews] {
    let desk = try SchoolStores.open(stores.deskPath(subject))
    guard let tip = try desk.reference(DeskReader.people),
      let people = try? PeopleList(at: tip, in: desk)
    else { return [] }
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
          || participant.invitation.map { $0.id == told.invitation } ?? false
        return isNew ? .init(id: participant.id, what: .joined, at: told.at) : nil
      }
    }
  }
}

/// Reads the receipts of mailboxes, and what they are for.
private struct DeskReader {
  /// What the names of what was just fetched begin with.
  static let incoming = "refs/teachkit/incoming/"
  /// The same of what the hub itself says.
  static let own = "refs/teachkit/hub/"
  static let people = own + HubBranch.people.dropFirst(HubBranch.own.count)

  let desk: Repository
  let deliveries: DeliveryReader

  /// Reads what one mailbox received.
  func read(_ task: MailboxTask) throws -> MailboxReading {
    var reading = MailboxReading(mailbox: task.mailbox)
    let seen = try desk.reference(HubBranch.received + task.mailbox)
    guard let tip = try desk.reference(Self.incoming + task.mailbox) else {
      if seen == nil, task.known.isEmpty {
        reading.isRead = true
      } else {
        reading.refuse(nil, .vanished)
      }
      return reading
    }
    if tip == seen, !task.known.isEmpty {
      reading.isRead = true
      return reading
    }
    do throws(GitError) {
      let (receipts, ids) = try chain(to: tip)
      let isForward = seen.map { ids.contains($0) } ?? true
      guard isForward || deliveries.acceptsRewinds else {
        reading.refuse(nil, .rewound)
        return reading
      }
      var tips: [String: ObjectID] = [:]
      var times: [String: [(commit: ObjectID, at: Instant)]] = [:]
      for receipt in receipts where HubBranch.work(of: receipt.branch) != nil {
        tips[receipt.branch] = receipt.commit
        times[receipt.branch, default: []].append((receipt.commit, receipt.at))
      }
      let branches = tips.sorted { $0.key < $1.key }.map { Reference($0.key, $0.value) }
      reading = deliveries.read(task, branches, from: desk)
      for index in reading.deliveries.indices {
        let branch = reading.deliveries[index].branch.branch
        reading.deliveries[index].receipts = try self.times(
          times[branch] ?? [], since: task.known[branch])
      }
    } catch {
      reading.refuse(nil, .mailbox(error))
      reading.isRead = false
    }
    return reading
  }

  private struct Receipt {
    /// In full: `refs/heads/submit/…`.
    let branch: String
    let commit: ObjectID
    let at: Instant
  }

  /// All receipts of a mailbox, oldest first, and their own names.
  private func chain(
    to tip: ObjectID
  ) throws(GitError) -> (receipts: [Receipt], ids: Set<ObjectID>) {
    var found: [Receipt] = []
    var ids: Set<ObjectID> = []
    var next: ObjectID? = tip
    while let id = next, ids.insert(id).inserted {
      let commit = try desk.commit(id)
      guard let branch = commit.trailer(HubTrailer.branch), let pushed = commit.parents.last,
        commit.parents.count <= 2
      else { throw GitError(.corrupt, "what the hub calls a receipt is none", path: "\(id)") }
      found.append(
        Receipt(
          branch: "refs/heads/" + branch, commit: pushed,
          at: Instant(seconds: commit.committer.seconds)))
      next = commit.parents.count == 2 ? commit.parents.first : nil
    }
    return (found.reversed(), ids)
  }

  /// When each attempt came: with the first push that had it.
  private func times(
    _ pushes: [(commit: ObjectID, at: Instant)], since known: ObjectID?
  ) throws(GitError) -> [ObjectID: Instant] {
    var times: [ObjectID: Instant] = [:]
    for push in pushes {
      var next: ObjectID? = push.commit
      while let id = next, id != known, times[id] == nil {
        times[id] = push.at
        next = try desk.commit(id).parents.first
      }
    }
    return times
  }
}
