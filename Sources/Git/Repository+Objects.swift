import CGit2
import Glibc

extension Repository: ObjectStore {
  /// Up to how many objects are written as files of their own instead of as a pack.
  private static let few = 24

  public func read(_ id: ObjectID, limit: Int = .max) throws(GitError) -> RawObject? {
    var oid = id.oid
    if limit != .max, let header = try header(id), header.size > limit {
      throw GitError(.limit, "object \(id) is too large")
    }
    var found: OpaquePointer?
    try lookUp(id) { git_odb_read(&found, odb.pointer, &oid) }
    guard let found else { return nil }
    defer { git_odb_object_free(found) }
    guard let kind = ObjectKind(number: git_odb_object_type(found).rawValue) else {
      throw GitError(.corrupt, "object \(id) is of no known kind")
    }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(found), count: git_odb_object_size(found))
    return RawObject(kind, Array(bytes))
  }

  /// The kind and size of an object, without its content; nil where there is none.
  public func header(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, size: Int)? {
    var oid = id.oid
    var size = 0
    var number = GIT_OBJECT_INVALID
    let found = try lookUp(id) { git_odb_read_header(&size, &number, odb.pointer, &oid) }
    guard found != nil else { return nil }
    guard let kind = ObjectKind(number: number.rawValue) else {
      throw GitError(.corrupt, "object \(id) is of no known kind")
    }
    return (kind, size)
  }

  @discardableResult
  private func lookUp(_ id: ObjectID, _ body: () -> Int32) throws(GitError) -> Int32? {
    do throws(GitError) {
      return try callIfFound(layout.gitFolder, body)
    } catch {
      // Whatever libgit2 calls it: the object is there and can't be read.
      guard case .other = error.code else { throw error }
      throw GitError(
        .corrupt, "object \(id) is damaged: \(error.message)", path: layout.gitFolder)
    }
  }

  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    if holds(id) { return true }
    try call { git_odb_refresh(odb.pointer) }
    return holds(id)
  }

  /// Whether it is there, as of the last look at the folder of packs.
  ///
  /// An empty file, which a crash can leave, is nothing: libgit2 would take it for the object.
  private func holds(_ id: ObjectID) -> Bool {
    var oid = id.oid
    let found = git_odb_exists_ext(odb.pointer, &oid, UInt32(GIT_ODB_LOOKUP_NO_REFRESH.rawValue))
    return found == 1 && !LooseObjects(objects: objects, access: access).isEmptyFile(id)
  }

  /// Writes what is missing: a few objects as files, many as one pack.
  public func write(
    _ batch: ObjectBatch, durability: Durability = .immediate
  ) throws(GitError) {
    try call { git_odb_refresh(odb.pointer) }
    let missing = batch.ids.filter { !holds($0) }
    let loose = LooseObjects(objects: objects, access: access)
    if missing.count <= Self.few {
      try loose.write(batch, missing, durability)
    } else {
      try PackWriter(objects: objects, access: access, durability: durability)
        .write(batch, missing)
      loose.removeEmptyFiles(missing)
    }
    if !missing.isEmpty { try call { git_odb_refresh(odb.pointer) } }
  }

  /// Writes one blob.
  @discardableResult
  public func write(blob: [UInt8]) throws(GitError) -> ObjectID {
    try write(RawObject(.blob, blob))
  }

  /// Writes one tree.
  @discardableResult
  public func write(tree: [TreeEntry]) throws(GitError) -> ObjectID {
    try write(RawObject(.tree, TreeEntry.bytes(of: tree)))
  }

  /// Writes one commit; no reference moves.
  @discardableResult
  public func write(commit: CommitContent) throws(GitError) -> ObjectID {
    try write(RawObject(.commit, commit.bytes))
  }

  private func write(_ object: RawObject) throws(GitError) -> ObjectID {
    let batch = ObjectBatch()
    let id = try batch.add(object)
    try write(batch)
    return id
  }
}
