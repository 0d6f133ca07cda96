/// What Git and a hook of it tell each other: lines in groups, each line behind four digits that say
/// how long it is.
public enum PacketLines {
  private static let end = "0000"

  /// Reads a group.
  ///
  /// - Parameter read: gives exactly so many bytes; nil where there are fewer.
  /// - Throws: `HubError.notAllowed` for what Git doesn't say.
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

  /// A group as it is written.
  public static func text(of lines: [String]) -> String {
    lines.map { line in
      let digits = String(line.utf8.count + 4, radix: 16)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + line
    }.joined() + end
  }
}
