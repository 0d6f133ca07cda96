import CGit2
import Glibc
import Synchronization

/// The next index, in a file beside the one that it takes the place of.
///
/// All of it but what it says of some files can be written, sent to the disk and hashed before
/// these files are there.
final class IndexDraft: Sendable {
  /// The files whose entries are yet to be written.
  let paths: Set<String>
  private let folder: Folder
  private let file: Int32
  private let state: Mutex<State>

  private struct State {
    var index: IndexFile
    /// Of the file, for as long as it is a temporary one.
    var name: String?
  }

  /// Begins with the index that is there; whoever calls holds its lock.
  ///
  /// - Returns: nil where these entries can't be overwritten.
  init?(changing paths: Set<String>, in folder: Folder, _ access: Access) throws(GitError) {
    guard let written = folder.status(of: "index")?.st_mtim.tv_sec,
      let bytes = try folder.read("index"),
      let index = IndexFile(bytes, changing: paths, written: written)
    else { return nil }
    self.paths = paths
    self.folder = folder
    let (file, name) = try folder.createTemporary(access)
    self.file = file
    state = Mutex(State(index: index, name: name))
    try writeAll(index.bytes, to: file, path: folder.path(of: name))
    beginWritingOut(file)
    state.withLock { $0.index.hashStart() }
  }

  deinit {
    if let name = state.withLock({ $0.name }) { folder.remove(name) }
    close(file)
  }

  /// Writes the entries that were missing and makes it the index.
  func finish(_ entries: [String: git_index_entry]) throws(GitError) {
    try state.withLock { (state) throws(GitError) in
      guard let temporary = state.name else { return }
      for range in state.index.write(entries) {
        let bytes = state.index.bytes[range]
        try overwrite(bytes, in: file, at: range.lowerBound, path: folder.path)
      }
      // The disk has nearly all of it by now. It must have all before the old index goes.
      try writeOut(file, path: folder.path(of: temporary))
      state.name = nil
      try folder.move(temporary, to: "index")
    }
    try folder.synchronise()
  }
}
