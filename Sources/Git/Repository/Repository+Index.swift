import CGit2
import Glibc
import Text

/// A version of a file: its content, and whether it is executable.
public struct FileVersion: Hashable, Sendable {
  public let id: ObjectID
  public let mode: TreeEntry.Mode

  public init(_ id: ObjectID, _ mode: TreeEntry.Mode = .file) {
    self.id = id
    self.mode = mode
  }
}

/// A path in HEAD, index and work tree; nil if it is missing there.
public struct PathState: Hashable, Sendable {
  public let path: String
  public let head: FileVersion?
  public let index: FileVersion?
  public let workTree: FileVersion?
  /// Whether it has an unresolved merge conflict.
  public let isConflicted: Bool

  /// Whether it differs between HEAD and index.
  public var isStaged: Bool { isConflicted || head != index }
  /// Whether it differs between index and work tree.
  public var isEdited: Bool { index != workTree }
  public var isClean: Bool { !isStaged && !isEdited }
}

/// The lock of a repository's index, held until this value is released. Until then, `git` can't
/// commit.
public final class IndexLock {
  fileprivate let folder: Folder
  private let locks: RefLocks

  fileprivate init(_ folder: Folder, _ locks: RefLocks) {
    self.folder = folder
    self.locks = locks
  }
}

extension Repository {
  /// Waits for the lock of the index and takes it.
  ///
  /// - Throws: `GitError` with `.locked` if that takes longer than patience.
  public func lockIndex() throws(GitError) -> IndexLock {
    let folder = try Folder(layout.gitFolder)
    let locks = RefLocks(access, patience: patience)
    try locks.acquire("index", in: folder)
    return IndexLock(folder, locks)
  }

  var indexPath: String { layout.gitFolder + "/index" }

  /// The states of paths, in the given order.
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
      let staged = git_index_get_bypath(index.pointer, path.cPath, 0)
        .flatMap { Self.version($0.pointee) }
      let isConflicted = (1...3).contains {
        git_index_get_bypath(index.pointer, path.cPath, $0) != nil
      }
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
    return try Handle(path, free: git_index_free) { git_index_open(&$0, path.cPath) }
  }

  /// The version of a work tree file as a tree would store it; nil if the file is missing.
  public func fileVersion(_ path: String) throws(GitError) -> FileVersion? {
    guard let workTree = layout.workTree else { return nil }
    let full = "\(workTree)/\(path)"
    var status = stat()
    if lstat(full.cPath, &status) != 0 { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard let bytes = try DurableFile.read(full) else { return nil }
      let mode: TreeEntry.Mode = status.st_mode & 0o100 != 0 ? .executable : .file
      return FileVersion(try .hash(blob: bytes), mode)
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: 4096)
      let count = target.withUnsafeMutableBytes {
        $0.baseAddress.map { start in
          readlink(full.cPath, start.assumingMemoryBound(to: CChar.self), 4096)
        } ?? 0
      }
      return FileVersion(try .hash(blob: Array(target.prefix(max(count, 0)))), .symlink)
    default: return nil
    }
  }

  /// Sets the versions of files in the index; nil removes a path. Other entries stay unchanged.
  ///
  /// The index is locked from reading to writing, and the new index is flushed before it replaces
  /// the old one.
  /// - Parameters:
  ///   - moves: files and folders to rename first.
  ///   - lock: the index's lock, if it is already held.
  /// - Throws: `GitError` with `.locked`, `.invalid` for a path that Git doesn't allow, `.corrupt`.
  public func stage(
    _ versions: [String: FileVersion?], moving moves: [(from: String, to: String)] = [],
    holding lock: IndexLock? = nil
  ) throws(GitError) {
    if versions.isEmpty, moves.isEmpty { return }
    let lock = if let lock { lock } else { try lockIndex() }
    defer { withExtendedLifetime(lock) {} }
    let index = try IndexCopy(of: lock.folder, access)
    for move in moves { try index.move(move.from, to: move.to) }
    for (path, version) in versions {
      if let version {
        try index.replace(try entry(path, version), at: path)
      } else {
        try index.replace(nil, at: path)
      }
    }
    try index.replaceOriginal()
  }

  /// The files that a sparse checkout leaves out of the work tree.
  ///
  /// - Parameter folder: only those at or below this path; empty for all.
  public func skippedFiles(below folder: String = "") throws(GitError) -> Set<String> {
    guard let workTree = layout.workTree else { return [] }
    let index = try openIndex(indexPath)
    var found: Set<String> = []
    for place in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, place)?.pointee,
        UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0,
        let path = entry.path.map({ String(cPath: $0) }),
        folder.isEmpty || path == folder || path.hasPrefix(folder + "/"),
        !DurableFile.exists("\(workTree)/\(path)")
      else { continue }
      found.insert(path)
    }
    return found
  }

  /// Whether the index is cut short or damaged, as a loss of power can leave it.
  private func isIndexTorn() throws(GitError) -> Bool {
    guard let bytes = try DurableFile.read(indexPath) else { return false }
    guard bytes.count >= 32, bytes.starts(with: "DIRC".utf8) else { return true }
    // A setting of Git leaves the checksum out.
    let sum = bytes.suffix(ObjectID.size)
    if sum.allSatisfy({ $0 == 0 }) { return false }
    var checksum = Checksum()
    checksum.add(bytes.dropLast(ObjectID.size))
    return !sum.elementsEqual(checksum.finish())
  }

  /// Rebuilds a damaged index from HEAD. Staged changes must be staged again.
  ///
  /// - Returns: whether the index was damaged.
  public func repairIndex() throws(GitError) -> Bool {
    guard layout.workTree != nil, try isIndexTorn() else { return false }
    let lock = try lockIndex()
    defer { withExtendedLifetime(lock) {} }
    guard try isIndexTorn() else { return false }
    let index = try IndexCopy(inPlaceOf: lock.folder, access)
    if let head = try head().commit {
      for (path, file) in try files(in: commit(head).tree) {
        try index.replace(try entry(path, FileVersion(file.id, file.mode)), at: path)
      }
    }
    try index.replaceOriginal()
    return true
  }

  /// An index entry without its path.
  private func entry(_ path: String, _ version: FileVersion) throws(GitError) -> git_index_entry {
    var entry = git_index_entry()
    entry.mode = version.mode.number
    entry.id = version.id.oid
    // With the file's times, Git doesn't have to read it again.
    var status = stat()
    if let workTree = layout.workTree, lstat("\(workTree)/\(path)".cPath, &status) == 0,
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
