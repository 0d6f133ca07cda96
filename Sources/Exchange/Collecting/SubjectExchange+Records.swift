import Git
import HubProtocol
import Model
import PlainYAML
import Storage

/// Lost records in the ledgers `received`, which were deleted or damaged by hand.
extension SubjectExchange {
  /// A ledger `received`; empty if it is unreadable.
  func readable(
    _ path: ContextPath, in files: SchoolFiles
  ) throws -> (ledger: Ledger, isSpoiled: Bool) {
    do {
      return (try files.received(path), false)
    } catch is FaultyFiles {
      return (try Ledger(), true)
    }
  }

  /// Collected submissions that aren't recorded in the work tree, by worksheet and mailbox, as
  /// recorded in the history; others are recorded as arriving now.
  ///
  /// - Parameter refused: mailboxes that need the teacher's decision first.
  func lostRecords(
    besides refused: Set<String> = []
  ) throws -> [ContextPath: [String: [Arrival]]] {
    let files = school.files
    let names = try WorkNames(of: subject, in: files)
    var tips: [ContextPath: [(mailbox: String, tip: ObjectID)]] = [:]
    // Records of deleted and forgotten students aren't restored.
    let mailboxes = Set(try files.students().all)
      .union(try files.roster().groups(of: .everyone).map(\.mailbox))
      .subtracting(refused)
    for (mailbox, branches) in try collectedTips() where mailboxes.contains(mailbox) {
      for (branch, tip) in branches {
        guard let path = HubBranch.work(of: branch).flatMap({ names[$0] }) else { continue }
        tips[path, default: []].append((mailbox, tip))
      }
    }
    let collected = try stores.collected(subject)
    var found: [ContextPath: [String: [Arrival]]] = [:]
    for (path, tips) in tips {
      let ledger = try readable(path, in: files).ledger
      let lost = Set(
        try tips.filter { mailbox, tip in
          guard let node = ledger[mailbox] else { return true }
          let line = Arrival.list(node)
          if node.sequence?.count != line.count { return true }
          func holds(_ id: ObjectID) -> Bool {
            line.contains { [$0.commit, $0.withdrawal].contains(id.description) }
          }
          if holds(tip) { return false }
          // A withdrawal that came too late isn't recorded.
          var last = tip
          while let before = try collected.parent(ofWithdrawal: last) { last = before }
          return last == tip || !holds(last)
        }.map(\.mailbox))
      if !lost.isEmpty { found[path] = try records(of: lost, path, names, ledger) }
    }
    return found
  }

  private func records(
    of mailboxes: Set<String>, _ path: ContextPath, _ names: WorkNames, _ ledger: Ledger
  ) throws -> [String: [Arrival]] {
    let former = names.names(of: path)
    let attempts = try Submissions(stores.collected(subject)).attempts(at: former)
    let past = try pastLedgers(former)
    var found: [String: [Arrival]] = [:]
    for mailbox in mailboxes {
      let known = ledger[mailbox].map { Arrival.list($0) } ?? []
      var records: [Arrival] = []
      func isMissing(_ arrival: Arrival) -> Bool {
        !(known + records).contains {
          $0.commit == arrival.commit && $0.withdrawal == arrival.withdrawal
            && ($0.commit != nil || $0.withdrawal != nil || $0.at == arrival.at)
        }
      }
      for old in past {
        let line = old[mailbox].map { Arrival.list($0) } ?? []
        records += line.filter(isMissing)
      }
      let unrecorded = ((try? attempts[mailbox]?.get()) ?? []).map {
        Arrival(
          commit: $0.commit.description, at: now, by: .collect, claimed: $0.claimed,
          ref: $0.branch)
      }.filter(isMissing)
      for (ref, arrivals) in Dictionary(grouping: unrecorded, by: \.ref) {
        let times = try ref.map { try receiptTimes(mailbox, "refs/heads/" + $0) } ?? [:]
        records += arrivals.map { arrival in
          guard let at = arrival.commit.flatMap({ ObjectID($0) }).flatMap({ times[$0] }) else {
            return arrival
          }
          return Arrival(
            commit: arrival.commit, at: at, by: .hub, claimed: arrival.claimed, ref: ref)
        }
      }
      found[mailbox] = records
    }
    return found
  }

  /// The versions of a ledger in the school's history, latest first.
  private func pastLedgers(_ names: [String]) throws -> [Ledger] {
    guard let head = try school.repository.head().commit else { return [] }
    var seen: Set<ObjectID> = []
    var ledgers: [Ledger] = []
    for commit in try school.repository.history(from: [head]) {
      for name in names {
        guard let path = ContextPath("\(subject)/\(name)"),
          let entry = try school.repository.entry(
            at: SchoolPath.received(path), in: commit.tree),
          seen.insert(entry.id).inserted,
          let ledger = try? Ledger(try school.repository.blob(entry.id))
        else { continue }
        ledgers.append(ledger)
      }
    }
    return ledgers
  }
}

extension Repository {
  /// The parent of a withdrawal; nil for other commits.
  fileprivate func parent(ofWithdrawal id: ObjectID) throws -> ObjectID? {
    let commit = try self.commit(id)
    return commit.withdrawn == nil ? nil : commit.parents.first
  }
}
