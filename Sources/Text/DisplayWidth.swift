import CText

/// The width of `text` in terminal columns: two for each wide East Asian character or emoji, none
/// for combining marks and control characters.
public func displayWidth(_ text: String) -> Int {
  if text.isPrintableASCII { return text.utf8.count }
  return text.reduce(0) { $0 + width(of: $1) }
}

/// The side on which `padded(_:to:_:)` aligns the text.
public enum Alignment: Sendable {
  case left, right
}

/// `text` padded with spaces to `width` columns; wider text is unchanged.
public func padded(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
  let spaces = String(repeating: " ", count: max(0, width - displayWidth(text)))
  return alignment == .left ? text + spaces : spaces + text
}

/// `text` cut to `width` columns, with an ellipsis if anything is missing.
///
/// - Parameter keepingEnd: whether the beginning is cut off instead of the end.
public func truncated(_ text: String, to width: Int, keepingEnd: Bool = false) -> String {
  if displayWidth(text) <= width { return text }
  var kept: [Character] = []
  var used = 0
  for character in keepingEnd ? Array(text.reversed()) : Array(text) {
    used += displayWidth(String(character))
    if used > width - 1 { break }
    kept.append(character)
  }
  if width < 1 { return "" }
  return keepingEnd ? "…" + String(kept.reversed()) : String(kept) + "…"
}

/// The width of a grapheme cluster; one of several scalars (a flag, a syllable) has at most two columns.
private func width(of cluster: Character) -> Int {
  var sum = 0
  for scalar in cluster.unicodeScalars {
    // Emoji presentation makes a narrow symbol wide.
    if scalar == "\u{FE0F}" { return 2 }
    sum += max(0, Int(utf8proc_charwidth(Int32(bitPattern: scalar.value))))
  }
  return min(sum, 2)
}
