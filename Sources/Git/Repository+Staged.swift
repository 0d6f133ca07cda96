import CGit2

/// What the next `git commit` would hold.
public struct StagedFiles: Sendable {
  /// Every file by its path.
  public let files: [String: FileVersion]
  /// The paths that are other than in the newest commit, sorted; those taken out, too.
  public let changed: [String]
}

extension Repository {
  /// Reads an index: which files it holds, and which of them differ from the newest commit.
  ///
  /// - Parameter path: another index than the repository's own, as `git commit FILE` makes one.
  /// - Throws: `GitError`; `.invalid` in a bare repository.
  public func staged(in path: String? = nil) throws(GitError) -> StagedFiles {
    let index = try openIndex(path ?? indexPath)
    var files: [String: FileVersion] = [:]
    for place in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, place)?.pointee,
        let name = entry.path, let version = Self.version(entry)
      else { continue }
      files[String(cString: name)] = version
    }
    return StagedFiles(files: files, changed: try changes(from: try head().commit, to: index))
  }

  private func changes(
    from head: ObjectID?, to index: borrowing Handle
  ) throws(GitError) -> [String] {
    let into = index.pointer
    let diff: Handle
    if let head {
      var id = try commit(head).tree.oid
      let tree = try Handle(free: git_tree_free) { git_tree_lookup(&$0, handle.pointer, &id) }
      diff = try Handle(free: git_diff_free) {
        git_diff_tree_to_index(&$0, handle.pointer, tree.pointer, into, nil)
      }
    } else {
      diff = try Handle(free: git_diff_free) {
        git_diff_tree_to_index(&$0, handle.pointer, nil, into, nil)
      }
    }
    var paths: [String] = []
    for place in 0..<git_diff_num_deltas(diff.pointer) {
      guard let name = git_diff_get_delta(diff.pointer, place)?.pointee.new_file.path else {
        continue
      }
      paths.append(String(cString: name))
    }
    return paths.sorted()
  }
}
