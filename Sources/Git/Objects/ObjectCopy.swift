import Text

/// Copies everything that is reachable from some objects, completely or not at all.
///
/// Every object is read from the source, checked against its id and type, and traversed. The copies
/// are collected in a batch: nothing is written before the caller has checked and written it.
public struct ObjectCopy {
  /// The limits of a copy.
  public struct Limits: Hashable, Sendable {
    /// The number of objects.
    public var objects: Int
    /// The total size of all contents in bytes.
    public var bytes: Int

    public init(objects: Int = 1_000_000, bytes: Int = 1 << 30) {
      self.objects = objects
      self.bytes = bytes
    }

    public static let standard = Limits()
    /// For our own objects.
    public static let unlimited = Limits(objects: .max, bytes: .max)
  }

  /// The objects that aren't read from the source.
  public enum Held {
    /// These commits and everything reachable from them. All other objects must come from the
    /// source, so that authors can't refer to objects that they don't have.
    case commits(Set<ObjectID>)
    /// The objects of this store, which is assumed to be complete, without some that must not be
    /// used.
    case store(any ObjectSource, without: Set<ObjectID> = [])

    func contains(_ id: ObjectID, _ kind: ObjectKind?) throws(GitError) -> Bool {
      switch self {
      case .commits(let known): kind != .tree && kind != .blob && known.contains(id)
      case .store(let store, let absent): absent.contains(id) ? true : try store.contains(id)
      }
    }
  }

  private let source: any ObjectSource
  private let batch: ObjectBatch
  private let held: Held
  private let limits: Limits
  private var seen: Set<ObjectID> = []
  private var open: [(id: ObjectID, kind: ObjectKind?)] = []

  /// The number and total size of the copied objects.
  public private(set) var copied = (objects: 0, bytes: 0)

  private init(
    _ source: any ObjectSource, _ batch: ObjectBatch, _ held: Held, _ limits: Limits
  ) {
    self.source = source
    self.batch = batch
    self.held = held
    self.limits = limits
  }

  private mutating func run(_ roots: [ObjectID]) throws(GitError) {
    for root in roots { try visit(root, nil) }
    while let (id, kind) = open.popLast() {
      if copied.objects >= limits.objects {
        throw GitError(.limit, "more than \(limits.objects) objects")
      }
      guard let object = try source.read(id, limit: limits.bytes - copied.bytes) else {
        throw GitError(.notFound, "object \(id) is missing")
      }
      if let kind, kind != object.kind {
        throw GitError(.corrupt, "object \(id) is a \(object.kind.word), not a \(kind.word)")
      }
      copied.objects += 1
      copied.bytes += object.bytes.count
      if copied.bytes > limits.bytes {
        throw GitError(.limit, "more than \(limits.bytes) bytes")
      }
      if try object.id() != id {
        throw GitError(.corrupt, "object \(id) doesn't match its id")
      }
      try follow(object, id)
      batch.add(object, named: id)
    }
  }

  private mutating func follow(_ object: RawObject, _ id: ObjectID) throws(GitError) {
    for next in try object.names(id) { try visit(next.id, next.kind) }
  }

  private mutating func visit(_ id: ObjectID, _ kind: ObjectKind?) throws(GitError) {
    guard seen.insert(id).inserted, try !held.contains(id, kind) else { return }
    open.append((id, kind))
  }

  /// Copies everything reachable from `roots` into a batch.
  ///
  /// - Parameters:
  ///   - roots: commits, trees or blobs.
  ///   - check: checks the copied objects in the batch before they are accepted.
  /// - Returns: the number and total size of the copied objects.
  /// - Throws: `GitError` with `.notFound` for a missing object, `.corrupt`, `.limit`, or the
  ///   error of `check`; the batch is then unchanged.
  @discardableResult
  public static func copy(
    _ roots: [ObjectID], from source: any ObjectSource, into batch: ObjectBatch, held: Held,
    limits: Limits = .standard, check: (ObjectBatch) throws -> Void = { _ in }
  ) throws -> (objects: Int, bytes: Int) {
    let before = batch.count
    do {
      var copy = ObjectCopy(source, batch, held, limits)
      try copy.run(roots)
      try check(batch)
      return copy.copied
    } catch {
      batch.truncate(to: before)
      throw error
    }
  }
}

extension RawObject {
  /// The objects that an object refers to, with their types.
  ///
  /// - Parameter id: its own id.
  /// - Throws: `GitError` with `.invalid` for a tag, `.corrupt`.
  func names(_ id: ObjectID) throws(GitError) -> [(id: ObjectID, kind: ObjectKind)] {
    switch kind {
    case .blob: return []
    case .tag: throw GitError(.invalid, "object \(id) is a tag")
    case .commit:
      let content = try CommitContent(bytes, id)
      return [(content.tree, .tree)] + content.parents.map { ($0, .commit) }
    case .tree:
      return try TreeEntry.parse(bytes, id).compactMap { entry in
        switch entry.mode {
        case .tree: (entry.id, .tree)
        case .submodule: nil
        case .file, .executable, .symlink: (entry.id, .blob)
        }
      }
    }
  }
}
