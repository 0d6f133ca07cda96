import CGit2

/// The contents of the next `git commit`.
public struct StagedFiles: Sendable {
  /// Every file by its path.
  public let files: [String: FileVersion]
  /// The paths that differ from the latest commit, sorted, including removed ones.
  public let changed: [String]
}

/// A path with an unresolved merge conflict, with its versions.
public struct UndecidedPath: Hashable, Sendable {
  public let path: String
  /// The common ancestor; nil if there is none.
  public fileprivate(set) var base: FileVersion?
  public fileprivate(set) var ours: FileVersion?
  public fileprivate(set) var theirs: FileVersion?
}

extension Repository {
  /// The unresolved merge conflicts, by path.
  /// - Throws: `GitError`; `.invalid` in a bare repository.
  public func undecided() throws(GitError) -> [UndecidedPath] {
    let index = try openIndex(indexPath)
    var found: [UndecidedPath] = []
    for place in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, place)?.pointee, let name = entry.path
      else { continue }
      let side = (entry.flags >> 12) & 3
      if side == 0 { continue }
      let path = String(cPath: name)
      if found.last?.path != path { found.append(UndecidedPath(path: path)) }
      let version = Self.version(entry)
      switch side {
      case 1: found[found.count - 1].base = version
      case 2: found[found.count - 1].ours = version
      default: found[found.count - 1].theirs = version
      }
    }
    return found
  }

  /// Reads an index: its files, and those that differ from the latest commit.
  ///
  /// - Parameter path: another index than the repository's own, as `git commit FILE` uses.
  /// - Throws: `GitError`; `.invalid` in a bare repository.
  public func staged(in path: String? = nil) throws(GitError) -> StagedFiles {
    let index = try openIndex(path ?? indexPath)
    var files: [String: FileVersion] = [:]
    for place in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, place)?.pointee,
        let name = entry.path, let version = Self.version(entry)
      else { continue }
      files[String(cPath: name)] = version
    }
    return StagedFiles(files: files, changed: try changes(from: try head().commit, to: index))
  }

  private func changes(
    from head: ObjectID?, to index: borrowing Handle
  ) throws(GitError) -> [String] {
    let into = index.pointer
    let tree = try head.map { id throws(GitError) in try commit(id).tree }
    let diff = try backend.reading { () throws(GitError) in
      guard var id = tree?.oid else {
        return try Handle(free: git_diff_free) {
          git_diff_tree_to_index(&$0, handle.pointer, nil, into, nil)
        }
      }
      let tree = try Handle(free: git_tree_free) { git_tree_lookup(&$0, handle.pointer, &id) }
      return try Handle(free: git_diff_free) {
        git_diff_tree_to_index(&$0, handle.pointer, tree.pointer, into, nil)
      }
    }
    var paths: [String] = []
    for place in 0..<git_diff_num_deltas(diff.pointer) {
      guard let name = git_diff_get_delta(diff.pointer, place)?.pointee.new_file.path else {
        continue
      }
      paths.append(String(cPath: name))
    }
    return paths.sorted()
  }
}
