import Glibc

/// An absolute, normalized path of a folder that may not exist yet.
///
/// It contains neither `.` nor `..`.
struct FolderPath: Hashable {
  private let parts: [Substring]

  /// - Parameter base: the absolute folder that a relative path is resolved against.
  init(_ path: String, from base: String) {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : base + "/" + path).split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    self.parts = parts
  }

  var text: String { "/" + parts.joined(separator: "/") }

  /// Whether the folder exists.
  var isThere: Bool {
    var status = stat()
    return stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The last component.
  var name: String { parts.last.map(String.init) ?? "/" }

  /// The parent folder; the root is its own parent.
  var parent: FolderPath { FolderPath("..", from: text) }

  /// The nearest existing folder at or above it.
  var existing: String {
    var rest = parts
    while !rest.isEmpty {
      let path = "/" + rest.joined(separator: "/")
      if access(path, F_OK) == 0 { return path }
      rest.removeLast()
    }
    return "/"
  }

  /// The path for display: relative to the session's folder if that is shorter.
  func shown(in session: Session) -> String {
    let way = relative(to: FolderPath(session.directory, from: "/"))
    return way.utf8.count < text.utf8.count ? way : text
  }

  func isWithin(_ other: FolderPath) -> Bool { parts.starts(with: other.parts) }

  /// The relative path from another folder: `../hub`.
  func relative(to other: FolderPath) -> String {
    let shared = zip(parts, other.parts).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: other.parts.count - shared) + parts[shared...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}
