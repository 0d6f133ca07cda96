import CGit2
import Glibc
import Text

/// The group and permissions of new files and folders.
public struct Access: Hashable, Sendable {
  /// The group of new files; nil keeps the system's choice.
  let group: gid_t?
  /// The exact permissions of files and folders; nil leaves them to the user's umask.
  let permissions: (files: mode_t, folders: mode_t)?

  /// According to the user's umask.
  public static let standard = Access(group: nil, permissions: nil)

  /// Only for the user, whatever the umask.
  public static let ownerOnly = Access(group: nil, permissions: (files: 0o600, folders: 0o700))

  /// Readable and writable for the group of `folder`, whatever the umask, or for everyone if
  /// everyone can write to `folder`.
  ///
  /// New folders inherit the group.
  public static func shared(following folder: String) throws(GitError) -> Access {
    var found = stat()
    if stat(folder, &found) != 0 { throw .system("can't inspect the folder", path: folder) }
    return shared(following: found)
  }

  static func shared(following found: stat) -> Access {
    let everyone = found.st_mode & 0o002 != 0
    return Access(
      group: found.st_gid,
      permissions: everyone ? (files: 0o666, folders: 0o2777) : (files: 0o660, folders: 0o2770))
  }

  /// Whether other users are allowed to write.
  var isShared: Bool { permissions != nil }

  /// Sets the group and permissions of an open file or folder.
  func apply(to descriptor: Int32, isFolder: Bool, writable: Bool = true) {
    guard let permissions else { return }
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { return }
    // Both calls fail for users who aren't members of the group; the file then keeps its group.
    if let group, group != now.st_gid { _ = fchown(descriptor, uid_t.max, group) }
    var mode = isFolder ? permissions.folders : permissions.files
    if !writable { mode &= ~0o222 }
    if mode != now.st_mode & 0o7777 { _ = fchmod(descriptor, mode) }
  }

  public static func == (first: Access, second: Access) -> Bool {
    first.group == second.group && first.permissions?.files == second.permissions?.files
      && first.permissions?.folders == second.permissions?.folders
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group)
    hasher.combine(permissions?.files)
    hasher.combine(permissions?.folders)
  }
}

/// How a file is flushed before it gets its name.
enum Flush {
  case none
  case whole

  func apply(to file: Int32, path: String) throws(GitError) {
    switch self {
    case .none: break
    case .whole: try flushFile(file, path: path)
    }
  }
}

/// When written data is flushed to disk.
public enum Durability: Hashable, Sendable {
  /// Before the call returns.
  case immediate
  /// The content before the call returns, the name with the next flushed folder: for files that a
  /// pending note would recreate.
  case ordered
  /// With the next `flush(around:)`: for many files that are only useful together.
  case deferred

  var forFile: Flush { self == .deferred ? .none : .whole }

  /// Flushes all pending writes of the file system that contains `path`.
  public static func flush(around path: String) throws(GitError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .system("can't open", path: path) }
    defer { close(descriptor) }
    if syncfs(descriptor) != 0 { throw .system("can't write to the disk", path: path) }
  }
}
