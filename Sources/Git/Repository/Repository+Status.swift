import CGit2
import Glibc

/// A path that differs from HEAD.
public struct ChangedPath: Hashable, Sendable {
  /// How a path differs.
  public enum Change: Hashable, Sendable { case added, modified, removed, conflicted }

  public let path: String
  /// The staged change; nil for none.
  public let staged: Change?
  /// The unstaged change; nil for none, `added` for an untracked file.
  public let edited: Change?
}

extension Repository {
  /// All staged, changed and untracked paths, without ignored ones, sorted.
  ///
  /// - Parameter folders: restricts the result to these files and folders; empty for all.
  public func changedPaths(in folders: [String] = []) throws(GitError) -> [ChangedPath] {
    var options = git_status_options()
    try call {
      git_status_options_init(&options, UInt32(GIT_STATUS_OPTIONS_VERSION))
    }
    options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR
    options.flags =
      GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue
      | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS.rawValue
      | GIT_STATUS_OPT_DISABLE_PATHSPEC_MATCH.rawValue
      | GIT_STATUS_OPT_SORT_CASE_SENSITIVELY.rawValue
    var names: [UnsafeMutablePointer<CChar>?] = folders.map { strdup($0.cPath) }
    defer { for name in names { free(name) } }
    var found: [ChangedPath] = []
    let path = layout.workTree
    try names.withUnsafeMutableBufferPointer { buffer throws(GitError) in
      options.pathspec = git_strarray(strings: buffer.baseAddress, count: buffer.count)
      let list = try backend.reading { () throws(GitError) in
        try Handle(path, free: git_status_list_free) {
          git_status_list_new(&$0, handle.pointer, &options)
        }
      }
      for place in 0..<git_status_list_entrycount(list.pointer) {
        if let entry = git_status_byindex(list.pointer, place)?.pointee {
          if let changed = Self.changed(entry) { found.append(changed) }
        }
      }
    }
    // Files outside a sparse checkout aren't removed.
    guard found.contains(where: { $0.edited == .removed }) else { return found }
    let skipped = try skippedFiles()
    return found.compactMap { changed in
      guard skipped.contains(changed.path), changed.edited == .removed else { return changed }
      if changed.staged == nil { return nil }
      return ChangedPath(path: changed.path, staged: changed.staged, edited: nil)
    }
  }

  private static func changed(_ entry: git_status_entry) -> ChangedPath? {
    let delta = entry.head_to_index ?? entry.index_to_workdir
    guard let name = delta?.pointee.old_file.path ?? delta?.pointee.new_file.path else {
      return nil
    }
    func has(_ flags: git_status_t...) -> Bool {
      flags.contains { entry.status.rawValue & $0.rawValue != 0 }
    }
    var staged: ChangedPath.Change?
    var edited: ChangedPath.Change?
    if has(GIT_STATUS_INDEX_NEW) { staged = .added }
    if has(GIT_STATUS_INDEX_MODIFIED, GIT_STATUS_INDEX_TYPECHANGE) { staged = .modified }
    if has(GIT_STATUS_INDEX_DELETED) { staged = .removed }
    if has(GIT_STATUS_WT_NEW) { edited = .added }
    if has(GIT_STATUS_WT_MODIFIED, GIT_STATUS_WT_TYPECHANGE) { edited = .modified }
    if has(GIT_STATUS_WT_DELETED) { edited = .removed }
    if has(GIT_STATUS_CONFLICTED) { staged = .conflicted }
    if staged == nil, edited == nil { return nil }
    return ChangedPath(path: String(cPath: name), staged: staged, edited: edited)
  }
}
