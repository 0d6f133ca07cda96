/// What somebody asks of Git's program that makes an archive of a branch.
///
/// For some options that program looks for files of the machine, and tells whether they are there, before
/// it refuses them. So it is handed those alone that say how the archive is made.
public struct ArchiveRequest: Sendable {
  /// What is handed on, as it is read from a pipe.
  public let text: String

  /// What a pipe takes at once, however full the machine is.
  private static let longest = 4096
  private static let word = "argument "
  private static let plain = Set(
    ["--", "-l", "--list", "-v", "--verbose"] + (0...9).map { "-\($0)" }
      + ["tar", "tar.gz", "tgz", "zip"].map { "--format=\($0)" })

  /// Reads what a client sends.
  ///
  /// - Parameter read: gives exactly so many bytes; nil where there are fewer.
  /// - Throws: `HubError.notAllowed` for what Git doesn't say, and for more than is read;
  ///   `HubError.archiveOption`.
  public init(_ read: (Int) -> [UInt8]?) throws {
    var room = Self.longest
    let lines = try PacketLines.group { count in
      room -= count
      return room < 0 ? nil : read(count)
    }
    var words = lines.map { String($0.dropFirst(Self.word.count)) }[...]
    guard lines.allSatisfy({ $0.hasPrefix(Self.word) }) else { throw HubError.notAllowed }
    while let next = words.popFirst(), next != "--" {
      switch next {
      case "--format", "--prefix": _ = words.popFirst()
      case let option where option.hasPrefix("--prefix="): continue
      case let option where option.hasPrefix("-"):
        if !Self.plain.contains(option) { throw HubError.archiveOption(option) }
      default: continue
      }
    }
    text = PacketLines.text(of: lines)
  }
}
