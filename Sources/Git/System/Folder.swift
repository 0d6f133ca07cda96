import Glibc
import Text

/// An open folder whose contents are accessed by name, never through a symlink.
final class Folder: Sendable {
  let descriptor: Int32
  let path: String
  /// The type of an entry.
  enum Kind: Hashable { case file, folder, symlink, other }

  struct Entry: Hashable {
    let name: String
    let kind: Kind
  }

  /// Opens the folder at `path`, following symlinks.
  init(_ path: String) throws(GitError) {
    descriptor = open(path.cPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.path = path
    if descriptor < 0 { throw .system("can't open the folder", path: path) }
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// Opens the subfolder `name`; nil if it doesn't exist.
  func folder(_ name: String) throws(GitError) -> Folder? {
    let opened = openat(descriptor, name.cPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if opened >= 0 {
      return Folder(descriptor: opened, path: path(of: name))
    }
    let number = errno
    if number == ENOENT { return nil }
    // With O_DIRECTORY, a symlink is "not a directory".
    if number == ENOTDIR || number == ELOOP { throw unexpected(name, "folder") }
    throw .system("can't open the folder", path: path(of: name), number: number)
  }

  /// Opens a nested subfolder.
  func folder(at names: some Sequence<Substring>) throws(GitError) -> Folder? {
    var folder = self
    for name in names {
      guard let next = try folder.folder(String(name)) else { return nil }
      folder = next
    }
    return folder
  }

  /// Opens a regular file for reading; nil if it doesn't exist.
  func openFile(_ name: String) throws(GitError) -> (descriptor: Int32, status: stat)? {
    // Without O_NONBLOCK, opening a pipe would block forever.
    let opened = openat(descriptor, name.cPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if opened < 0 {
      let number = errno
      if number == ENOENT { return nil }
      if number == ELOOP { throw unexpected(name, "file") }
      throw .system("can't open", path: path(of: name), number: number)
    }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw unexpected(name, "file")
    }
    return (opened, status)
  }

  /// Returns the bytes of a regular file, or nil if it doesn't exist.
  func read(_ name: String, limit: Int = 1 << 30) throws(GitError) -> [UInt8]? {
    guard let file = try openFile(name) else { return nil }
    defer { close(file.descriptor) }
    return try readAll(
      file.descriptor, size: Int(file.status.st_size), limit: limit, path: path(of: name))
  }

  /// The entries of the folder, without `.` and `..`.
  func entries() throws(GitError) -> [Entry] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let number = errno
      if copy >= 0 { close(copy) }
      throw .system("can't list the folder", path: path, number: number)
    }
    defer { closedir(stream) }
    var found: [Entry] = []
    while let next = readdir(stream) {
      let name = withUnsafePointer(to: &next.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cPath: $0) }
      }
      if name == "." || name == ".." { continue }
      found.append(Entry(name: name, kind: kind(of: name, hint: next.pointee.d_type)))
    }
    return found
  }

  private func kind(of name: String, hint: UInt8) -> Kind {
    switch Int(hint) {
    case DT_REG: return .file
    case DT_DIR: return .folder
    case DT_LNK: return .symlink
    case DT_UNKNOWN:
      guard let status = status(of: name) else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return .file
      case S_IFDIR: return .folder
      case S_IFLNK: return .symlink
      default: return .other
      }
    default: return .other
    }
  }

  /// The status of `name` itself, not of a symlink's target; nil if it doesn't exist.
  func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name.cPath, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  func contains(_ name: String) -> Bool { status(of: name) != nil }

  func isFolder(_ name: String) -> Bool {
    status(of: name).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  func unexpected(_ name: String, _ wanted: String) -> GitError {
    let isLink = status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    return GitError(
      isLink ? .hostile : .conflict, isLink ? "a symlink is not followed" : "not a \(wanted)",
      path: path(of: name))
  }

  // MARK: Changes

  /// Opens the subfolder `name`, creating it if necessary.
  func makeFolder(_ name: String, _ access: Access = .standard) throws(GitError) -> Folder {
    // Usually it exists, and a failing mkdir costs more than opening it.
    if let existing = try folder(name) { return existing }
    return try makeNewFolder(name, access)
  }

  /// Opens the subfolder `name`, which usually has to be created.
  func makeNewFolder(_ name: String, _ access: Access) throws(GitError) -> Folder {
    if mkdirat(descriptor, name.cPath, 0o777) == 0 {
      guard let made = try folder(name) else {
        throw GitError(.notFound, "the folder disappeared", path: path(of: name))
      }
      access.apply(to: made.descriptor, isFolder: true)
      return made
    }
    let number = errno
    if number == EEXIST, let existing = try folder(name) { return existing }
    throw .system("can't create the folder", path: path(of: name), number: number)
  }

  /// Creates a new file and returns it open for writing; nil if it exists.
  func create(
    _ name: String, _ access: Access, writable: Bool = true
  ) throws(GitError) -> Int32? {
    let made = openat(
      descriptor, name.cPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
      writable ? 0o666 : 0o444)
    if made < 0 {
      let number = errno
      if number == EEXIST { return nil }
      throw .system("can't write", path: path(of: name), number: number)
    }
    access.apply(to: made, isFolder: false, writable: writable)
    return made
  }

  /// Creates an unnamed file that disappears with its last descriptor; nil if the file system
  /// doesn't support this.
  func createNameless(_ access: Access) -> Int32? {
    // O_TMPFILE, which the headers define by a macro.
    let made = openat(descriptor, ".", O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o666)
    if made < 0 { return nil }
    access.apply(to: made, isFolder: false, writable: true)
    return made
  }

  /// Links an open file to a name; false if the name is taken.
  func link(_ file: Int32, to name: String) throws(GitError) -> Bool {
    if linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, name.cPath, AT_SYMLINK_FOLLOW) == 0 {
      return true
    }
    if errno == EEXIST { return false }
    throw .system("can't write", path: path(of: name))
  }

  /// Writes a complete new file under a temporary name; `move` renames it.
  func writeTemporary(
    _ bytes: [UInt8], _ access: Access, _ flush: Flush
  ) throws(GitError) -> String {
    let (file, name) = try createTemporary(access)
    defer { close(file) }
    do {
      try writeAll(bytes, to: file, path: path(of: name))
      try flush.apply(to: file, path: path(of: name))
    } catch {
      remove(name)
      throw error
    }
    return name
  }

  /// Writes a new file under its final name; no one may read it before it is complete.
  ///
  /// - Throws: `GitError` with `.exists` if it exists.
  func writeNew(
    _ name: String, _ bytes: [UInt8], _ access: Access, writable: Bool = true, _ flush: Flush
  ) throws(GitError) {
    let path = path(of: name)
    guard let file = try create(name, access, writable: writable) else {
      throw GitError(.exists, "already exists", path: path)
    }
    defer { close(file) }
    try writeAll(bytes, to: file, path: path)
    try flush.apply(to: file, path: path)
  }

  /// Creates a file with a temporary name and returns it open for writing.
  func createTemporary(
    prefix: String = TornFile.prefix, _ access: Access, writable: Bool = true
  ) throws(GitError) -> (file: Int32, name: String) {
    while true {
      let name = TornFile.name(prefix: prefix)
      guard let file = try create(name, access, writable: writable) else { continue }
      // Locked until it gets its final name: an unlocked temporary file is abandoned.
      _ = flock(file, LOCK_EX | LOCK_NB)
      return (file, name)
    }
  }

  /// Writes `name` atomically: readers see the old bytes or the new ones.
  func write(
    _ name: String, _ bytes: [UInt8], _ access: Access = .standard,
    _ durability: Durability = .immediate
  ) throws(GitError) {
    let temporary = try writeTemporary(bytes, access, durability.forFile)
    try move(temporary, to: name)
    if durability == .immediate { try synchronise() }
  }

  /// Flushes the content of a file in the folder to disk.
  func flush(_ name: String) throws(GitError) {
    guard let file = try openFile(name) else { return }
    defer { close(file.descriptor) }
    try flushFile(file.descriptor, path: path(of: name))
  }

  /// Renames an entry within the folder, replacing an existing one.
  func move(_ name: String, to other: String) throws(GitError) {
    if renameat(descriptor, name.cPath, descriptor, other.cPath) != 0 {
      let number = errno
      remove(name)
      throw .system("can't write", path: path(of: other), number: number)
    }
  }

  /// Removes a file; false if that failed.
  @discardableResult
  func remove(_ name: String) -> Bool { unlinkat(descriptor, name.cPath, 0) == 0 }

  /// Removes an empty folder; false if that failed.
  @discardableResult
  func removeFolder(_ name: String) -> Bool { unlinkat(descriptor, name.cPath, AT_REMOVEDIR) == 0 }

  /// Flushes the names in this folder to disk.
  func synchronise() throws(GitError) { try flushFile(descriptor, path: path) }
}
