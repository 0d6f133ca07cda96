import Glibc
import Text

/// A folder that a process fills and then renames or removes. The next one of the same name removes
/// leftovers of killed processes.
public struct TemporaryFolder: Sendable {
  public let path: String

  /// Names the folder and removes leftovers, without creating anything.
  public init(_ name: String, in folder: String) {
    path = "\(folder)/\(name)-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    Self.clear(name, in: folder)
  }

  /// Removes the leftovers of killed processes with this name.
  public static func clear(_ name: String, in folder: String) {
    for found in Self.names(in: folder) {
      guard found.hasPrefix(name + "-"),
        let process = Int32(found.dropFirst(name.count + 1).prefix(while: \.isNumber)),
        processHasEnded(process)
      else { continue }
      Self.removeAll("\(folder)/\(found)")
    }
  }

  public func make() throws(GitError) { try DurableFile.makeFolder(path) }

  /// Creates it as a new folder that only this user can access.
  public func makePrivate() throws(GitError) {
    if mkdir(path, 0o700) != 0 { throw .system("can't create the folder", path: path) }
  }

  public func remove() { Self.removeAll(path) }

  /// Removes a folder with its contents; links are removed, not followed.
  private static func removeAll(_ path: String) {
    var status = stat()
    guard lstat(path.cPath, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path.cPath)
      return
    }
    for name in names(in: path) { removeAll("\(path)/\(name)") }
    rmdir(path.cPath)
  }

  /// The names in a folder; empty if it doesn't exist.
  public static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder.cPath) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cPath: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
