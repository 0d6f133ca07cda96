import Git
import HubProtocol
import Model
import PlainYAML
import Storage

extension SubjectExchange {
  /// Collects the submissions of students and groups, and records their arrival.
  ///
  /// All new content of a mailbox is validated before any of it is stored, attempt by attempt; a
  /// refused attempt doesn't stop others. The mailbox determines the student, never a commit.
  /// - Parameter acceptingRewinds: whether to accept branches that lost collected work.
  /// - Throws: `ExchangeError`, `FaultyFiles`, `MissingObject`, `GitError`.
  public func collect(acceptingRewinds: Bool = false) async throws -> CollectReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    var report = try await collectOnce(acceptingRewinds: acceptingRewinds)
    var overtakings = 0
    while report.hasRest || !report.overtaken.isEmpty && overtakings < Self.mostOvertakings {
      let isOvertaken = !report.overtaken.isEmpty
      if isOvertaken { overtakings += 1 }
      let next = try await collectOnce(acceptingRewinds: acceptingRewinds)
      // Without progress, another round wouldn't help.
      if next.arrived.isEmpty, !isOvertaken { break }
      report.add(next)
    }
    for mailbox in report.overtaken.sorted() {
      report.refused.append(.init(mailbox: mailbox, branch: nil, problem: .rest, isPast: false))
    }
    return report
  }

  private func collectOnce(acceptingRewinds: Bool) async throws -> CollectReport {
    let (_, files) = try committed()
    let readings = try await readMailboxes(files, acceptingRewinds: acceptingRewinds)
    return try await mark(readings, files)
  }

  /// Stores and records new submissions.
  ///
  /// - Parameters:
  ///   - hub: the hub that was read; nil for the school's.
  ///   - source: the source of arrival times without receipts.
  func record(
    _ readings: [MailboxReading], _ files: SchoolFiles, from hub: HubAddress? = nil,
    by source: Arrival.Source
  ) throws -> CollectReport {
    let collected = try store(readings)
    var readings = readings
    var report = CollectReport()
    let students = try files.students()
    report.mailboxes = readings.count { $0.isRead && !students.isTest($0.mailbox) }
    report.clockReset = readings.compactMap { reading in
      reading.clockReset.map { (reading.mailbox, $0) }
    }
    let hasDesk =
      try source != .bundle && (hub ?? self.hub(files)).folder == nil && stores.hasDesk(subject)
    let isNews =
      readings.contains {
        !$0.refused.isEmpty || !$0.deliveries.isEmpty || !$0.requests.isEmpty
          || $0.activity != nil || $0.moved.contains(where: \.isRewound)
      }
    let names = isNews ? try WorkNames(of: subject, in: files) : nil
    var ledgers: [ContextPath: Ledger] = [:]
    func ledger(_ path: ContextPath) throws -> Ledger {
      let ledger = try ledgers[path] ?? readable(path, in: files).ledger
      ledgers[path] = ledger
      return ledger
    }
    for index in readings.indices {
      try readings[index].makeRoom { branch in
        guard let path = HubBranch.work(of: branch.branch).flatMap({ names?[$0] }) else {
          return 0
        }
        return try ledger(path).attempts(of: branch.mailbox)
      }
    }
    report.refused = readings.flatMap(\.refused)
    for delivery in readings.flatMap(\.deliveries) {
      guard let work = HubBranch.work(of: delivery.branch.branch) else { continue }
      var known: Set<String> = []
      if let path = names?[work] {
        // Several bundles can contain the same attempts.
        let isAgain = source == .bundle && delivery.isApart
        known = try ledger(path).arrivals(
          of: delivery.branch.mailbox, elsewhereThan: isAgain ? nil : HubBranch.short(work))
      }
      // A branch with a new name continues the one with the old name.
      report.arrived += delivery.commits.filter { !known.contains($0.id.description) }.map {
        .init(
          mailbox: delivery.branch.mailbox, work: work, path: names?[work], commit: $0.id,
          claimed: $0.claimed, received: delivery.receipts[$0.id])
      }
    }
    for delivery in readings.flatMap(\.deliveries) {
      guard let work = HubBranch.work(of: delivery.branch.branch) else { continue }
      report.withdrawn += delivery.withdrawn.map {
        .init(
          mailbox: delivery.branch.mailbox, work: work, path: names?[work], attempt: $0.attempt,
          commit: $0.commit, received: delivery.receipts[$0.commit])
      }
    }
    report.people = hasDesk ? try deskNews(files) : try mailboxNews(readings, files)
    if let names {
      report.asked = try asked(readings, names, files, &report)
      report.activity = try newActivity(readings, names, files, &report)
    }
    report.choices = try newChoices(readings, files, &report)
    if hasDesk {
      report.requests = try requests(files)
      report.revoked = try deskRevocations(files)
      report.closedRequests = try closedRequests(files)
    }
    // The stores' references are updated last: after an earlier failure, the next collect finds
    // everything new again.
    let kept = try names.map { try self.kept(readings, $0, collected, by: source) } ?? [:]
    let failed = try record(&report, files, readings: readings, keeping: kept, by: source)
    readings.removeAll { failed.contains($0.mailbox) }
    try move(readings, collected, by: source)
    try remember(readings)
    try forget(report.refused, names, collected)
    return report
  }

  // MARK: Reading

  /// The mailboxes of all current and former participants, and of groups.
  func tasks(
    _ files: SchoolFiles, known: [String: [String: ObjectID]],
    loose: [String: [String: DetachedBranch]] = [:]
  ) throws -> [MailboxTask] {
    let participants = try files.participants(of: subject)
    let ids = Set(participants.current.map(\.id))
    var tasks = participants.entries.map {
      MailboxTask(
        mailbox: $0.id, isReadOnly: $0.permission == .readOnly, hasLeft: $0.state == .removed,
        owner: $0.id, known: known[$0.id] ?? [:], loose: loose[$0.id] ?? [:],
        isExpected: $0.state != .removed)
    }
    // A group gets a mailbox with its first work.
    let shared =
      stores.hasOutbox(subject)
      ? Set(try stores.outbox(subject).references(under: "refs/heads/inbox").map(\.name)) : []
    for (mailbox, members) in try files.roster().groups(of: .everyone)
    where members.contains(where: ids.contains) || shared.contains(SchoolStores.inboxes + mailbox) {
      tasks.append(
        MailboxTask(
          mailbox: mailbox, isReadOnly: false, known: known[mailbox] ?? [:],
          loose: loose[mailbox] ?? [:],
          isExpected: shared.contains(SchoolStores.inboxes + mailbox)))
    }
    return tasks.sorted { $0.mailbox < $1.mailbox }
  }

  /// The collected commits of branches, by mailbox and branch.
  ///
  /// - Parameter prefix: the prefix of their references.
  func collectedTips(
    under prefix: String = "refs/heads"
  ) throws(GitError) -> [String: [String: ObjectID]] {
    var tips: [String: [String: ObjectID]] = [:]
    for reference in try stores.collected(subject).references(under: prefix) {
      guard let branch = CollectedBranch(reference: reference.name) else { continue }
      tips[branch.mailbox, default: [:]][branch.branch] = reference.id
    }
    return tips
  }

  /// Reads and validates the new content of all mailboxes, without storing it.
  ///
  /// - Parameter former: the former hub of the subject, to read that instead.
  func readMailboxes(
    _ files: SchoolFiles, on former: HubAddress? = nil, acceptingRewinds: Bool = false
  ) async throws -> [MailboxReading] {
    let hub = try former ?? self.hub(files)
    let known = try collectedTips()
    let tasks = try tasks(files, known: known, loose: looseBranches(known))
    let (rules, outbox, subject) = (try self.rules(files), stores.outboxPath(subject), subject)
    let quarantine = stores.quarantine
    let layout = HubLayout(hub: hub, subject: subject)
    let store = stores.collectedPath(subject)
    if hub.folder == nil, let fetched = try fetchDesk(layout, mailboxes: tasks.map(\.mailbox)) {
      return try await readDesk(
        tasks, fetched, rules, acceptingRewinds: acceptingRewinds, spillingTo: store)
    }
    let main = former == nil ? try await publishedOnHub() : nil
    if former == nil, main == nil {
      throw ExchangeError.notShared(subject: subject, hub: hub.text)
    }
    let present = tasks.filter { !$0.hasLeft }
    return try await inParallel(present, tasks: hub.folder == nil ? ProgramHub.tasks : nil) {
      part in
      let folder = try hub.folder.map { try HubFolder($0) }
      let reader = DeliveryReader(
        rules: rules, acceptsRewinds: acceptingRewinds,
        published: try folder.map { try PublishedEntries(of: subject, on: $0) }
          ?? PublishedEntries(outbox: outbox, upTo: main))
      var spill = LargeObjectWriter(path: store)
      return try part.compactMap { task in
        let found =
          if let folder {
            FolderHub.read(task, of: subject, on: folder, reader)
          } else {
            ProgramHub.read(task, layout, quarantine, reader)
          }
        guard var reading = found else { return nil }
        try spill.flushIfFull(&reading)
        return reading
      }
    }
  }

  // MARK: Storing

  /// Writes all accepted objects as one pack.
  func store(_ readings: [MailboxReading]) throws -> Repository {
    let collected = try stores.collected(subject)
    let batch = ObjectBatch()
    for delivery in readings.flatMap(\.deliveries) {
      for object in delivery.objects { batch.add(object) }
    }
    try batch.write(to: collected)
    return collected
  }

  /// Removes branches without work that are gone or have changed: they are reported only once.
  private func forget(
    _ refused: [CollectReport.Refused], _ names: WorkNames?, _ collected: Repository
  ) throws {
    let gone = refused.compactMap { refused -> CollectedBranch? in
      guard [.vanished, .rewound].contains(refused.problem),
        let name = refused.branch.map({ "refs/heads/" + $0 }),
        HubBranch.work(of: name).flatMap({ names?[$0] }) == nil
      else { return nil }
      return CollectedBranch(mailbox: refused.mailbox, branch: name)
    }
    try collected.update(
      gone.map { RefUpdate($0.reference, to: nil, expecting: .anything) })
  }
}
