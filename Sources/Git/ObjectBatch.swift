/// Objects that are made in memory, named at once, and written together.
///
/// It answers for what it holds like any store, so trees can be built on trees not yet written.
public final class ObjectBatch: ObjectSource {
  /// The names of its objects, in the order in which they were added.
  public private(set) var ids: [ObjectID] = []
  private var objects: [ObjectID: RawObject] = [:]

  /// How many bytes of content it holds.
  public private(set) var byteCount = 0

  public init() {}

  /// How many objects it holds.
  public var count: Int { ids.count }
  public var isEmpty: Bool { ids.isEmpty }
  /// What it holds, in the order in which it was added.
  public var contents: [NamedObject] {
    ids.compactMap { id in objects[id].map { NamedObject(id: id, object: $0) } }
  }

  /// Adds an object and answers its name.
  @discardableResult
  public func add(_ object: RawObject) throws(GitError) -> ObjectID {
    let id = try object.id()
    add(object, named: id)
    return id
  }

  /// Adds an object that another batch has.
  public func add(_ named: NamedObject) { add(named.object, named: named.id) }

  @discardableResult
  public func add(blob: [UInt8]) throws(GitError) -> ObjectID {
    try add(RawObject(.blob, blob))
  }

  /// Adds a tree of these entries, in any order; two of one name can't be.
  @discardableResult
  public func add(tree: [TreeEntry]) throws(GitError) -> ObjectID {
    try add(RawObject(.tree, TreeEntry.bytes(of: tree)))
  }

  @discardableResult
  public func add(commit: CommitContent) throws(GitError) -> ObjectID {
    try add(RawObject(.commit, commit.bytes))
  }

  /// Adds an object whose name is known to be right.
  func add(_ object: RawObject, named id: ObjectID) {
    if objects.updateValue(object, forKey: id) == nil {
      ids.append(id)
      byteCount += object.bytes.count
    }
  }

  public func read(_ id: ObjectID, limit: Int) throws(GitError) -> RawObject? {
    guard let object = objects[id] else { return nil }
    if object.bytes.count > limit { throw GitError(.limit, "object \(id) is too large") }
    return object
  }

  public func contains(_ id: ObjectID) -> Bool { objects[id] != nil }

  subscript(id: ObjectID) -> RawObject? { objects[id] }

  /// Forgets every object added after there were `count` of them.
  public func truncate(to count: Int) {
    while ids.count > max(count, 0) {
      let removed = objects.removeValue(forKey: ids.removeLast())
      byteCount -= removed?.bytes.count ?? 0
    }
  }

  /// Writes what `store` doesn't have yet, all of it or nothing.
  public func write(
    to store: some ObjectStore, durability: Durability = .immediate
  ) throws(GitError) {
    try store.write(self, durability: durability)
  }
}

/// An object with its name, which was made from it.
public struct NamedObject: Hashable, Sendable {
  public let id: ObjectID
  public let object: RawObject

  /// To be made only where the name is known to be right.
  fileprivate init(id: ObjectID, object: RawObject) {
    self.id = id
    self.object = object
  }
}
