import Git
import Glibc

/// Searches upwards for the root of a school or a clone, as Git searches for `.git`.
public enum RootSearch {
  /// The nearest folder at or above `folder` that contains both `.git` and the file.
  public static func find(_ file: String, above folder: String) -> String? {
    find(above: folder) { access($0 + "/" + file, F_OK) == 0 }
  }

  /// The nearest folder at or above `folder` that contains `.git` and satisfies the condition.
  public static func find(above folder: String, where isRoot: (String) -> Bool) -> String? {
    guard var folder = realPath(folder) else { return nil }
    while true {
      let base = folder == "/" ? "" : folder
      if access(base + "/.git", F_OK) == 0, isRoot(base) { return folder }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }
}
