import Git
import HubProtocol
import Model

/// Collected branches, and the parts of them that the hub must have.
extension SubjectExchange {
  /// The branches that the hub doesn't need to have as collected, by mailbox and name.
  ///
  /// - Parameter known: the commits of all branches.
  func looseBranches(
    _ known: [String: [String: ObjectID]]
  ) throws -> [String: [String: DetachedBranch]] {
    let collected = try stores.collected(subject)
    let deleted = try collectedTips(under: CollectedBranch.gone)
    let hub = try collectedTips(under: CollectedBranch.hub)
    var loose: [String: [String: DetachedBranch]] = [:]
    for (mailbox, branches) in deleted {
      for (name, tip) in branches where tip == known[mailbox]?[name] {
        let branch = CollectedBranch(mailbox: mailbox, branch: name)
        let histories = try ([tip] + beside(branch, collected)).map {
          try collected.history(from: [$0], firstParent: true).map(\.id)
        }
        loose[mailbox, default: [:]][name] = DetachedBranch(
          hub: hub[mailbox]?[name], histories: histories)
      }
    }
    return loose
  }

  /// The commit that the hub must still have; nil for none.
  func expectedOnHub(
    _ branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) -> ObjectID? {
    guard let tip = try collected.reference(branch.reference) else { return nil }
    if try collected.reference(branch.referenceWhenGone) != tip { return tip }
    return try collected.reference(branch.referenceOnHub)
  }

  /// The tips of additional attempts of a branch.
  private func beside(
    _ branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) -> [ObjectID] {
    try collected.references(under: branch.folder(CollectedBranch.beside)).map(\.id)
  }

  /// The remaining attempts of branches whose losses on the hub were accepted.
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

  /// Updates the branches of stored submissions.
  func move(
    _ readings: [MailboxReading], _ collected: Repository, by source: Arrival.Source
  ) throws {
    let deliveries = readings.flatMap(\.deliveries)
    // Skipped attempts must be recorded before a branch contains them.
    try collected.update(
      Set(
        deliveries.flatMap { delivery in
          delivery.skipped.map { SkippedAttempt(mailbox: delivery.branch.mailbox, commit: $0) }
        }
      ).map { RefUpdate($0.reference, to: $0.commit, expecting: .anything) })
    let deleted = try collectedTips(under: CollectedBranch.gone)
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
    for delivery in deliveries
    where deleted[delivery.branch.mailbox]?[delivery.branch.branch] != nil {
      try expectTip(of: delivery.branch, collected)
    }
    for reading in readings {
      for moved in reading.moved { try follow(moved, of: reading.mailbox, collected) }
    }
  }

  /// Moves a branch to the hub's current commit, which is known.
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
      // Additional attempts still count.
      let next = try beside(branch, collected).first
      try set(next, at: branch.referenceWhenGone, collected)
      try set(moved.tip, at: branch.referenceOnHub, collected)
      try set(next, at: branch.reference, collected)
    } else if tip == moved.tip {
      try expectTip(of: branch, collected)
    } else {
      try set(moved.tip, at: branch.referenceOnHub, collected)
    }
  }

  /// Keeps attempts whose loss was accepted under a reference that doesn't count.
  private func setAside(
    _ lost: ObjectID, of branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) {
    try set(lost, at: "\(branch.folder(CollectedBranch.rewound))/\(lost)", collected)
    try set(nil, at: "\(branch.folder(CollectedBranch.beside))/\(lost)", collected)
  }

  private func count(
    _ tip: ObjectID, beside branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) {
    try set(tip, at: "\(branch.folder(CollectedBranch.beside))/\(tip)", collected)
  }

  /// The hub has the same branch as the store, and must keep it.
  private func expectTip(
    of branch: CollectedBranch, _ collected: Repository
  ) throws(GitError) {
    try set(nil, at: branch.referenceWhenGone, collected)
    try set(nil, at: branch.referenceOnHub, collected)
  }

  private func set(
    _ id: ObjectID?, at reference: String, _ collected: Repository
  ) throws(GitError) {
    if try collected.reference(reference) == id { return }
    try collected.update([RefUpdate(reference, to: id, expecting: .anything)])
  }
}

/// The attempts of a branch that stay recorded.
struct KeptAttempts {
  let ref: String
  let commits: Set<String>
}
