import Git

/// What lies in a clone and can't be kept on its branch: links, repositories in it, names that are
/// no text. Git is told not to count it as untracked, in `info/exclude`, below what stands there.
struct HiddenPaths {
  /// Relative to the clone; a folder ends with a slash.
  var paths: [String] = []
  private let file: String
  private static let heading = Array("# What teachkit can't keep:\n".utf8)

  init(of repository: Repository) {
    file = repository.layout.commonFolder + "/info/exclude"
  }

  /// Takes out what was hidden, since it may be something else by now.
  func show() throws {
    guard let bytes = try DurableFile.read(file), let place = Self.place(in: bytes) else { return }
    try DurableFile.write(Array(bytes[..<place]), to: file, durability: .deferred)
  }

  /// Hides the paths.
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

  /// What names one path in such a file; nil for one that can't stand in a line.
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
