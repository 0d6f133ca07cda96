/// The objects of an unaccepted push, in the quarantine folder of `git receive-pack`.
public final class QuarantinedObjects: ObjectSource {
  private let objects: FolderObjects
  private let repository: FolderRepository

  /// - Parameters:
  ///   - path: the value of `GIT_QUARANTINE_PATH`.
  ///   - repository: the destination of the push, for objects that aren't part of the push.
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
