import Git
import Glibc

/// A folder for the files of programs that are run. It goes when nobody holds it.
public final class Workspace: Sendable {
  /// Whose programs run where this process is root's: a number that is nobody's.
  static let stranger: uid_t = 65533

  private let temporary: TemporaryFolder

  public var path: String { temporary.path }

  /// Makes an empty folder that others can't look into; a process has one at a time.
  ///
  /// - Parameter parent: a folder for what doesn't last.
  public init(in parent: String) throws(GitError) {
    temporary = TemporaryFolder("teachkit-run", in: parent)
    try temporary.makePrivate()
    if geteuid() == 0 { chown(path, Workspace.stranger, Workspace.stranger) }
  }

  /// Makes a folder in it that holds some files.
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

  /// Makes the folders of a path so that a stranger can read them, whatever the umask.
  private func makeReadable(_ folders: String, below top: String) throws(GitError) {
    var place = top
    for name in folders.split(separator: "/") {
      place += "/\(name)"
      try DurableFile.makeFolder(place)
      chmod(place, 0o755)
    }
  }

  /// Removes a folder that `folder(_:_:)` made.
  public func remove(_ folder: String) {
    try? DurableFile.removeFolder(folder)
  }

  deinit { temporary.remove() }
}
