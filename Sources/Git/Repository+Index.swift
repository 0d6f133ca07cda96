import CGit2
import Glibc

/// One version of a file: its content and whether it is executable.
public struct FileVersion: Hashable, Sendable {
  public let id: ObjectID
  public let mode: TreeEntry.Mode

  public init(_ id: ObjectID, _ mode: TreeEntry.Mode = .file) {
    self.id = id
    self.mode = mode
  }
}

/// One path in the three places where Git keeps it; nil where it isn't.
public struct PathState: Hashable, Sendable {
  public let path: String
  public let head: FileVersion?
  public let index: FileVersion?
  public let workTree: FileVersion?
  /// Whether a merge left it undecided.
  public let isConflicted: Bool

  /// Whether the next `git commit` would change it.
  public var isStaged: Bool { isConflicted || head != index }
  /// Whether the file differs from what is staged.
  public var isEdited: Bool { index != workTree }
  public var isClean: Bool { !isStaged && !isEdited }
}

/// The lock of a repository's index, held for as long as this value lives. Meanwhile no `git` can
/// commit here.
public final class IndexLock {
  fileprivate let folder: Folder
  private let locks: LockSet
  private let draft: Meanwhile<IndexDraft?>?

  fileprivate init(_ folder: Folder, _ locks: LockSet, _ draft: Meanwhile<IndexDraft?>?) {
    self.folder = folder
    self.locks = locks
    self.draft = draft
  }

  /// The index with all but the entries of these files; nil where they can't be overwritten.
  fileprivate func draft(
    changing paths: Set<String>, _ access: Access
  ) throws(GitError) -> IndexDraft? {
    if let draft = draft?.take() ?? nil, draft.paths == paths { return draft }
    return try IndexDraft(changing: paths, in: folder, access)
  }
}

extension Repository {
  /// Waits for the lock of the index and takes it.
  ///
  /// - Parameter paths: the files of which other versions will be staged, if that is known: then
  ///   the index is made ready for them while they are written.
  /// - Throws: `GitError` with `.locked` where that takes longer than patience.
  public func lockIndex(changing paths: Set<String> = []) throws(GitError) -> IndexLock {
    let folder = try Folder(layout.gitFolder)
    let locks = LockSet(access, patience: patience)
    try locks.take("index", in: folder)
    let access = access
    let draft =
      paths.isEmpty
      ? nil : Meanwhile { try? IndexDraft(changing: paths, in: folder, access) }
    return IndexLock(folder, locks, draft)
  }

  /// Removes the lock of the index that a killed process of ours left.
  public func clearAbandonedIndexLock() {
    guard Glibc.access(indexPath + ".lock", F_OK) == 0, let folder = try? Folder(layout.gitFolder)
    else {
      return
    }
    LockOwner.clearIfAbandoned("index.lock", in: folder, onlyOurs: true)
  }

  var indexPath: String { layout.gitFolder + "/index" }

  /// The state of paths, in the order asked for.
  /// - Throws: `GitError`; `.invalid` in a bare repository.
  public func states(of paths: [String]) throws(GitError) -> [PathState] {
    let head = try head().commit
    let tree: ObjectID?
    if let head { tree = try commit(head).tree } else { tree = nil }
    let index = try openIndex(indexPath)
    var states: [PathState] = []
    for path in paths {
      let committed: FileVersion?
      if let tree, let entry = try entry(at: path, in: tree), entry.mode != .tree {
        committed = FileVersion(entry.id, entry.mode)
      } else {
        committed = nil
      }
      let staged = git_index_get_bypath(index.pointer, path, 0).flatMap { Self.version($0.pointee) }
      let isConflicted = (1...3).contains { git_index_get_bypath(index.pointer, path, $0) != nil }
      states.append(
        PathState(
          path: path, head: committed, index: staged, workTree: try fileVersion(path),
          isConflicted: isConflicted))
    }
    return states
  }

  static func version(_ entry: git_index_entry) -> FileVersion? {
    TreeEntry.Mode(number: entry.mode).map { FileVersion(ObjectID(entry.id), $0) }
  }

  func openIndex(_ path: String) throws(GitError) -> Handle {
    guard layout.workTree != nil else {
      throw GitError(.invalid, "a bare repository has no index", path: layout.gitFolder)
    }
    return try Handle(path, free: git_index_free) { git_index_open(&$0, path) }
  }

  /// What the file at a path of the work tree would be in a tree; nil where there is none.
  public func fileVersion(_ path: String) throws(GitError) -> FileVersion? {
    guard let workTree = layout.workTree else { return nil }
    let full = "\(workTree)/\(path)"
    var status = stat()
    if lstat(full, &status) != 0 { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard let bytes = try DurableFile.read(full) else { return nil }
      let mode: TreeEntry.Mode = status.st_mode & 0o100 != 0 ? .executable : .file
      return FileVersion(try .hash(blob: bytes), mode)
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: 4096)
      let count = target.withUnsafeMutableBytes {
        $0.baseAddress.map { start in
          readlink(full, start.assumingMemoryBound(to: CChar.self), 4096)
        } ?? 0
      }
      return FileVersion(try .hash(blob: Array(target.prefix(max(count, 0)))), .symlink)
    default: return nil
    }
  }

  /// Puts versions of files into the index, nil taking a path out; other entries stay as they are.
  ///
  /// What happens to the index between reading and writing it is shut out by its lock.
  /// - Parameters:
  ///   - moves: files and folders whose entries get another path before that.
  ///   - lock: the index's lock where it is held already.
  /// - Throws: `GitError` with `.locked`, `.invalid` for a path that Git doesn't allow, `.corrupt`.
  public func stage(
    _ versions: [String: FileVersion?], moving moves: [(from: String, to: String)] = [],
    holding lock: IndexLock? = nil
  ) throws(GitError) {
    if versions.isEmpty, moves.isEmpty { return }
    let lock = if let lock { lock } else { try lockIndex() }
    defer { withExtendedLifetime(lock) {} }
    let folder = lock.folder
    if moves.isEmpty, try overwrite(versions, holding: lock) { return }
    let copy = "index.teachkit-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { folder.remove(copy) }
    if let bytes = try folder.read("index") { try folder.write(copy, bytes, access, .deferred) }
    let index = try openIndex(folder.path(of: copy))
    for move in moves { try self.move(move.from, to: move.to, in: index) }
    for (path, version) in versions {
      if let version {
        try add(path, version, to: index)
      } else {
        try call(path) { git_index_remove_bypath(index.pointer, path) }
      }
      // What is staged is decided.
      for stage: Int32 in 1...3 where git_index_get_bypath(index.pointer, path, stage) != nil {
        try call(path) { git_index_remove(index.pointer, path, stage) }
      }
    }
    try call(indexPath) { git_index_write(index.pointer) }
    try folder.move(copy, to: "index")
    try folder.synchronise()
  }

  /// Gives the entries of a file, or of all files in a folder, another path; what they say of the
  /// files' times stays true.
  private func move(
    _ path: String, to new: String, in index: borrowing Handle
  ) throws(GitError) {
    var entries: [(path: String, entry: git_index_entry)] = []
    var place = 0
    let prefix = path + "/"
    if git_index_find_prefix(&place, index.pointer, path) == 0 {
      while let entry = git_index_get_byindex(index.pointer, place)?.pointee,
        let name = entry.path.map({ String(cString: $0) }), name.hasPrefix(path)
      {
        if name == path || name.hasPrefix(prefix) { entries.append((name, entry)) }
        place += 1
      }
    }
    let pointer = index.pointer
    for (name, entry) in entries {
      var entry = entry
      try call(name) { git_index_remove(pointer, name, (Int32(entry.flags) >> 12) & 3) }
      let target = new + name.dropFirst(path.count)
      try call(target) {
        target.withCString {
          entry.path = $0
          return git_index_add(pointer, &entry)
        }
      }
    }
  }

  /// Puts versions into the index where all of the paths are in it already.
  private func overwrite(
    _ versions: [String: FileVersion?], holding lock: IndexLock
  ) throws(GitError) -> Bool {
    var entries: [String: git_index_entry] = [:]
    for (path, version) in versions {
      guard let version else { return false }
      entries[path] = try entry(path, version)
    }
    guard let draft = try lock.draft(changing: Set(entries.keys), access) else { return false }
    try draft.finish(entries)
    return true
  }

  private func add(
    _ path: String, _ version: FileVersion, to index: borrowing Handle
  ) throws(GitError) {
    var entry = try entry(path, version)
    let pointer = index.pointer
    try call(path) {
      path.withCString {
        entry.path = $0
        return git_index_add(pointer, &entry)
      }
    }
  }

  /// An entry without its path.
  private func entry(_ path: String, _ version: FileVersion) throws(GitError) -> git_index_entry {
    var entry = git_index_entry()
    entry.mode = version.mode.number
    entry.id = version.id.oid
    // With the file's own times Git needn't read it to see that it is as staged.
    var status = stat()
    if let workTree = layout.workTree, lstat("\(workTree)/\(path)", &status) == 0,
      try fileVersion(path) == version
    {
      entry.ctime = Self.time(status.st_ctim)
      entry.mtime = Self.time(status.st_mtim)
      entry.dev = UInt32(truncatingIfNeeded: status.st_dev)
      entry.ino = UInt32(truncatingIfNeeded: status.st_ino)
      entry.uid = status.st_uid
      entry.gid = status.st_gid
      entry.file_size = UInt32(truncatingIfNeeded: status.st_size)
    }
    return entry
  }

  private static func time(_ time: timespec) -> git_index_time {
    git_index_time(
      seconds: Int32(truncatingIfNeeded: time.tv_sec),
      nanoseconds: UInt32(truncatingIfNeeded: time.tv_nsec))
  }
}
