import Git

/// Paths that can't be committed to the clone's branch: links, nested repositories, names that
/// aren't UTF-8. They are added to `info/exclude`, after the user's lines, so that Git doesn't
/// report them as untracked.
struct HiddenPaths {
  /// Relative to the clone; a folder ends with a slash.
  var paths: [String] = []
  private let file: String
  private static let heading = Array("# Paths that teachkit can't commit:\n".utf8)

  init(of repository: Repository) {
    file = repository.layout.commonFolder + "/info/exclude"
  }

  /// Removes the list, because the paths may have changed.
  func show() throws {
    guard let bytes = try DurableFile.read(file), let place = Self.place(in: bytes) else { return }
    try DurableFile.write(Array(bytes[..<place]), to: file, durability: .deferred)
  }

  /// Writes the list.
  func hide() throws {
    let patterns = paths.compactMap(Self.pattern)
    if patterns.isEmpty { return }
    try DurableFile.makeFolder(splitOff(file))
    var bytes = try DurableFile.read(file) ?? []
    if let last = bytes.last, last != 10 { bytes.append(10) }
    bytes += Self.heading
    for pattern in patterns { bytes += pattern + [10] }
    try DurableFile.write(bytes, to: file, durability: .deferred)
  }

  private static func place(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= heading.count else { return nil }
    return (0...bytes.count - heading.count).last { bytes[$0...].starts(with: heading) }
  }

  private func splitOff(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The pattern for a path; nil if it can't be written in a line.
  private static func pattern(_ path: String) -> [UInt8]? {
    if path.unicodeScalars.contains("\n") { return nil }
    var bytes = Array("/".utf8)
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\\", "*", "?", "[", " ": bytes += Array("\\".utf8) + Array(String(scalar).utf8)
      default: bytes += String(scalar).pathBytes
      }
    }
    return bytes
  }
}
