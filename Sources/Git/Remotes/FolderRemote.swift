import Text

/// A repository in a folder hub as a remote: objects are copied directly.
public struct FolderRemote: Remote {
  private let hub: HubFolder
  private let path: String

  public init(_ path: String, in hub: HubFolder) {
    self.hub = hub
    self.path = path
  }

  public var place: String { "\(hub.path)/\(path)" }

  private func open() throws(GitError) -> FolderRepository {
    guard let found = try hub.repository(path) else {
      throw GitError(.notFound, "no such repository in the hub", path: place)
    }
    return found
  }

  /// Runs a function that reads the repository, in which a missing object is damage.
  private func reading(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as GitError where error.code == .notFound {
      throw GitError(.remoteIsDamaged, error.message, path: place)
    }
  }

  public func references(under folder: String) throws(GitError) -> [Reference] {
    try open().references(under: folder)
  }

  public func fetch(
    _ wanted: [FetchedRef], into repository: Repository, limits: ObjectCopy.Limits = .standard,
    check: (ObjectID, any ObjectSource) throws -> Void = { _, _ in }
  ) throws -> [ObjectID?] {
    let target = try open()
    let found = try wanted.map { try target.reference($0.source) }
    var arrivals = Arrivals(repository, limits)
    try reading { try arrivals.accept(wanted, found, from: target, check) }
    return found
  }

  public func fetchAll(
    under folder: String, into repository: Repository, limits: ObjectCopy.Limits,
    to destination: (String) -> String, check: (Reference, any ObjectSource) throws -> Void
  ) throws -> [Reference] {
    let target = try open()
    var arrivals = Arrivals(repository, limits)
    let found = try target.references(under: folder)
    try reading { try arrivals.copyAll(found, from: target, to: destination, check) }
    return found
  }

  public func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool
  ) throws(GitError) -> [PushResult] {
    let target = try open()
    let plan = try PushPlan(updates, from: repository) { name throws(GitError) in
      try target.reference(name)
    }
    let batch = ObjectBatch()
    for update in plan.moving(atomic) {
      guard let new = update.new else { continue }
      do {
        try ObjectCopy.copy([new], from: repository, into: batch, held: .store(target))
      } catch {
        throw error as? GitError ?? GitError(.other(0), Message(verbatim: "\(error)"))
      }
    }
    try target.write(batch)
    var outcomes: [String: PushResult.Outcome] = [:]
    for group in atomic ? [plan.moving(true)] : plan.moving(false).map({ [$0] }) {
      do throws(GitError) {
        try target.update(group)
        for update in group { outcomes[update.name] = .moved }
      } catch {
        let outcome = try Self.outcome(error)
        let culprit = group.first { $0.name == error.path }
        for update in group {
          outcomes[update.name] = culprit == nil || update == culprit ? outcome : .abandoned
        }
      }
    }
    return plan.results(atomic, outcomes)
  }

  private static func outcome(_ error: GitError) throws(GitError) -> PushResult.Outcome {
    switch error.code {
    case .modified, .exists: .behind(error.message.text)
    case .conflict, .invalid: .refused(error.message.text)
    default: throw error
    }
  }
}

/// The local check of a push: which updates are no-ops, and which aren't fast-forwards.
struct PushPlan {
  private let updates: [RefUpdate]
  private var outcomes: [PushResult.Outcome?] = []

  init(
    _ updates: [RefUpdate], from repository: Repository, mayRewind: Bool = false,
    current: (String) throws(GitError) -> ObjectID?
  ) throws(GitError) {
    self.updates = updates
    for update in updates {
      let now = try current(update.name)
      outcomes.append(try Self.outcome(update, now, repository, mayRewind))
    }
  }

  private static func outcome(
    _ update: RefUpdate, _ now: ObjectID?, _ repository: Repository, _ mayRewind: Bool
  ) throws(GitError) -> PushResult.Outcome? {
    if now == update.new { return .upToDate }
    do throws(GitError) {
      try update.check(now)
    } catch {
      return .behind(error.message.text)
    }
    guard !mayRewind, let now, let new = update.new else { return nil }
    guard try repository.contains(now), try repository.isAncestor(now, of: new) else {
      return .behind("the remote has commits that aren't in the pushed branch")
    }
    return nil
  }

  private func isStopped(_ atomic: Bool) -> Bool {
    atomic && outcomes.contains { $0 != nil && $0 != .upToDate }
  }

  /// The updates to push.
  func moving(_ atomic: Bool) -> [RefUpdate] {
    isStopped(atomic) ? [] : zip(updates, outcomes).filter { $0.1 == nil }.map(\.0)
  }

  /// The result of each update, using the remote's answers for those that were pushed.
  func results(_ atomic: Bool, _ answers: [String: PushResult.Outcome]) -> [PushResult] {
    zip(updates, outcomes).map { update, known in
      let tried = answers[update.name] ?? .refused("no answer from the remote")
      return PushResult(
        name: update.name, outcome: known ?? (isStopped(atomic) ? .abandoned : tried))
    }
  }
}
