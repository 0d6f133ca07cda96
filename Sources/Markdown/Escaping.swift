import Text

/// Text as HTML shows it, in attributes, too.
///
/// What could hide in it is made visible, but for what scripts are written with: marks of direction
/// and places to break a word.
public func escaped(_ text: String) -> String { markup(shown(text)) }

/// The characters that no reader sees and some scripts need: a place to break a word, marks of
/// direction, a soft hyphen, and a joiner of words.
private let needed: Set<Unicode.Scalar> = [
  "\u{200B}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{00AD}", "\u{2060}",
]

/// A text with lines, in which nothing is hidden that could mislead.
func shown(_ text: String) -> String {
  let text = text.utf8.contains(0x0D) ? withPlainLineEnds(text) : text
  let parts = text.unicodeScalars.split(
    omittingEmptySubsequences: false, whereSeparator: needed.contains)
  guard parts.count > 1 else { return visible(text, keepingLines: true) }
  var result = String.UnicodeScalarView()
  for part in parts {
    result += visible(String(part), keepingLines: true).unicodeScalars
    if part.endIndex < text.unicodeScalars.endIndex {
      result.append(text.unicodeScalars[part.endIndex])
    }
  }
  return String(result)
}

private func withPlainLineEnds(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where scalar != "\r" { result.append(scalar) }
  return String(result)
}
