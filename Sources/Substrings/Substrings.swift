/// Looking for a text in a text.
///
/// The standard library has the same three under the same names, in the module of its regular
/// expressions: 1.3 MB of every binary that calls one of them. `ARCHITECTURE.md`, "Linking and
/// start-up", tells how that module is kept out.
extension StringProtocol {
  /// The first place where `other` stands, byte by byte in UTF-8: no normal forms, and a letter is
  /// found although a combining mark follows it. An empty text stands at the start.
  public func firstRange(of other: some StringProtocol) -> Range<Index>? {
    let bytes = utf8
    guard let first = other.utf8.first else { return startIndex..<startIndex }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: other.utf8) {
        return start..<bytes.index(start, offsetBy: other.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether `other` stands somewhere in this text, as `firstRange(of:)` finds it.
  public func contains(_ other: some StringProtocol) -> Bool {
    firstRange(of: other) != nil
  }

  /// This text with `new` in each place where `old` stands, from the left; an empty `old` stands
  /// nowhere.
  public func replacing(_ old: some StringProtocol, with new: some StringProtocol) -> String {
    var result = ""
    var rest = self[...]
    while !old.isEmpty, let range = rest.firstRange(of: old) {
      result += rest[..<range.lowerBound]
      result += new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
