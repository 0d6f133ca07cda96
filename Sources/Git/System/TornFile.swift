import CGit2
import Glibc

/// Temporary files of killed processes, which never got their final names.
public enum TornFile {
  static let prefix = ".tmp-"
  /// The minimum age in seconds of an abandoned file: writers lock theirs just after creating it.
  private static let doubt = 2

  /// Removes the leftovers of killed writes in a folder.
  ///
  /// - Parameter surely: whether no process can be writing there, so that files of any age are
  ///   removed.
  public static func clear(in path: String, surely: Bool = false) {
    if let folder = try? Folder(path) { clear(in: folder, surely: surely) }
  }

  /// Removes the leftovers of killed writes in a folder and its subfolders.
  ///
  /// - Parameter names: the names of subfolders to skip.
  public static func clear(below path: String, except names: Set<String>) {
    if let folder = try? Folder(path) { clear(below: folder, except: names) }
  }

  private static func clear(below folder: Folder, except names: Set<String>) {
    clear(in: folder)
    for entry in (try? folder.entries()) ?? [] {
      guard entry.kind == .folder, !names.contains(entry.name),
        let subfolder = try? folder.folder(entry.name)
      else { continue }
      clear(below: subfolder, except: names)
    }
  }

  static func clear(in folder: Folder, surely: Bool = false) {
    guard let entries = try? folder.entries() else { return }
    for entry in entries where entry.kind == .file && isName(entry.name) {
      let opened = openat(
        folder.descriptor, entry.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard opened >= 0 else { continue }
      defer { close(opened) }
      var status = stat()
      guard fstat(opened, &status) == 0, flock(opened, LOCK_EX | LOCK_NB) == 0,
        surely || time(nil) - status.st_mtim.tv_sec > doubt
      else { continue }
      folder.remove(entry.name)
    }
  }

  /// A new temporary name.
  static func name(prefix: String = prefix) -> String {
    prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
  }

  /// Whether a file has such a temporary name.
  public static func isName(_ name: String) -> Bool {
    let rest = name.utf8.dropFirst(prefix.utf8.count)
    return name.hasPrefix(prefix) && (1...13).contains(rest.count)
      && rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }
}
