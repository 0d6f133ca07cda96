import CGit2
import Glibc
import Text

/// Reads everything from a descriptor, up to `limit` bytes.
func readAll(
  _ descriptor: Int32, size: Int, limit: Int, path: String
) throws(GitError) -> [UInt8] {
  if size > limit { throw GitError(.limit, "larger than \(limit) bytes", path: path) }
  var failure: Int32 = 0
  var bytes = [UInt8](unsafeUninitializedCapacity: max(size, 0)) { buffer, count in
    failure = fill(buffer, from: descriptor, count: &count)
  }
  if failure != 0 { throw .system("can't read", path: path, number: failure) }
  // The size was right, or the file was truncated in the meantime. Files in `/proc` report 0.
  if size > 0 { return bytes }
  while true {
    var more = 0
    let next = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      failure = fill(buffer, from: descriptor, count: &count)
      more = count
    }
    if failure != 0 { throw .system("can't read", path: path, number: failure) }
    if more == 0 { break }
    bytes += next
    if bytes.count > limit {
      throw GitError(.limit, "larger than \(limit) bytes", path: path)
    }
  }
  return bytes
}

/// Reads until the buffer is full or the file ends; returns `errno` or 0.
private func fill(
  _ buffer: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32, count: inout Int
) -> Int32 {
  while count < buffer.count {
    let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
    if got == 0 { return 0 }
    if got > 0 {
      count += got
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

/// Reads exactly the bytes from `offset` on, or fewer at the end of the file.
func readPart(
  _ descriptor: Int32, at offset: Int, count wanted: Int, path: String
) throws(GitError) -> [UInt8] {
  var failure: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
    while count < wanted {
      let got = pread(
        descriptor, buffer.baseAddress.map { $0 + count }, wanted - count, off_t(offset + count))
      if got == 0 { return }
      if got > 0 {
        count += got
      } else if errno != EINTR {
        failure = errno
        return
      }
    }
  }
  if failure != 0 { throw .system("can't read", path: path, number: failure) }
  return bytes
}

/// Writes all bytes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(GitError) {
  var failure: Int32 = 0
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count {
      let put = write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      if put >= 0 {
        done += put
      } else if errno != EINTR {
        failure = errno
        return
      }
    }
  }
  if failure != 0 { throw .system("can't write", path: path, number: failure) }
}

/// Flushes a file or folder to disk.
func flushFile(_ descriptor: Int32, path: String) throws(GitError) {
  while fsync(descriptor) != 0 {
    // Some file systems can't flush folders and return EINVAL.
    if errno == EINVAL { return }
    if errno != EINTR { throw .system("can't write to the disk", path: path) }
  }
}

/// The absolute path without symbolic links; nil if it doesn't exist.
public func realPath(_ path: String) -> String? {
  guard let found = realpath(path, nil) else { return nil }
  defer { free(found) }
  return String(cString: found)
}

/// Splits a path into its folder and its last component.
func splitPath(_ path: String) -> (folder: String, name: String) {
  var bytes = Array(path.utf8)
  while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
    return (".", String(decoding: bytes, as: UTF8.self))
  }
  let folder = slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  return (folder, String(decoding: bytes[(slash + 1)...], as: UTF8.self))
}

/// Atomic and durable file writes: after a crash, a file has either its old or its new bytes.
public enum DurableFile {
  /// Returns the bytes of the file at `path`, or nil if it doesn't exist.
  ///
  /// Symlinks are followed; only regular files are read.
  /// - Parameter isStream: whether a pipe or another stream is allowed.
  /// - Throws: `GitError` with `.limit` if the file is larger than `limit` bytes.
  public static func read(
    _ path: String, limit: Int = 1 << 30, orStream isStream: Bool = false
  ) throws(GitError) -> [UInt8]? {
    let opened = open(path.cPath, O_RDONLY | (isStream ? 0 : O_NONBLOCK) | O_CLOEXEC)
    if opened < 0 {
      let number = errno
      if number == ENOENT || number == ENOTDIR { return nil }
      throw .system("can't open", path: path, number: number)
    }
    defer { close(opened) }
    var status = stat()
    let kinds = isStream ? [S_IFREG, S_IFIFO, S_IFCHR] : [S_IFREG]
    guard fstat(opened, &status) == 0, kinds.contains(status.st_mode & S_IFMT) else {
      throw GitError(.invalid, "not a regular file", path: path)
    }
    return try readAll(opened, size: Int(status.st_size), limit: limit, path: path)
  }

  /// Writes `bytes` to a temporary file, flushes it, and renames it to `path`.
  ///
  /// An existing file keeps its permissions and, if possible, its owner. The folder must exist.
  public static func write(
    _ bytes: [UInt8], to path: String, executable: Bool = false, access: Access = .standard,
    durability: Durability = .immediate
  ) throws(GitError) {
    let (parent, name) = splitPath(path)
    let folder = try Folder(parent)
    let temporary = try folder.writeTemporary(bytes, access, durability.forFile)
    if !access.isShared {
      if let old = folder.status(of: name), old.st_mode & S_IFMT == S_IFREG {
        if let new = folder.status(of: temporary),
          new.st_uid != old.st_uid || new.st_gid != old.st_gid
        {
          _ = fchownat(folder.descriptor, temporary, old.st_uid, old.st_gid, AT_SYMLINK_NOFOLLOW)
        }
        _ = fchmodat(folder.descriptor, temporary, old.st_mode & 0o7777, 0)
      } else if executable, let new = folder.status(of: temporary) {
        let readers = new.st_mode & 0o444
        _ = fchmodat(folder.descriptor, temporary, new.st_mode & 0o7777 | readers >> 2, 0)
      }
    }
    try folder.move(temporary, to: name)
    if durability == .immediate { try folder.synchronise() }
  }

  /// Makes a file executable for everyone who can read it, or for no one.
  public static func set(_ path: String, executable: Bool) throws(GitError) {
    var status = stat()
    guard lstat(path.cPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let runners: mode_t = 0o111
    let mode =
      executable ? status.st_mode | (status.st_mode & 0o444) >> 2 : status.st_mode & ~runners
    guard chmod(path.cPath, mode & 0o7777) == 0 else {
      throw .system("can't change the permissions", path: path)
    }
  }

  /// Creates the folder at `path` and its missing parents.
  public static func makeFolder(_ path: String, access: Access = .standard) throws(GitError) {
    if try makeLast(path, access) { return }
    let parent = splitPath(path).folder
    if parent != path, parent != "." { try makeFolder(parent, access: access) }
    // Some folders report ENOENT when nothing can be created in them.
    guard try makeLast(path, access) else {
      throw .system("can't create the folder", path: path, number: ENOENT)
    }
  }

  /// Creates a folder in an existing one.
  ///
  /// - Returns: false if the parent is missing.
  private static func makeLast(_ path: String, _ access: Access) throws(GitError) -> Bool {
    if mkdir(path.cPath, 0o777) == 0 {
      let made = try Folder(path)
      withExtendedLifetime(made) { access.apply(to: made.descriptor, isFolder: true) }
      return true
    }
    let number = errno
    if number == ENOENT { return false }
    guard number == EEXIST else {
      throw .system("can't create the folder", path: path, number: number)
    }
    _ = try Folder(path)
    return true
  }

  /// Flushes the names in a folder to disk; does nothing if the folder doesn't exist.
  public static func flushFolder(_ path: String) throws(GitError) {
    do {
      try Folder(path).synchronise()
    } catch {
      if error.code != .notFound { throw error }
    }
  }

  /// Removes a folder that is empty.
  ///
  /// - Returns: whether it is gone.
  public static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path.cPath) == 0 }

  /// Removes a file, if it exists.
  public static func remove(_ path: String) throws(GitError) {
    if unlink(path.cPath) != 0, errno != ENOENT { throw .system("can't remove", path: path) }
  }

  /// Renames a folder on the same disk, replacing an existing one.
  public static func moveFolder(_ path: String, to new: String) throws(GitError) {
    try removeFolder(new)
    if rename(path.cPath, new.cPath) != 0 { throw .system("can't rename the folder", path: path) }
    for folder in Set([path, new].map { splitPath($0).folder }) { try flushFolder(folder) }
  }

  /// Moves a file or folder on the same disk, and creates missing parent folders.
  ///
  /// - Throws: `GitError` with `.exists` if the new path exists.
  public static func move(_ path: String, to new: String) throws(GitError) {
    let (parent, name) = splitPath(new)
    try makeFolder(parent)
    let target = try Folder(parent)
    if target.contains(name) { throw GitError(.exists, "already exists", path: new) }
    if rename(path.cPath, new.cPath) != 0 { throw .system("can't rename", path: path) }
    try target.synchronise()
    try Folder(splitPath(path).folder).synchronise()
  }

  /// Whether a path leads to a regular file.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path.cPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path exists.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.cPath, &status) == 0
  }

  /// Removes a folder with its contents, if it exists. Symlinks are removed, not followed.
  public static func removeFolder(_ path: String) throws(GitError) {
    do {
      try Folder(path).removeContents()
    } catch {
      if error.code == .notFound { return }
      throw error
    }
    if rmdir(path.cPath) != 0 { throw .system("can't remove the folder", path: path) }
  }
}
