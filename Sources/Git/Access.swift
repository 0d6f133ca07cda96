import CGit2
import Glibc

/// Who may read and write the files that are made.
public struct Access: Hashable, Sendable {
  /// The group that files are given to; nil leaves the one the system chose.
  let group: gid_t?
  /// The exact permissions of files and folders; nil leaves them to the user's umask.
  let permissions: (files: mode_t, folders: mode_t)?

  /// As the user's umask says.
  public static let standard = Access(group: nil, permissions: nil)

  /// For the user alone, whatever the umask.
  public static let own = Access(group: nil, permissions: (files: 0o600, folders: 0o700))

  /// Readable and writable for the group of `folder`, whatever the umask; for everyone where
  /// everyone may write into `folder`.
  ///
  /// New folders pass their group on.
  public static func shared(following folder: String) throws(GitError) -> Access {
    var found = stat()
    if stat(folder, &found) != 0 { throw .system("can't look at the folder", path: folder) }
    return shared(following: found)
  }

  static func shared(following found: stat) -> Access {
    let everyone = found.st_mode & 0o002 != 0
    return Access(
      group: found.st_gid,
      permissions: everyone ? (files: 0o666, folders: 0o2777) : (files: 0o660, folders: 0o2770))
  }

  /// Whether others of the group, or all, are meant to write here.
  var isShared: Bool { permissions != nil }

  /// Gives an open file or folder its group and permissions.
  func apply(to descriptor: Int32, isFolder: Bool, writable: Bool = true) {
    guard let permissions else { return }
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { return }
    // Both fail for whoever isn't a member of the group; the file is then simply ours.
    if let group, group != now.st_gid { _ = fchown(descriptor, uid_t.max, group) }
    var mode = isFolder ? permissions.folders : permissions.files
    if !writable { mode &= ~0o222 }
    if mode != now.st_mode & 0o7777 { _ = fchmod(descriptor, mode) }
  }

  public static func == (one: Access, other: Access) -> Bool {
    one.group == other.group && one.permissions?.files == other.permissions?.files
      && one.permissions?.folders == other.permissions?.folders
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group)
    hasher.combine(permissions?.files)
    hasher.combine(permissions?.folders)
  }
}

/// How far a file goes towards the disk before it gets its name.
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

/// When what is written reaches the disk.
public enum Durability: Hashable, Sendable {
  /// Before the call returns.
  case immediate
  /// Its bytes before the call returns, its name with the next folder that is flushed: for what is
  /// made again as long as a note says so.
  case ordered
  /// With the next `flush(around:)`: for many files that are worth nothing alone.
  case deferred

  var forFile: Flush { self == .deferred ? .none : .whole }

  /// Writes everything that the file system around `path` still holds back.
  public static func flush(around path: String) throws(GitError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .system("can't open", path: path) }
    defer { close(descriptor) }
    if syncfs(descriptor) != 0 { throw .system("can't write to the disk", path: path) }
  }
}
