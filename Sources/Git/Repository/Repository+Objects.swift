import Text

extension Repository: ObjectStore {
  /// The maximum number of objects written as loose files instead of a pack.
  private static let few = 24

  public func read(_ id: ObjectID, limit: Int = .max) throws(GitError) -> RawObject? {
    try reader.read(id, limit: limit)
  }

  public func header(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, size: Int)? {
    try reader.header(id)
  }

  /// - Returns: `.corrupt`, because the user's own repository should contain every referenced
  ///   object; `.partial` for a partial clone.
  public func missing(_ id: ObjectID) -> GitError {
    let path = layout.workTree ?? layout.gitFolder
    let config = (try? DurableFile.read(layout.commonFolder + "/config", limit: 1 << 20)) ?? []
    let isPartial =
      (try? ConfigFile(config, path: path))?.settings.contains { $0.key == "remote.promisor" }
    return isPartial == true
      ? GitError(.partial, "object \(id) was never fetched", path: path)
      : GitError(.corrupt, "object \(id) is missing", path: path)
  }

  public func contains(_ id: ObjectID) throws(GitError) -> Bool { try reader.contains(id) }

  /// Writes missing objects: a few as loose files, many as a pack.
  public func write(
    _ batch: ObjectBatch, durability: Durability = .immediate
  ) throws(GitError) {
    reader.forgetList()
    var missing: [ObjectID] = []
    for id in batch.ids where try !reader.contains(id) { missing.append(id) }
    let loose = LooseObjects(objects: objects, access: access)
    if missing.count <= Self.few {
      try loose.write(batch, missing, durability)
    } else {
      try PackWriter(objects: objects, access: access, durability: durability)
        .write(batch, missing)
      loose.removeEmptyFiles(missing)
    }
    reader.forgetList()
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

  /// Writes a commit without updating references.
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
