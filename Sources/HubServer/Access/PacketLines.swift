import HubProtocol

/// Git's packet line format: groups of lines, each preceded by its length in four hexadecimal
/// digits.
public enum PacketLines {
  private static let end = "0000"

  /// Reads a group.
  ///
  /// - Parameter read: returns exactly the requested number of bytes; nil if there are fewer.
  /// - Throws: `HubError.notAllowed` for an invalid format.
  public static func group(_ read: (Int) -> [UInt8]?) throws -> [String] {
    var lines: [String] = []
    while let digits = read(4), let length = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    {
      if length == 0 { return lines }
      guard length >= 4, let bytes = read(length - 4) else { break }
      let line = bytes.last == 10 ? bytes.dropLast() : bytes[...]
      lines.append(String(decoding: line, as: UTF8.self))
    }
    throw HubError.notAllowed
  }

  /// The format of a group.
  public static func text(of lines: [String]) -> String {
    lines.map { line in
      let digits = String(line.utf8.count + 4, radix: 16)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + line
    }.joined() + end
  }
}
