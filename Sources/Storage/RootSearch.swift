import Glibc

/// Looks upwards for the root of a school or a clone, as Git looks for `.git`.
public enum RootSearch {
  /// The nearest folder at or above `folder` that has both `.git` and a file of that name.
  public static func find(_ file: String, above folder: String) -> String? {
    guard let absolute = realpath(folder, nil) else { return nil }
    defer { free(absolute) }
    var here = String(cString: absolute)
    while true {
      let base = here == "/" ? "" : here
      if access(base + "/.git", F_OK) == 0, access(base + "/" + file, F_OK) == 0 { return here }
      guard let slash = here.lastIndex(of: "/"), here != "/" else { return nil }
      here = slash == here.startIndex ? "/" : String(here[..<slash])
    }
  }
}
