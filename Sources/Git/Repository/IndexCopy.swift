import CGit2
import Glibc

/// The next index: changed in a copy, which takes the place of the index when it is on the disk.
struct IndexCopy: ~Copyable {
  private let folder: Folder
  private let name: String
  private let handle: Handle

  /// Copies the index; the caller holds its lock.
  init(of folder: Folder, _ access: Access) throws(GitError) {
    try self.init(folder, access, try folder.read("index"))
  }

  /// Begins with an empty index.
  init(inPlaceOf folder: Folder, _ access: Access) throws(GitError) {
    try self.init(folder, access, nil)
  }

  private init(_ folder: Folder, _ access: Access, _ bytes: [UInt8]?) throws(GitError) {
    let name = Leftover.name(for: "index")
    if let bytes { try folder.writeNew(name, bytes, access, .none) }
    let path = folder.path(of: name)
    do throws(GitError) {
      handle = try Handle(path, free: git_index_free) { git_index_open(&$0, path.cPath) }
    } catch {
      folder.remove(name)
      throw error
    }
    self.folder = folder
    self.name = name
    if bytes != nil, let written = folder.status(of: "index")?.st_mtim.tv_sec {
      Self.doubtEntries(since: written, in: handle.pointer)
    }
  }

  deinit { folder.remove(name) }

  /// Replaces all entries of a path, including those of a merge conflict; nil removes them.
  func replace(_ entry: git_index_entry?, at path: String) throws(GitError) {
    let index = handle.pointer
    let name = path.cPath
    if var entry {
      try call(path) {
        name.withUnsafeBufferPointer {
          entry.path = $0.baseAddress
          return git_index_add(index, &entry)
        }
      }
    } else {
      try callIfFound(path) { git_index_remove(index, name, 0) }
    }
    for stage: Int32 in 1...3 where git_index_get_bypath(index, name, stage) != nil {
      try call(path) { git_index_remove(index, name, stage) }
    }
  }

  /// Renames the entries of a file, or of all files in a folder. Their recorded modification times
  /// stay valid.
  func move(_ path: String, to new: String) throws(GitError) {
    let index = handle.pointer
    let (old, target) = (path.pathBytes, new.pathBytes)
    var entries: [(name: [CChar], entry: git_index_entry)] = []
    var place = 0
    if git_index_find_prefix(&place, index, path.cPath) == 0 {
      while let entry = git_index_get_byindex(index, place)?.pointee, let name = entry.path,
        strncmp(name, path.cPath, old.count) == 0
      {
        let length = strlen(name)
        if length == old.count || name[old.count] == CChar(bitPattern: UInt8(ascii: "/")) {
          entries.append((Array(UnsafeBufferPointer(start: name, count: length + 1)), entry))
        }
        place += 1
      }
    }
    for (name, entry) in entries {
      var entry = entry
      try call(path) { git_index_remove(index, name, (Int32(entry.flags) >> 12) & 3) }
      let moved = target.map { CChar(bitPattern: $0) } + name.dropFirst(old.count)
      try call(new) {
        moved.withUnsafeBufferPointer {
          entry.path = $0.baseAddress
          return git_index_add(index, &entry)
        }
      }
    }
  }

  /// Writes the copy to the disk and makes it the index.
  consuming func replaceOriginal() throws(GitError) {
    try call(folder.path(of: name)) { git_index_write(handle.pointer) }
    try folder.flush(name)
    try folder.move(name, to: "index")
    try folder.synchronise()
  }

  /// A file that was written in the same second as the last index, or later, may have changed since
  /// then: without a recorded size, Git reads it again.
  private static func doubtEntries(since written: Int, in index: OpaquePointer) {
    for place in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, place),
        Int(UInt32(bitPattern: entry.pointee.mtime.seconds)) >= written
      else { continue }
      UnsafeMutablePointer(mutating: entry).pointee.file_size = 0
    }
  }
}
