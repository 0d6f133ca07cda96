import CText

/// The number of terminal columns that `text` takes: two for each wide East Asian character or
/// emoji, none for combining marks and control characters.
public func displayWidth(_ text: String) -> Int {
  if text.isPrintableASCII { return text.utf8.count }
  return text.reduce(0) { $0 + width(of: $1) }
}

/// The side at which `padded(_:to:_:)` keeps the text.
public enum Alignment: Sendable {
  case left, right
}

/// `text` with spaces added until it takes `width` columns; a text that is wider already stays.
public func padded(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
  let spaces = String(repeating: " ", count: max(0, width - displayWidth(text)))
  return alignment == .left ? text + spaces : spaces + text
}

/// A cluster of several characters (a flag, a family, a syllable) is never wider than two columns.
private func width(of cluster: Character) -> Int {
  var sum = 0
  for scalar in cluster.unicodeScalars {
    // Emoji presentation makes a narrow symbol wide.
    if scalar == "\u{FE0F}" { return 2 }
    sum += max(0, Int(utf8proc_charwidth(Int32(bitPattern: scalar.value))))
  }
  return min(sum, 2)
}
