/// Objects of a push that isn't accepted yet, in the folder where `git receive-pack` keeps them.
public final class QuarantinedObjects: ObjectSource {
  private let objects: FolderObjects
  private let repository: FolderRepository

  /// - Parameters:
  ///   - path: what `GIT_QUARANTINE_PATH` names.
  ///   - repository: the one that is pushed to; it is asked for what the push doesn't bring.
  public init(_ path: String, for repository: FolderRepository) throws(GitError) {
    objects = try FolderObjects(Folder(path))
    self.repository = repository
  }

  public func read(_ id: ObjectID, limit: Int) throws(GitError) -> RawObject? {
    if let found = try objects.read(id, limit: limit) { return found }
    return try repository.read(id, limit: limit)
  }

  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    if try objects.contains(id) { return true }
    return try repository.contains(id)
  }
}
