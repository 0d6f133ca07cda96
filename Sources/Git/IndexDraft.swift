import CGit2
import Glibc

/// The next index, in a file beside the one that it takes the place of.
///
/// All of it but what it says of some files can be written, sent to the disk and hashed before
/// these files are there.
final class IndexDraft: @unchecked Sendable {
  /// The files whose entries are yet to be written.
  let paths: Set<String>
  private var index: IndexFile
  private let folder: Folder
  private let file: Int32
  private var name: String?

  /// Begins with the index that is there; whoever calls holds its lock.
  ///
  /// - Returns: nil where these entries can't be overwritten.
  init?(changing paths: Set<String>, in folder: Folder, _ access: Access) throws(GitError) {
    guard let written = folder.status(of: "index")?.st_mtim.tv_sec,
      let bytes = try folder.read("index"),
      let index = IndexFile(bytes, changing: paths, written: written)
    else { return nil }
    self.paths = paths
    self.index = index
    self.folder = folder
    let (file, name) = try folder.createTemporary(access)
    (self.file, self.name) = (file, name)
    try writeAll(index.bytes, to: file, path: folder.path(of: name))
    beginWritingOut(file)
    self.index.hashStart()
  }

  deinit {
    if let name { folder.remove(name) }
    close(file)
  }

  /// Writes the entries that were missing and makes it the index.
  func finish(_ entries: [String: git_index_entry]) throws(GitError) {
    guard let temporary = name else { return }
    for range in index.write(entries) {
      try overwrite(index.bytes[range], in: file, at: range.lowerBound, path: folder.path)
    }
    // The disk has nearly all of it by now. It must have all before the old index goes.
    try writeOut(file, path: folder.path(of: temporary))
    name = nil
    try folder.move(temporary, to: "index")
    try folder.synchronise()
  }
}
