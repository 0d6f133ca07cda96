import Glibc

/// A folder that a process fills and then renames or removes. What killed ones left goes with the
/// next one of the same name.
public struct TemporaryFolder: Sendable {
  public let path: String

  /// Names the folder and removes what was left; nothing is made.
  public init(_ name: String, in folder: String) {
    path = "\(folder)/\(name)-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    for found in Self.names(in: folder) {
      guard found.hasPrefix(name + "-"),
        let process = Int32(found.dropFirst(name.count + 1).prefix(while: \.isNumber)),
        Self.hasEnded(process)
      else { continue }
      Self.removeAll("\(folder)/\(found)")
    }
  }

  /// Whether a process is over, though perhaps nobody has asked yet how it ended.
  private static func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    // `123 (name) Z …`, where the name may hold anything.
    let told = try? DurableFile.read("/proc/\(process)/stat", limit: 1 << 12)
    guard let told, let name = told.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return told[name...].dropFirst(2).first == UInt8(ascii: "Z")
  }

  public func make() throws(GitError) { try DurableFile.makeFolder(path) }

  /// Makes it as a folder that was not there and that only this user can look into.
  public func makePrivate() throws(GitError) {
    if mkdir(path, 0o700) != 0 { throw .system("can't make the folder", path: path) }
  }

  public func remove() { Self.removeAll(path) }

  /// Removes a folder with all that is in it; links are removed, not followed.
  private static func removeAll(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(in: path) { removeAll("\(path)/\(name)") }
    rmdir(path)
  }

  /// What a folder holds; nothing where there is none.
  public static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
