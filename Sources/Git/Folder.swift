import Glibc

/// An open folder, whose contents are reached by name and never through a symlink.
final class Folder: Sendable {
  let descriptor: Int32
  let path: String
  /// What a folder holds under a name.
  enum Kind: Hashable { case file, folder, symlink, other }

  struct Entry: Hashable {
    let name: String
    let kind: Kind
  }

  /// Opens the folder at `path`; symlinks on the way to it are followed.
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

  /// The folder called `name`, nil where there is nothing of that name.
  func folder(_ name: String) throws(GitError) -> Folder? {
    let opened = openat(descriptor, name.cPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if opened >= 0 {
      return Folder(descriptor: opened, path: path(of: name))
    }
    let number = errno
    if number == ENOENT { return nil }
    // A symlink is "not a directory" for O_DIRECTORY.
    if number == ENOTDIR || number == ELOOP { throw unexpected(name, "folder") }
    throw .system("can't open the folder", path: path(of: name), number: number)
  }

  /// The folder below, through each of the names.
  func folder(at names: some Sequence<Substring>) throws(GitError) -> Folder? {
    var here = self
    for name in names {
      guard let next = try here.folder(String(name)) else { return nil }
      here = next
    }
    return here
  }

  /// Opens a regular file for reading; nil where there is nothing of that name.
  func openFile(_ name: String) throws(GitError) -> (descriptor: Int32, status: stat)? {
    // Without O_NONBLOCK a pipe laid here would stop us for ever.
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

  /// The bytes of a regular file, nil where there is nothing of that name.
  func read(_ name: String, limit: Int = 1 << 30) throws(GitError) -> [UInt8]? {
    guard let file = try openFile(name) else { return nil }
    defer { close(file.descriptor) }
    return try readAll(
      file.descriptor, size: Int(file.status.st_size), limit: limit, path: path(of: name))
  }

  /// What is in the folder, without `.` and `..`.
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

  /// What the file system says of `name` itself; nil where there is none.
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

  /// Opens the folder called `name` and makes it first where needed.
  func makeFolder(_ name: String, _ access: Access = .standard) throws(GitError) -> Folder {
    // Mostly it is there, and to fail at making it costs more than to look.
    if let there = try folder(name) { return there }
    return try makeNewFolder(name, access)
  }

  /// The same, where it hardly is there yet.
  func makeNewFolder(_ name: String, _ access: Access) throws(GitError) -> Folder {
    if mkdirat(descriptor, name.cPath, 0o777) == 0 {
      guard let made = try folder(name) else {
        throw GitError(.notFound, "the folder vanished", path: path(of: name))
      }
      access.apply(to: made.descriptor, isFolder: true)
      return made
    }
    let number = errno
    if number == EEXIST, let there = try folder(name) { return there }
    throw .system("can't make the folder", path: path(of: name), number: number)
  }

  /// Makes a file that wasn't there and returns it open for writing; nil where it was.
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

  /// Makes a file that has no name and goes with its last descriptor; nil where the file system
  /// has no such files.
  func createNameless(_ access: Access) -> Int32? {
    // O_TMPFILE, which the headers put together by a macro.
    let made = openat(descriptor, ".", O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o666)
    if made < 0 { return nil }
    access.apply(to: made, isFolder: false, writable: true)
    return made
  }

  /// Gives an open file a name; false where the name is taken.
  func link(_ file: Int32, to name: String) throws(GitError) -> Bool {
    if linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, name.cPath, AT_SYMLINK_FOLLOW) == 0 {
      return true
    }
    if errno == EEXIST { return false }
    throw .system("can't write", path: path(of: name))
  }

  /// Writes a whole new file under a temporary name; `move` gives it its name.
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

  /// Writes a whole new file under its own name, where nobody looks for it before it is whole.
  ///
  /// - Throws: `GitError` with `.exists` where it is there already.
  func writeNew(
    _ name: String, _ bytes: [UInt8], _ access: Access, writable: Bool = true, _ flush: Flush
  ) throws(GitError) {
    let path = path(of: name)
    guard let file = try create(name, access, writable: writable) else {
      throw GitError(.exists, "it is there already", path: path)
    }
    defer { close(file) }
    try writeAll(bytes, to: file, path: path)
    try flush.apply(to: file, path: path)
  }

  /// Makes a file under a temporary name and returns it open for writing.
  func createTemporary(
    prefix: String = TornFile.prefix, _ access: Access, writable: Bool = true
  ) throws(GitError) -> (file: Int32, name: String) {
    while true {
      let name = TornFile.name(prefix: prefix)
      guard let file = try create(name, access, writable: writable) else { continue }
      // Held until it has its own name: what nobody holds was left behind.
      _ = flock(file, LOCK_EX | LOCK_NB)
      return (file, name)
    }
  }

  /// Writes `name` whole: whoever reads it sees the old bytes or the new.
  func write(
    _ name: String, _ bytes: [UInt8], _ access: Access = .standard,
    _ durability: Durability = .immediate
  ) throws(GitError) {
    let temporary = try writeTemporary(bytes, access, durability.forFile)
    try move(temporary, to: name)
    if durability == .immediate { try synchronise() }
  }

  /// Makes what a file of the folder holds reach the disk.
  func flush(_ name: String) throws(GitError) {
    guard let file = try openFile(name) else { return }
    defer { close(file.descriptor) }
    try flushFile(file.descriptor, path: path(of: name))
  }

  /// Renames within the folder, over what was there.
  func move(_ name: String, to other: String) throws(GitError) {
    if renameat(descriptor, name.cPath, descriptor, other.cPath) != 0 {
      let number = errno
      remove(name)
      throw .system("can't write", path: path(of: other), number: number)
    }
  }

  /// Removes a file; false where it could not be.
  @discardableResult
  func remove(_ name: String) -> Bool { unlinkat(descriptor, name.cPath, 0) == 0 }

  /// Removes a folder with nothing in it; false where it could not be.
  @discardableResult
  func removeFolder(_ name: String) -> Bool { unlinkat(descriptor, name.cPath, AT_REMOVEDIR) == 0 }

  /// Makes the names in this folder reach the disk.
  func synchronise() throws(GitError) { try flushFile(descriptor, path: path) }
}
