import Glibc

/// An absolute, normalized path of a folder that may not exist yet.
///
/// It contains neither `.` nor `..`.
public struct FolderPath: Hashable {
  private let parts: [Substring]

  /// - Parameter base: the absolute folder that a relative path is resolved against.
  public init(_ path: String, from base: String) {
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

  public var text: String { "/" + parts.joined(separator: "/") }

  /// Whether the folder exists.
  public var isThere: Bool {
    var status = stat()
    return stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The last component.
  public var name: String { parts.last.map(String.init) ?? "/" }

  /// The parent folder; the root is its own parent.
  public var parent: FolderPath { FolderPath("..", from: text) }

  /// The nearest existing folder at or above it.
  public var existing: String {
    var rest = parts
    while !rest.isEmpty {
      let path = "/" + rest.joined(separator: "/")
      if access(path, F_OK) == 0 { return path }
      rest.removeLast()
    }
    return "/"
  }

  public func isWithin(_ other: FolderPath) -> Bool { parts.starts(with: other.parts) }

  /// The relative path from another folder: `../hub`.
  public func relative(to other: FolderPath) -> String {
    let shared = zip(parts, other.parts).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: other.parts.count - shared) + parts[shared...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }
}
