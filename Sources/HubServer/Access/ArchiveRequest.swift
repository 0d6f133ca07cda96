import HubProtocol

/// The arguments of `git upload-archive`.
///
/// For some options that program accesses files of the machine, and reveals whether they exist.
/// Only options that describe the archive are passed on.
public struct ArchiveRequest: Sendable {
  /// The arguments to pass on, in packet lines.
  public let text: String

  /// A pipe accepts at least this much without blocking.
  private static let longest = 4096
  private static let word = "argument "
  private static let plain = Set(
    ["--", "-l", "--list", "-v", "--verbose"] + (0...9).map { "-\($0)" }
      + ["tar", "tar.gz", "tgz", "zip"].map { "--format=\($0)" })

  /// Reads a client's request.
  ///
  /// - Parameter read: returns exactly the requested number of bytes; nil if there are fewer.
  /// - Throws: `HubError.notAllowed` for an invalid or too long request;
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
