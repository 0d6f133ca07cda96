import CGit2
import Text

/// The type of an object.
public enum ObjectKind: Hashable, Sendable {
  case commit, tree, blob, tag

  /// Its number in packs and libgit2.
  var number: Int32 {
    switch self {
    case .commit: 1
    case .tree: 2
    case .blob: 3
    case .tag: 4
    }
  }

  init?(number: Int32) {
    switch number {
    case 1: self = .commit
    case 2: self = .tree
    case 3: self = .blob
    case 4: self = .tag
    default: return nil
    }
  }

  /// Its name in the header of a loose object.
  var word: String {
    switch self {
    case .commit: "commit"
    case .tree: "tree"
    case .blob: "blob"
    case .tag: "tag"
    }
  }

  init?(word: some Sequence<UInt8>) {
    for kind in [ObjectKind.commit, .tree, .blob, .tag] where kind.word.utf8.elementsEqual(word) {
      self = kind
      return
    }
    return nil
  }
}

/// An object as stored by Git: its type and its bytes.
public struct RawObject: Hashable, Sendable {
  public let kind: ObjectKind
  public let bytes: [UInt8]

  public init(_ kind: ObjectKind, _ bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  /// Computes the object's id; collision attacks are detected.
  public func id() throws(GitError) -> ObjectID {
    var id = git_oid()
    try call {
      bytes.withUnsafeBytes {
        git_odb_hash(&id, $0.baseAddress, $0.count, git_object_t(kind.number))
      }
    }
    return ObjectID(id)
  }
}

/// Ids of objects that aren't written.
extension ObjectID {
  /// The id of these bytes as a blob.
  public static func hash(blob: [UInt8]) throws(GitError) -> ObjectID {
    try RawObject(.blob, blob).id()
  }

  /// The id of a tree with these entries, in any order.
  public static func hash(tree: [TreeEntry]) throws(GitError) -> ObjectID {
    try RawObject(.tree, TreeEntry.bytes(of: tree)).id()
  }

  /// The id of a commit with this content.
  public static func hash(commit: CommitContent) throws(GitError) -> ObjectID {
    try RawObject(.commit, commit.bytes).id()
  }
}

/// A source of objects.
public protocol ObjectSource: AnyObject {
  /// Reads an object; nil if it doesn't exist.
  ///
  /// - Parameter limit: the maximum size of the content in bytes.
  /// - Throws: `GitError` with `.corrupt` if the object is damaged, `.limit`.
  func read(_ id: ObjectID, limit: Int) throws(GitError) -> RawObject?
  /// The type and size of an object; nil if it doesn't exist.
  func header(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, size: Int)?
  /// Whether the object exists and seems readable, without reading it.
  func contains(_ id: ObjectID) throws(GitError) -> Bool
  /// The error for a referenced object that is missing.
  func missing(_ id: ObjectID) -> GitError
}

/// A destination of objects.
public protocol ObjectStore: ObjectSource {
  /// Writes the missing objects, all of them or none.
  func write(_ batch: ObjectBatch, durability: Durability) throws(GitError)
}

extension ObjectSource {
  public func header(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, size: Int)? {
    try read(id, limit: .max).map { ($0.kind, $0.bytes.count) }
  }

  public func missing(_ id: ObjectID) -> GitError {
    GitError(.notFound, "object \(id) is missing")
  }

  /// The object of that name and kind.
  /// - Throws: `GitError` with `.notFound` or `.corrupt`, or `.invalid` for another kind.
  public func object(
    _ id: ObjectID, _ kind: ObjectKind, limit: Int = .max
  ) throws(GitError) -> [UInt8] {
    guard let found = try read(id, limit: limit) else {
      throw missing(id)
    }
    if found.kind != kind {
      throw GitError(.invalid, "object \(id) is a \(found.kind.word), not a \(kind.word)")
    }
    return found.bytes
  }

  /// The content of a blob.
  public func blob(_ id: ObjectID, limit: Int = .max) throws(GitError) -> [UInt8] {
    try object(id, .blob, limit: limit)
  }

  /// The entries of a tree, in the order in which they are stored.
  public func tree(_ id: ObjectID) throws(GitError) -> [TreeEntry] {
    try TreeEntry.parse(try object(id, .tree), id)
  }

  /// A commit.
  public func commit(_ id: ObjectID) throws(GitError) -> Commit {
    Commit(id: id, try CommitContent(try object(id, .commit), id))
  }
}
