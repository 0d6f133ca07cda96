import Git
import HubProtocol
import Model
import Storage

/// The results of restoring a hub.
public struct RestoreReport: Sendable {
  /// The results of sharing.
  public let shared: ShareReport
  /// The former hub of the subject.
  public internal(set) var former: FormerHub?
  /// The mailboxes with restored work, and the number of submissions.
  public internal(set) var restored: [(mailbox: String, submissions: Int)] = []
  /// The mailboxes that could not be restored.
  public internal(set) var left: [(mailbox: String, error: ExchangeError)] = []
  /// The students with a key on the subject's desk; nil if the hub needs no keys.
  public internal(set) var known: Set<String>?
}

extension SubjectExchange {
  /// Restores a lost hub: shares the subject again, and restores collected work with, on a served
  /// hub, its receipts and participants.
  ///
  /// - Throws: `ExchangeError`, `FaultyFiles`, `MissingObject`, `GitError`.
  public func restoreHub() async throws -> RestoreReport {
    mayMoveHub = true
    var report = RestoreReport(shared: try await share())
    // Collects the latest submissions there.
    report.former = try await leaveFormerHub()
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let (_, files) = try committed()
    let hub = try hub(files)
    let layout = HubLayout(hub: hub, subject: subject)
    if let branches = try desk(of: layout) {
      try restoreDesk(layout, branches, &report)
      try await restoreUnproven(layout, &report)
      // A web server authenticates users itself.
      if SecureShell(address: layout.root.text) != nil {
        report.known = try studentsWithKeys(layout)
      }
    } else {
      try restoreMailboxes(on: hub, layout, &report)
    }
    return report
  }

  // MARK: Served hubs

  /// Restores receipts with their work, and the list of joined and left students.
  private func restoreDesk(
    _ layout: HubLayout, _ branches: [String: ObjectID], _ report: inout RestoreReport
  ) throws {
    guard stores.hasDesk(subject) else { return }
    let desk = try SchoolStores.open(stores.deskPath(subject))
    let remote = try ProgramRemote(layout.desk.text)
    var known = try desk.references(under: String(HubBranch.received.dropLast()))
    if let people = try desk.reference(HubBranch.people) {
      known.append(Reference(HubBranch.people, people))
    }
    // The desk may not know which keys are authorized.
    let missing = try known.filter { branch in
      try branch.name == HubBranch.people
        || !isThere(branch.id, before: branches[branch.name], in: desk)
    }
    if missing.isEmpty { return }
    let updates = missing.map { branch in
      let name = HubBranch.restored(branch.name)
      return RefUpdate(name, to: branch.id, from: branches[name])
    }
    let results = try remote.push(updates, from: desk, atomic: false)
    _ = try fetchDesk(
      layout, mailboxes: missing.compactMap { HubBranch.mailbox(ofReceived: $0.name) })
    let now = Dictionary(
      try remote.references(under: "refs/heads").map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
    for (branch, result) in zip(missing, results) {
      guard let mailbox = HubBranch.mailbox(ofReceived: branch.name) else {
        // The hub's list continues from here.
        if let people = now[branch.name], try desk.contains(people) {
          try desk.update([RefUpdate(branch.name, to: people, expecting: .anything)])
        }
        continue
      }
      if now[branch.name] == branch.id {
        let count = try ReceiptChain(to: branch.id, in: desk).receipts.count
        report.restored.append((mailbox, count))
      } else {
        let place = layout.mailbox(mailbox).text
        let error: ExchangeError =
          if case .refused(let reason) = result.readableOutcome {
            .refused(repository: place, reason: reason)
          } else {
            .hubIsNewer(repository: place)
          }
        report.left.append((mailbox, error))
      }
    }
  }

  /// Restores work without receipts, from bundles or a former hub. Nothing proves its time of
  /// arrival.
  private func restoreUnproven(_ layout: HubLayout, _ report: inout RestoreReport) async throws {
    let collected = try stores.collected(subject)
    var missing: [(mailbox: String, submissions: Int)] = []
    var updates: [RefUpdate] = []
    let waiting = try collectedTips().sorted { $0.key < $1.key }
      .map { (mailbox: $0.key, tips: try unproven($0.value, of: $0.key)) }
      .filter { !$0.tips.isEmpty }
    // Each mailbox needs a connection.
    let found = try await inParallel(waiting, tasks: ProgramHub.tasks) { part in
      try part.map { try Self.branches(of: $0.mailbox, layout) }
    }
    for ((mailbox, tips), branches) in zip(waiting, found) {
      // Only current participants have mailboxes on a restored hub.
      guard let branches else { continue }
      for (name, tip) in tips.sorted(by: { $0.key < $1.key }) {
        let branch = CollectedBranch(mailbox: mailbox, branch: name)
        try collected.update([
          RefUpdate(branch.referenceWhenGone, to: tip, expecting: .anything)
        ])
        if let former = try collected.reference(branch.referenceOnHub),
          try !unproven([name: former], of: mailbox).isEmpty
        {
          try collected.update([
            RefUpdate(branch.referenceOnHub, to: nil, expecting: .anything)
          ])
        }
        if let now = branches[name] {
          guard now != tip, try collected.contains(now), try collected.isAncestor(now, of: tip)
          else { continue }
        }
        if let attempt = try incompleteAttempt(before: tip, of: mailbox, collected) {
          report.left.append(
            (mailbox, .incomplete(HubBranch.work(of: name) ?? name, of: mailbox, attempt: attempt)))
          continue
        }
        let submissions = try collected.history(
          from: [tip], firstParent: true, hiding: branches[name].map { [$0] } ?? [])
        missing.append((mailbox, submissions.count))
        updates.append(RefUpdate(HubBranch.restored(branch.reference), to: tip, from: nil))
      }
    }
    if missing.isEmpty { return }
    let results = try ProgramRemote(layout.desk.text).push(updates, from: collected, atomic: false)
    for (work, result) in zip(missing, results) {
      if case .refused(let reason) = result.readableOutcome {
        let place = layout.mailbox(work.mailbox).text
        report.left.append((work.mailbox, .refused(repository: place, reason: reason)))
      } else if let place = report.restored.firstIndex(where: { $0.mailbox == work.mailbox }) {
        report.restored[place].submissions += work.submissions
      } else {
        report.restored.append(work)
      }
    }
  }

  /// The branches of a mailbox; nil if it doesn't exist.
  private static func branches(
    of mailbox: String, _ layout: HubLayout
  ) throws(ExchangeError) -> [String: ObjectID]? {
    let place = layout.mailbox(mailbox).text
    do throws(GitError) {
      let found = try ProgramRemote(place).references(under: "refs/heads")
      return Dictionary(found.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
    } catch {
      if error.isMissing { return nil }
      throw .hub(repository: place, error)
    }
  }

  /// The collected work without receipts.
  private func unproven(
    _ tips: [String: ObjectID], of mailbox: String
  ) throws -> [String: ObjectID] {
    guard stores.hasDesk(subject) else { return tips }
    let desk = try SchoolStores.open(stores.deskPath(subject))
    let newest = try desk.reference(HubBranch.received + mailbox)
    guard let received = try newest.map({ try ReceiptChain(to: $0, in: desk).tips }) else {
      return tips
    }
    return try tips.filter { name, tip in
      guard let proven = received[name], try desk.contains(tip) else { return true }
      return try !desk.isAncestor(tip, of: proven)
    }
  }

  /// An invalid attempt among a commit and its ancestors whose files weren't collected, so that a
  /// hub doesn't accept them.
  private func incompleteAttempt(
    before tip: ObjectID, of mailbox: String, _ collected: Repository
  ) throws -> ObjectID? {
    let skipped = try collected.references(under: "\(SkippedAttempt.references)/\(mailbox)")
    return try skipped.map(\.id).first { attempt in
      try !collected.contains(collected.commit(attempt).tree)
        && (attempt == tip || collected.isAncestor(attempt, of: tip))
    }
  }

  /// Whether the hub's branch includes the local work.
  private func isThere(
    _ local: ObjectID, before remote: ObjectID?, in store: Repository
  ) throws(GitError) -> Bool {
    guard let remote else { return false }
    if local == remote { return true }
    guard try store.contains(remote) else { return false }
    return try store.isAncestor(local, of: remote)
  }

  // MARK: Other hubs

  /// Restores collected work in the mailboxes.
  private func restoreMailboxes(
    on hub: HubAddress, _ layout: HubLayout, _ report: inout RestoreReport
  ) throws {
    let collected = try stores.collected(subject)
    for (mailbox, tips) in try collectedTips().sorted(by: { $0.key < $1.key }) {
      do {
        let remote = try remote(Channel(.inbox(mailbox), in: layout), on: hub)
        let branches = Dictionary(
          try remote.references(under: "refs/heads").map { ($0.name, $0.id) },
          uniquingKeysWith: { $1 })
        var updates: [RefUpdate] = []
        for (branch, tip) in tips.sorted(by: { $0.key < $1.key }) {
          let place = CollectedBranch(mailbox: mailbox, branch: branch)
          let onHub = try expectedOnHub(place, collected)
          // Work from bundles is included if it continues the current or former branch.
          let isNext = try [onHub, branches[branch]].compactMap { $0 }.allSatisfy {
            try collected.contains($0) && ($0 == tip || collected.isAncestor($0, of: tip))
          }
          guard let back = isNext ? tip : onHub,
            try !isThere(back, before: branches[branch], in: collected)
          else { continue }
          if let attempt = try incompleteAttempt(before: back, of: mailbox, collected) {
            report.left.append(
              (
                mailbox,
                .incomplete(HubBranch.work(of: branch) ?? branch, of: mailbox, attempt: attempt)
              ))
            continue
          }
          updates.append(RefUpdate(branch, to: back, from: branches[branch]))
        }
        if updates.isEmpty { continue }
        let results = try remote.push(updates, from: collected, atomic: false)
        let moved = results.filter(\.succeeded).count
        if moved > 0 { report.restored.append((mailbox, moved)) }
        for case .refused(let reason) in results.map(\.readableOutcome) {
          report.left.append((mailbox, .refused(repository: remote.place, reason: reason)))
        }
      } catch let error as GitError {
        // Only current participants have mailboxes on a restored hub.
        if error.isMissing, error.path == layout.mailbox(mailbox).text { continue }
        report.left.append((mailbox, .hub(repository: layout.mailbox(mailbox).text, error)))
      }
    }
  }
}
