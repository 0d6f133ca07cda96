import Git

extension SchoolStore {
  /// Returns the differences between two states.
  ///
  /// - Parameters:
  ///   - old: nil for an empty school.
  ///   - new: nil for the files on disk.
  public func differences(from old: Commit?, to new: Commit?) throws -> [Difference] {
    let before = old?.tree
    var files: [String]
    if let new {
      files = try repository.differences(from: before, to: new.tree).map(\.path)
    } else {
      files = try repository.changedPaths().map(\.path)
      let head = try repository.head().commit.map { try repository.commit($0).tree }
      if before != head {
        files += try repository.differences(from: before, to: head).map(\.path)
      }
    }
    let comparison = Comparison(
      before.map { CommitTree(repository: repository, tree: $0) } ?? NoFiles(),
      new.map { CommitTree(repository: repository, tree: $0.tree) } ?? WorkTree(root: root))
    return try comparison.differences(in: Array(Set(files)))
  }

  /// The newest commit.
  public func newestCommit() throws -> Commit? {
    try repository.head().commit.map { try repository.commit($0) }
  }

  /// The previous commit on the same branch; nil for the first that is available.
  public func commit(before commit: Commit) throws -> Commit? {
    guard let parent = commit.parents.first, try repository.contains(parent) else { return nil }
    return try repository.commit(parent)
  }
}

/// An empty school.
private struct NoFiles: FileSource {
  func bytes(at path: String) throws -> [UInt8]? { nil }
  func entries(in folder: String) throws -> [FolderEntry] { [] }
}
