/// Searches for substrings.
///
/// The standard library's functions of these names are in the module of its regular expressions, which adds
/// 1.3 MB to the binary. `docs/decisions/linking.md` describes how that module is kept out.
extension StringProtocol {
  /// The first range of `other`, compared by UTF-8 bytes without normalization, so that a letter is found even
  /// before a combining mark. An empty text is found at the start.
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

  /// Whether the text contains `other`, as found by `firstRange(of:)`.
  public func contains(_ other: some StringProtocol) -> Bool {
    firstRange(of: other) != nil
  }

  /// The text with each `old` replaced by `new`, from the left. An empty `old` matches nothing.
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
