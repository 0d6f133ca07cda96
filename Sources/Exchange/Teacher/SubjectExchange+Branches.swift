import Git
import Hub
import Model

/// The branches of what was collected, and what of them the hub must have.
extension SubjectExchange {
  /// The branches that the hub need not have as they were collected, by mailbox and name.
  ///
  /// - Parameter known: where all branches are.
  func looseBranches(
    _ known: [String: [String: ObjectID]]
  ) throws -> [String: [String: LooseBranch]] {
    let collected = try stores.collected(subject)
    let gone = try collectedTips(under: CollectedBranch.gone)
    let hub = try collectedTips(under: CollectedBranch.hub)
    var loose: [String: [String: LooseBranch]] = [:]
    for (mailbox, branches) in gone {
      for (name, tip) in branches where tip == known[mailbox]?[name] {
        let branch = CollectedBranch(mailbox: mailbox, branch: name)
        let histories = try ([tip] + beside(branch, collected)).map {
          try collected.history(from: [$0], firstParent: true).map(\.id)
        }
        loose[mailbox, default: [:]][name] = LooseBranch(
          hub: hub[mailbox]?[name], histories: histories)
      }
    }
    return loose
  }

  /// What the hub must still have of a branch; nil for nothing.
  func expectedOnHub(
    _ branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) -> ObjectID? {
    guard let tip = try collected.reference(branch.reference) else { return nil }
    if try collected.reference(branch.referenceWhenGone) != tip { return tip }
    return try collected.reference(branch.referenceOnHub)
  }

  /// The tips of attempts that count beside those of a branch.
  private func beside(
    _ branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) -> [ObjectID] {
    try collected.references(under: branch.folder(CollectedBranch.beside)).map(\.id)
  }

  /// What stays of the branches of which the hub was accepted to have something no more.
  func kept(
    _ readings: [MailboxReading], _ names: WorkNames, _ collected: Repository,
    by source: Arrival.Source
  ) throws -> [ContextPath: [String: KeptAttempts]] {
    var kept: [ContextPath: [String: KeptAttempts]] = [:]
    if source == .bundle { return kept }
    func keep(_ branch: CollectedBranch, _ base: ObjectID?, _ new: [ObjectID]) throws {
      guard let work = HubBranch.work(of: branch.branch), let path = names[work] else { return }
      let lost = try expectedOnHub(branch, collected)
      let tips = try [collected.reference(branch.reference)] + beside(branch, collected)
      let stay = tips.filter { $0 != lost } + [base]
      let before = try collected.history(from: stay.compactMap { $0 }, firstParent: true).map(\.id)
      kept[path, default: [:]][branch.mailbox] = KeptAttempts(
        ref: HubBranch.short(work), commits: Set((before + new).map(\.description)))
    }
    for reading in readings {
      for delivery in reading.deliveries where delivery.isRewound {
        try keep(delivery.branch, delivery.base, delivery.commits.map(\.id))
      }
      for moved in reading.moved where moved.isRewound {
        try keep(.init(mailbox: reading.mailbox, branch: moved.branch), moved.tip, [])
      }
    }
    return kept
  }

  /// Moves the branches of what was stored.
  func move(
    _ readings: [MailboxReading], _ collected: Repository, by source: Arrival.Source
  ) throws {
    let deliveries = readings.flatMap(\.deliveries)
    // What is left out must be known before a branch has it.
    try collected.update(
      Set(
        deliveries.flatMap { delivery in
          delivery.skipped.map { SkippedAttempt(mailbox: delivery.branch.mailbox, commit: $0) }
        }
      ).map { RefUpdate($0.reference, to: $0.commit, expecting: .anything) })
    let gone = try collectedTips(under: CollectedBranch.gone)
    var updates = deliveries.map {
      RefUpdate($0.branch.reference, to: $0.new, expecting: .anything)
    }
    for delivery in deliveries {
      let branch = delivery.branch
      guard source == .bundle || delivery.isApart || delivery.isRewound else { continue }
      let tip = try collected.reference(branch.reference)
      let onHub = try expectedOnHub(branch, collected)
      let lost = source != .bundle && delivery.isRewound ? onHub : nil
      if let lost { try setAside(lost, of: branch, collected) }
      if delivery.isApart, let tip, tip != lost { try count(tip, beside: branch, collected) }
      if source == .bundle {
        updates.append(
          RefUpdate(branch.referenceWhenGone, to: delivery.new, expecting: .anything))
        if try collected.reference(branch.referenceOnHub) != onHub {
          updates.append(RefUpdate(branch.referenceOnHub, to: onHub, expecting: .anything))
        }
      }
    }
    try collected.update(updates)
    if source == .bundle { return }
    for delivery in deliveries where gone[delivery.branch.mailbox]?[delivery.branch.branch] != nil {
      try expectTip(of: delivery.branch, collected)
    }
    for reading in readings {
      for moved in reading.moved { try follow(moved, of: reading.mailbox, collected) }
    }
  }

  /// Has a branch be where the hub has it now, of which all is known.
  private func follow(
    _ moved: MovedBranch, of mailbox: String, _ collected: Repository
  ) throws(GitError) {
    let branch = CollectedBranch(mailbox: mailbox, branch: moved.branch)
    let lost = moved.isRewound ? try expectedOnHub(branch, collected) : nil
    if let lost {
      if let tip = moved.tip { try count(tip, beside: branch, collected) }
      try setAside(lost, of: branch, collected)
    }
    let tip = try collected.reference(branch.reference)
    if tip == lost {
      // What else came counts on.
      let next = try beside(branch, collected).first
      try put(next, at: branch.referenceWhenGone, collected)
      try put(moved.tip, at: branch.referenceOnHub, collected)
      try put(next, at: branch.reference, collected)
    } else if tip == moved.tip {
      try expectTip(of: branch, collected)
    } else {
      try put(moved.tip, at: branch.referenceOnHub, collected)
    }
  }

  /// Keeps what the hub was accepted to have no more, where it counts no more.
  private func setAside(
    _ lost: ObjectID, of branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) {
    try put(lost, at: "\(branch.folder(CollectedBranch.rewound))/\(lost)", collected)
    try put(nil, at: "\(branch.folder(CollectedBranch.beside))/\(lost)", collected)
  }

  private func count(
    _ tip: ObjectID, beside branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) {
    try put(tip, at: "\(branch.folder(CollectedBranch.beside))/\(tip)", collected)
  }

  /// The hub has a branch as it is here, and must have it.
  private func expectTip(
    of branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) {
    try put(nil, at: branch.referenceWhenGone, collected)
    try put(nil, at: branch.referenceOnHub, collected)
  }

  private func put(
    _ id: ObjectID?, at reference: String, _ collected: Repository
  ) throws(GitError) {
    if try collected.reference(reference) == id { return }
    try collected.update([RefUpdate(reference, to: id, expecting: .anything)])
  }
}

/// Which attempts on a branch of a mailbox stay written down.
struct KeptAttempts {
  let ref: String
  let commits: Set<String>
}
