import Git

extension SchoolStore {
  /// What is not the same in two states.
  ///
  /// - Parameters:
  ///   - old: nil for a school without anything.
  ///   - new: nil for the files as they are on disk.
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

  /// The commit before another one, on its own branch; nil for the first one that is here.
  public func commit(before commit: Commit) throws -> Commit? {
    guard let parent = commit.parents.first, try repository.contains(parent) else { return nil }
    return try repository.commit(parent)
  }
}

/// A school without anything.
private struct NoFiles: FileSource {
  func bytes(at path: String) throws -> [UInt8]? { nil }
  func entries(in folder: String) throws -> [FolderEntry] { [] }
}
