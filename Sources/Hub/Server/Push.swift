import Git
import Model

/// Why a push is refused, in words of who pushes.
public indirect enum PushFault: Error, Hashable, Sendable {
  /// A new commit that can be pushed without those before it that can't.
  public struct Again: Hashable, Sendable {
    /// The files of what was pushed.
    public let tree: ObjectID
    /// What the hub has on the branch; nil for nothing.
    public let on: ObjectID?
    public let branch: String
  }

  /// Nothing of that name may be pushed there.
  case branch(String)
  case deleted(String)
  /// No such work was ever published; the nearest that is.
  case noWork(String, nearest: String?)
  /// More branches at once than there is work.
  case tooMany(Int)
  /// It doesn't come of what is there.
  case notForward(String)
  /// The work is closed.
  case closed(String, at: Instant, zone: String?)
  case tree(String, TreeFault)
  case attempt(String, AttemptFault)
  /// All pushes of one work that the hub takes were made.
  case tooManyAttempts(String, most: Int)
  /// What is wrong is in an older commit of the push, not in the newest.
  case older(PushFault, commit: ObjectID, again: Again)
  /// An object that can't be read or isn't what it has to be.
  case object(String, GitError)
  /// A line of the list of participants that can't be read.
  case access(line: String?)
  /// What is brought back is not what a hub wrote.
  case restored(String)
  /// What comes by the door out says something else than that somebody leaves.
  case notLeaving
  /// Another push to the same place goes on.
  case busy
  /// There are invitations, and nobody has said where keys are kept.
  case noKeys
  /// The hub serves another school.
  case otherSchool
  /// The published subject doesn't say of which school it is.
  case noSchool
}

/// One push to a repository of a hub, as a hook sees it.
public struct Push {
  public let hub: ServedHub
  public let party: Party
  public let place: HubPlace
  let updates: [RefUpdate]
  /// Whether the teacher replaces what was published, history and all.
  let isPurge: Bool
  /// The descriptor of the place's lock, which Git was left; nil where nobody else can push there.
  private let lock: Int32?

  /// Reads what Git tells a hook.
  ///
  /// - Parameters:
  ///   - variable: the hook's environment, as ``ServiceProgram`` made it.
  ///   - lines: `OLD NEW REF` for each branch.
  ///   - options: what the client told besides.
  /// - Throws: `HubError.notAllowed` where it isn't called by Git for a push that was admitted.
  public init(variable: (String) -> String?, lines: [String], options: [String]) throws {
    guard let root = variable(ServiceProgram.hub),
      let party = variable(ServiceProgram.party).flatMap({ Party($0) }),
      let place = variable(ServiceProgram.place).flatMap({ HubPlace(path: $0) })
    else { throw HubError.notAllowed }
    var hub = try ServedHub(root)
    hub.program = variable(ServiceProgram.program)
    try self.init(
      to: place, of: hub, by: party, lines: lines,
      lock: variable(ServiceProgram.lock).flatMap { Int32($0) },
      isPurge: party == .teacher && options.contains(Push.purge))
  }

  /// The push option that lets a teacher replace history.
  public static let purge = "purge"

  init(
    to place: HubPlace, of hub: ServedHub, by party: Party, lines: [String], lock: Int32? = nil,
    isPurge: Bool
  ) throws {
    self.hub = hub
    self.party = party
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

  /// Looks at what arrived, before any branch moves; and notes when it came.
  ///
  /// From now on until Git is done nobody else's push to the same place is accepted.
  /// - Parameters:
  ///   - quarantine: the folder in which Git keeps the new objects.
  ///   - now: the time that counts.
  /// - Throws: `HubError`, and nothing has changed.
  public func check(quarantine: String?, now: Instant) throws {
    do {
      let lock = try lock.map { try Housekeeping(hub).take($0, place) }
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

  private func checkAlone(_ quarantine: String?, _ now: Instant) throws {
    // It may be long ago that the connection began.
    try Gate(hub).admit(party, to: place, .push)
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
    switch place.repository {
    case .subject: break
    case .desk: try Handout(hub, place.subject).announce(purging: isPurge ? updates : [])
    case .mailbox(let name):
      try Receiving(hub, place.subject, mailbox: name).announce(updates, by: party, at: now)
    }
  }

  /// The branches in full.
  public var branches: [String] { updates.map(\.name) }

  /// Moves the branches, all of them or none.
  public func move() throws {
    guard let repository = try hub.folder.repository(place.path) else {
      throw HubError.notAllowed
    }
    do throws(GitError) {
      try repository.update(updates)
    } catch {
      withdraw(from: repository)
      throw error
    }
  }

  /// Takes back what was noted and stored of a push whose branches could not move, such as one that
  /// lost a race. What can't be taken back now goes with the next push.
  private func withdraw(from repository: FolderRepository) {
    switch place.repository {
    case .subject: break
    case .desk: try? Handout(hub, place.subject).settle()
    case .mailbox(let name):
      _ = try? Receiving(hub, place.subject, mailbox: name).settle()
    }
    try? repository.forget(updates.compactMap(\.new))
  }

  /// Does what follows once the branches have moved.
  ///
  /// - Returns: the receipts that were given.
  public func finish() throws -> [HubReply] {
    if isPurge { try forget() }
    var receipts: [HubReply] = []
    switch place.repository {
    case .subject: break
    case .desk: try Handout(hub, place.subject).settle()
    case .mailbox(let name): receipts = try Receiving(hub, place.subject, mailbox: name).settle()
    }
    try Housekeeping(hub).tidy(place)
    if case .mailbox = place.repository {
      try Housekeeping(hub).tidy(HubPlace(place.subject, .desk))
    }
    return receipts
  }

  /// Removes what the branches had before.
  private func forget() throws {
    // All at once: they have much in common.
    let olds = updates.compactMap { update -> ObjectID? in
      if case .at(let old) = update.expecting { old } else { nil }
    }
    try hub.folder.repository(place.path)?.forget(olds)
  }

  // MARK: What may be

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
            // What is handed in is where the branch ends. What was on the way there has to be fit to
            // be kept, and that is all.
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
            fault, commit: commit.id, again: .init(tree: commits[0].tree, on: old, branch: name))
        }
      }
    }
  }

  /// When a work closes for a mailbox, by its present or a former name; nil if it doesn't.
  private func closing(
    _ work: String, _ entry: AccessList.Entry?, _ published: PublishedEntries
  ) throws -> Instant? {
    guard let closes = entry?.closes, !closes.isEmpty else { return nil }
    if let time = closes[HubBranch.dotted(work)] { return time }
    return try published.current(of: work).flatMap { closes[HubBranch.dotted($0)] }
  }

  /// Sees that a student says that they leave, and nothing else: in one commit more of `progress`.
  private func checkLeaving(in source: any ObjectSource) throws {
    guard updates.count == 1, updates[0].name == HubBranch.progress else {
      throw PushFault.notLeaving
    }
    let new = try commit(updates[0])
    try inWords(of: "progress") {
      let added = try added(new, since: updates[0], in: source)
      guard let farewell = added.first, added.count == 1 else { throw PushFault.notLeaving }
      let before = try farewell.parents.first.map { try source.commit($0).tree }
      guard try Departure.isSaid(by: new, in: source),
        try source.differences(from: before, to: farewell.tree).map(\.path) == [Departure.file]
      else { throw PushFault.notLeaving }
      try TreeRules.names(files: hub.settings.files).check(farewell.tree, in: source)
    }
  }

  /// Says of which branch a fault is.
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

  /// The commit that one of the teacher's branches moves to.
  private func checkForward(
    _ update: RefUpdate, in source: any ObjectSource
  ) throws -> ObjectID {
    let new = try commit(update)
    if case .at(let old) = update.expecting, !isPurge, try !source.isAncestor(old, of: new) {
      throw PushFault.notForward(String(update.name.dropFirst("refs/heads/".count)))
    }
    return new
  }

  private func commit(_ update: RefUpdate) throws(PushFault) -> ObjectID {
    guard let new = update.new else { throw .deleted(update.name) }
    return new
  }

  /// The commits that a branch gets, all of which are looked at.
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
      throw PushFault.notForward(String(update.name.dropFirst("refs/heads/".count)))
    }
    return found
  }

  /// How many bytes who leaves may send: a commit, its folder and a file.
  static let mostToLeave = 1 << 16

  private static let mostAttempts = 1000
  private static let mostBranches = 100
}
