import Git
import Glibc

/// A folder for the files of programs, removed with the object.
public final class Workspace: Sendable {
  /// The unprivileged user id of programs if this process runs as root.
  static let stranger: uid_t = 65533

  private let temporary: TemporaryFolder

  public var path: String { temporary.path }

  /// Creates an empty private folder; a process has one at a time.
  ///
  /// - Parameter parent: a folder for temporary files.
  public init(in parent: String) throws(GitError) {
    temporary = TemporaryFolder("teachkit-run", in: parent)
    try temporary.makePrivate()
    if geteuid() == 0 { chown(path, Workspace.stranger, Workspace.stranger) }
  }

  /// Creates a folder with files.
  ///
  /// - Parameter files: bytes by path, such as `src/main.c`.
  /// - Returns: the folder's path.
  public func folder(_ name: String, _ files: [String: [UInt8]]) throws(GitError) -> String {
    let folder = "\(path)/\(name)"
    try makeReadable(name, below: path)
    for (file, bytes) in files {
      let place = "\(folder)/\(file)"
      if let slash = file.lastIndex(of: "/") {
        try makeReadable(String(file[..<slash]), below: folder)
      }
      try DurableFile.write(bytes, to: place, executable: true, durability: .deferred)
      chmod(place, 0o755)
    }
    return folder
  }

  /// Makes the folders of a path readable to the unprivileged user, regardless of the umask.
  private func makeReadable(_ folders: String, below top: String) throws(GitError) {
    var place = top
    for name in folders.split(separator: "/") {
      place += "/\(name)"
      try DurableFile.makeFolder(place)
      chmod(place, 0o755)
    }
  }

  /// Removes a folder that `folder(_:_:)` created.
  public func remove(_ folder: String) {
    try? DurableFile.removeFolder(folder)
  }

  deinit { temporary.remove() }
}
