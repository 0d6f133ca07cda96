import Text

/// Objects in memory, which have ids at once and are written together.
///
/// It can be read like any store, so trees can refer to unwritten trees.
public final class ObjectBatch: ObjectSource {
  /// The ids of its objects, in the order of insertion.
  public private(set) var ids: [ObjectID] = []
  private var objects: [ObjectID: RawObject] = [:]

  /// The total size of the contents in bytes.
  public private(set) var byteCount = 0

  public init() {}

  /// The number of objects.
  public var count: Int { ids.count }
  public var isEmpty: Bool { ids.isEmpty }
  /// The objects, in the order of insertion.
  public var contents: [NamedObject] {
    ids.compactMap { id in objects[id].map { NamedObject(id: id, object: $0) } }
  }

  /// Adds an object and returns its id.
  @discardableResult
  public func add(_ object: RawObject) throws(GitError) -> ObjectID {
    let id = try object.id()
    add(object, named: id)
    return id
  }

  /// Adds an object of another batch.
  public func add(_ named: NamedObject) { add(named.object, named: named.id) }

  @discardableResult
  public func add(blob: [UInt8]) throws(GitError) -> ObjectID {
    try add(RawObject(.blob, blob))
  }

  /// Adds a tree with these entries, in any order; names must be unique.
  @discardableResult
  public func add(tree: [TreeEntry]) throws(GitError) -> ObjectID {
    try add(RawObject(.tree, TreeEntry.bytes(of: tree)))
  }

  @discardableResult
  public func add(commit: CommitContent) throws(GitError) -> ObjectID {
    try add(RawObject(.commit, commit.bytes))
  }

  /// Adds an object with a verified id.
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

  /// Removes all objects except the first `count`.
  public func truncate(to count: Int) {
    while ids.count > max(count, 0) {
      let removed = objects.removeValue(forKey: ids.removeLast())
      byteCount -= removed?.bytes.count ?? 0
    }
  }

  /// Writes the objects that `store` lacks, all of them or none.
  public func write(
    to store: some ObjectStore, durability: Durability = .immediate
  ) throws(GitError) {
    try store.write(self, durability: durability)
  }
}

/// An object with its verified id.
public struct NamedObject: Hashable, Sendable {
  public let id: ObjectID
  public let object: RawObject

  /// Only for verified ids.
  fileprivate init(id: ObjectID, object: RawObject) {
    self.id = id
    self.object = object
  }
}
