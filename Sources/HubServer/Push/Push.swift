import Git
import HubProtocol
import Model
import Text

/// A push to a repository of a hub, as seen by a hook.
public struct Push {
  public let hub: ServedHub
  public let principal: Principal
  public let place: HubPlace
  let updates: [RefUpdate]
  /// Whether the teacher replaces the published history.
  let isPurge: Bool
  /// The inherited descriptor of the repository's lock; nil if nobody else can push there.
  private let lock: Int32?

  /// Reads a hook's input from Git.
  ///
  /// - Parameters:
  ///   - variable: the hook's environment, created by ``ServiceProgram``.
  ///   - lines: `OLD NEW REF` for each branch.
  ///   - options: the client's push options.
  /// - Throws: `HubError.notAllowed` if Git didn't call it for an authorized push.
  public init(variable: (String) -> String?, lines: [String], options: [String]) throws {
    guard let root = variable(HookVariable.hub),
      let principal = variable(HookVariable.principal).flatMap({ Principal($0) }),
      let place = variable(HookVariable.place).flatMap({ HubPlace(path: $0) })
    else { throw HubError.notAllowed }
    var hub = try ServedHub(root)
    hub.program = variable(HookVariable.program)
    try self.init(
      to: place, of: hub, by: principal, lines: lines,
      lock: variable(HookVariable.lock).flatMap { Int32($0) },
      isPurge: principal == .teacher && options.contains(HubLayout.purgeOption))
  }

  init(
    to place: HubPlace, of hub: ServedHub, by principal: Principal, lines: [String],
    lock: Int32? = nil,
    isPurge: Bool
  ) throws {
    self.hub = hub
    self.principal = principal
    self.place = place
    self.isPurge = isPurge
    self.lock = lock
    updates = try lines.map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let old = ObjectID(String(words[0])),
        let new = ObjectID(String(words[1]))
      else { throw HubError.notAllowed }
      return RefUpdate(
        String(words[2]), to: new.isZero ? nil : new, from: old.isZero ? nil : old)
    }
  }

  /// Validates the push before any branch is updated, and records its time.
  ///
  /// Until Git is done, no other push to the same repository is accepted.
  /// - Parameters:
  ///   - quarantine: Git's folder for the new objects.
  ///   - now: the time of the receipt.
  /// - Throws: `HubError`; then nothing has changed.
  public func check(quarantine: String?, now: Instant) throws {
    do {
      let lock = try lock.map { try hub.acquireLock($0, place) }
      do {
        if lock != nil { Housekeeping(hub).clear(place) }
        try checkAlone(quarantine, now)
      } catch {
        lock?.release()
        throw error
      }
    } catch let fault as PushFault {
      throw HubError.push(fault)
    }
  }

  /// Refuses to withdraw collected attempts.
  ///
  /// - Returns: the desk's lock if there are withdrawals. Until the push is recorded, it keeps
  ///   attempts from being marked as collected.
  private func checkWithdrawals(in source: any ObjectSource) throws -> ProcessLock? {
    guard case .mailbox(let name) = place.repository else { return nil }
    var withdrawn: [(branch: String, attempt: ObjectID)] = []
    for update in updates where HubBranch.work(of: update.name) != nil {
      guard let new = update.new else { continue }
      let commits = try inWords(of: HubBranch.short(update.name)) {
        try added(new, since: update, in: source)
      }
      withdrawn += commits.compactMap { commit in commit.withdrawn.map { (update.name, $0) } }
    }
    if withdrawn.isEmpty { return nil }
    let lock = try hub.lock(HubPlace(place.subject, .desk), patience: 5)
    guard let desk = try hub.folder.repository(HubPlace(place.subject, .desk).path),
      let mark = try desk.reference(HubBranch.collected + name),
      let receipt = try desk.commit(mark).markedReceipt
    else { return lock }
    let collected = try ReceiptChain(to: receipt, in: desk).tips
    for (branch, attempt) in withdrawn {
      guard let tip = collected[branch], try desk.isAncestor(attempt, of: tip) else { continue }
      throw PushFault.collected(HubBranch.short(branch))
    }
    return lock
  }

  private func checkAlone(_ quarantine: String?, _ now: Instant) throws {
    // The connection may have been opened long ago.
    try AccessPolicy(hub).admit(principal, to: place, .push)
    guard let repository = try hub.folder.repository(place.path) else {
      throw HubError.notAllowed
    }
    let source: any ObjectSource =
      try quarantine.map { try QuarantinedObjects($0, for: repository) } ?? repository
    switch place.repository {
    case .subject: try checkSubject(in: source)
    case .desk: try checkDesk(in: source)
    case .mailbox where place.isLeaving: try checkLeaving(in: source)
    case .mailbox(let name): try check(mailbox: name, in: source, now)
    }
    let withdrawing = try checkWithdrawals(in: source)
    try withExtendedLifetime(withdrawing) {
      switch place.repository {
      case .subject: break
      case .desk:
        try InboxDelivery(hub, place.subject).recordPending(purging: isPurge ? updates : [])
      case .mailbox(let name):
        try ReceiptWriter(hub, place.subject, mailbox: name).recordPending(
          updates, by: principal, at: now, isWithdrawing: withdrawing != nil)
      }
    }
  }

  /// The full names of the branches.
  public var branches: [String] { updates.map(\.name) }

  /// Updates the branches, all or none.
  public func move() throws {
    guard let repository = try hub.folder.repository(place.path) else {
      throw HubError.notAllowed
    }
    do throws(GitError) {
      try repository.flushPackNames()
      try repository.update(updates)
    } catch {
      withdraw(from: repository)
      throw error
    }
  }

  /// Reverts the notes and data of a push whose branches couldn't move, for example because it lost
  /// a race. The next push removes what is left.
  private func withdraw(from repository: FolderRepository) {
    switch place.repository {
    case .subject: break
    case .desk: try? InboxDelivery(hub, place.subject).applyPending()
    case .mailbox(let name):
      _ = try? ReceiptWriter(hub, place.subject, mailbox: name).applyPending()
    }
    try? repository.forget(updates.compactMap(\.new))
  }

  /// Completes the push after the branches were updated.
  ///
  /// - Returns: the new receipts.
  public func finish() throws -> [HubReply] {
    if isPurge { try forget() }
    var receipts: [HubReply] = []
    switch place.repository {
    case .subject: break
    case .desk: try InboxDelivery(hub, place.subject).applyPending()
    case .mailbox(let name):
      receipts = try ReceiptWriter(hub, place.subject, mailbox: name).applyPending()
    }
    try Housekeeping(hub).repack(place)
    if case .mailbox = place.repository {
      try Housekeeping(hub).repack(HubPlace(place.subject, .desk))
    }
    return receipts
  }

  /// Removes the former history of the branches.
  private func forget() throws {
    // All at once, because they share objects.
    let olds = updates.compactMap { update -> ObjectID? in
      if case .at(let old) = update.expecting { old } else { nil }
    }
    try hub.folder.repository(place.path)?.forget(olds)
  }

  // MARK: Validation

  private func checkSubject(in source: any ObjectSource) throws {
    for update in updates {
      guard update.name == HubBranch.main else { throw PushFault.branch(update.name) }
      let new = try checkForward(update, in: source)
      guard let uid = try PublishedSubject.school(of: new, in: source) else {
        throw PushFault.noSchool
      }
      try hub.pin(school: uid)
    }
  }

  private func checkDesk(in source: any ObjectSource) throws {
    for update in updates {
      if let mailbox = HubBranch.mailbox(ofCollected: update.name) {
        try checkCollected(checkForward(update, in: source), of: mailbox, in: source)
        continue
      }
      let new = try checkForward(update, in: source)
      if update.name == HubBranch.access {
        guard let list = try? AccessList(at: new, in: source) else {
          throw PushFault.access(line: nil)
        }
        if let line = list.fault { throw PushFault.access(line: line) }
        if hub.keys == nil, list.hasInvitations { throw PushFault.noKeys }
      } else if let origin = HubBranch.origin(ofRestored: update.name) {
        do {
          if origin == HubBranch.people {
            _ = try PeopleList(at: new, in: source)
          } else if HubBranch.delivery(of: origin) == nil {
            _ = try ReceiptChain(to: new, in: source)
          }
        } catch {
          throw PushFault.restored(String(origin.dropFirst("refs/heads/".count)))
        }
      } else if HubBranch.mailbox(ofOutgoing: update.name) == nil {
        throw PushFault.branch(update.name)
      }
    }
  }

  /// Checks that no attempt was withdrawn since a receipt that is to be marked as collected.
  private func checkCollected(
    _ mark: ObjectID, of mailbox: String, in source: any ObjectSource
  ) throws {
    guard let receipt = try source.commit(mark).markedReceipt else {
      throw PushFault.branch(HubBranch.collected + mailbox)
    }
    if try ReceiptWriter(hub, place.subject, mailbox: mailbox).isWithdrawing() {
      throw PushFault.overtaken(mailbox: mailbox)
    }
    var next = try hub.folder.repository(place.path)?.reference(HubBranch.received + mailbox)
    while let id = next, id != receipt {
      let newer = try source.commit(id)
      if let pushed = newer.parents.last, try source.commit(pushed).withdrawn != nil {
        throw PushFault.overtaken(mailbox: mailbox)
      }
      next = newer.parents.count == 2 ? newer.parents.first : nil
    }
    // A receipt of another hub marks nothing here.
    guard next != nil else { throw PushFault.branch(HubBranch.collected + mailbox) }
  }

  private func check(mailbox: String, in source: any ObjectSource, _ now: Instant) throws {
    let subject = try hub.folder.repository(HubPlace(place.subject, .subject).path)
    let main = try subject?.reference(HubBranch.main)
    let published = PublishedEntries(subject, main: main)
    let entry = try hub.access(to: place.subject)?[mailbox]
    if updates.count > Push.mostBranches { throw PushFault.tooMany(Push.mostBranches) }
    let new = updates.filter { $0.expecting == .absent }.compactMap { HubBranch.work(of: $0.name) }
    if let work = try published.unpublished(new).min() {
      throw PushFault.noWork(work, nearest: try published.nearest(to: work))
    }
    let rules = SubmissionRules(
      trees: .attempt(files: hub.settings.files), school: hub.settings.school)
    let receipts = try hub.folder.repository(place.path).flatMap { box in
      try box.reference(HubBranch.receipts).map { try ReceiptChain(to: $0, in: box).receipts }
    }
    let pushed = (receipts ?? []).reduce(into: [String: Int]()) { $0[$1.branch, default: 0] += 1 }
    for update in updates {
      let name = String(update.name.dropFirst("refs/heads/".count))
      let work = HubBranch.work(of: update.name)
      guard work != nil || update.name == HubBranch.progress else {
        throw PushFault.branch(update.name)
      }
      let new = try commit(update)
      // The branch of a former name closes with the work.
      if let work, let closes = try closing(work, entry, published), now > closes {
        let zone = try main.flatMap { main in
          try subject.flatMap { try PublishedSubject.zone(of: main, in: $0) }
        }
        throw PushFault.closed(name, at: closes, zone: zone)
      }
      if work != nil, pushed[update.name, default: 0] >= SubmissionLimits.attempts {
        throw PushFault.tooManyAttempts(name, most: SubmissionLimits.attempts)
      }
      let commits = try inWords(of: name) { try added(new, since: update, in: source) }
      for commit in commits {
        do {
          try inWords(of: name) {
            // The submission is the last commit of the branch. Earlier commits only have to be
            // storable.
            if let work, commit.id == new {
              try rules.check(commit, of: work, in: source, beside: published)
            } else {
              try rules.trees.check(commit.tree, in: source)
            }
          }
        } catch let fault as PushFault where commit.id != new {
          var old: ObjectID?
          if case .at(let id) = update.expecting { old = id }
          throw PushFault.older(
            fault, commit: commit.id,
            replacement: .init(tree: commits[0].tree, on: old, branch: name))
        }
      }
    }
  }

  /// The closing time of a work for a mailbox, by its current or a former name; nil for none.
  private func closing(
    _ work: String, _ entry: AccessList.Entry?, _ published: PublishedEntries
  ) throws -> Instant? {
    guard let closes = entry?.closes, !closes.isEmpty else { return nil }
    if let time = closes[HubBranch.dotted(work)] { return time }
    return try published.current(of: work).flatMap { closes[HubBranch.dotted($0)] }
  }

  /// Checks that a push to the leave address is a single commit of `progress` with a leave notice.
  private func checkLeaving(in source: any ObjectSource) throws {
    guard updates.count == 1, updates[0].name == HubBranch.progress else {
      throw PushFault.notLeaving
    }
    let new = try commit(updates[0])
    try inWords(of: "progress") {
      let added = try added(new, since: updates[0], in: source)
      guard let farewell = added.first, added.count == 1 else { throw PushFault.notLeaving }
      let before = try farewell.parents.first.map { try source.commit($0).tree }
      guard try LeaveNotice.isRecorded(by: new, in: source),
        try source.differences(from: before, to: farewell.tree).map(\.path) == [LeaveNotice.file]
      else { throw PushFault.notLeaving }
      try TreeRules.names(files: hub.settings.files).check(farewell.tree, in: source)
    }
  }

  /// Adds the branch to an error.
  private func inWords<Result>(of branch: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let fault as TreeFault {
      throw PushFault.tree(branch, fault)
    } catch let fault as AttemptFault {
      throw PushFault.attempt(branch, fault)
    } catch let error as GitError {
      throw PushFault.object(branch, error)
    }
  }

  /// The new commit of one of the teacher's branches.
  private func checkForward(
    _ update: RefUpdate, in source: any ObjectSource
  ) throws -> ObjectID {
    let new = try commit(update)
    if case .at(let old) = update.expecting, !isPurge, try !source.isAncestor(old, of: new) {
      throw PushFault.notFastForward(String(update.name.dropFirst("refs/heads/".count)))
    }
    return new
  }

  private func commit(_ update: RefUpdate) throws(PushFault) -> ObjectID {
    guard let new = update.new else { throw .deleted(update.name) }
    return new
  }

  /// The new commits of a branch, which are all checked.
  private func added(
    _ new: ObjectID, since update: RefUpdate, in source: any ObjectSource
  ) throws -> [Commit] {
    var old: ObjectID?
    if case .at(let id) = update.expecting { old = id }
    var found: [Commit] = []
    var seen: Set<ObjectID> = [new]
    var open = [new]
    var isForward = old == nil
    while let id = open.popLast() {
      if id == old {
        isForward = true
        continue
      }
      let commit = try source.commit(id)
      found.append(commit)
      if found.count > Push.mostAttempts {
        throw GitError(.limit, "more than \(Push.mostAttempts) commits at once")
      }
      for parent in commit.parents where seen.insert(parent).inserted { open.append(parent) }
    }
    guard isForward else {
      throw PushFault.notFastForward(String(update.name.dropFirst("refs/heads/".count)))
    }
    return found
  }

  /// The maximum size of a leave notice in bytes: a commit, a tree and a file.
  static let mostToLeave = 1 << 16

  private static let mostAttempts = 1000
  private static let mostBranches = 100
}
