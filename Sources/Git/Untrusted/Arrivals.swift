import Text

/// Fetched objects, which are copied and checked before any reference points to them.
struct Arrivals {
  private let repository: Repository
  private let limits: ObjectCopy.Limits
  private let batch = ObjectBatch()

  init(_ repository: Repository, _ limits: ObjectCopy.Limits) {
    self.repository = repository
    self.limits = limits
  }

  /// Copies new commits and updates the references to them.
  ///
  /// - Parameter source: the source of every new object, even if the repository already has it.
  mutating func accept(
    _ wanted: [FetchedRef], _ found: [ObjectID?], from source: any ObjectSource,
    _ check: (ObjectID, any ObjectSource) throws -> Void
  ) throws {
    var updates: [RefUpdate] = []
    var rewound: [(RefUpdate, old: ObjectID)] = []
    var known: Set<ObjectID> = []
    let old = try wanted.map { try repository.reference($0.destination) }
    for id in old.compactMap({ $0 }) { known.insert(id) }
    for (place, wanted) in wanted.enumerated() {
      guard let new = found[place], new != old[place] else { continue }
      let update = RefUpdate(wanted.destination, to: new, from: old[place])
      updates.append(update)
      if !wanted.mayRewind, let old = old[place] { rewound.append((update, old)) }
      try ObjectCopy.copy([new], from: source, into: batch, held: .commits(known), limits: limits) {
        try check(new, LayeredSource($0, repository))
      }
    }
    let all = LayeredSource(batch, repository)
    let shallow = try repository.layout.shallowCommits()
    for (update, old) in rewound {
      if let new = update.new, try !all.isAncestor(old, of: new, shallow: shallow) {
        throw GitError(.modified, "the remote's history was rewound", path: update.name)
      }
    }
    try repository.write(batch)
    try repository.update(updates)
  }

  /// Copies all found references, whatever their previous targets.
  mutating func copyAll(
    _ found: [Reference], from source: any ObjectSource, to destination: (String) -> String,
    _ check: (Reference, any ObjectSource) throws -> Void
  ) throws {
    let wanted = found.map { FetchedRef($0.name, to: destination($0.name), mayRewind: true) }
    try accept(wanted, found.map(\.id), from: source) { id, source in
      for reference in found where reference.id == id { try check(reference, source) }
    }
  }
}

/// Two object sources; the first one takes precedence.
public final class LayeredSource: ObjectSource {
  private let first: any ObjectSource
  private let second: any ObjectSource

  public init(_ first: any ObjectSource, _ second: any ObjectSource) {
    self.first = first
    self.second = second
  }

  public func read(_ id: ObjectID, limit: Int) throws(GitError) -> RawObject? {
    if let found = try first.read(id, limit: limit) { return found }
    return try second.read(id, limit: limit)
  }

  public func header(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, size: Int)? {
    if let found = try first.header(id) { return found }
    return try second.header(id)
  }

  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    if try first.contains(id) { return true }
    return try second.contains(id)
  }
}
