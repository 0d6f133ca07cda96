import Text

/// Text escaped for HTML, including attributes.
///
/// Invisible characters are made visible, except those that some scripts need: direction marks and
/// word break opportunities.
public func escaped(_ text: String) -> String { markup(shown(text)) }

/// Plain text escaped for HTML, with its formulas as MathML. Formulas that can't be shown stay as
/// typed.
public func escapedWithFormulas(_ text: String) -> String {
  var formulas: [String] = []
  // Text in HTML has no control characters, so they can mark the formulas.
  let marked = shown(text).replacingFormulas { source, isDisplayed in
    guard let formula = try? Formula(source) else { return nil }
    formulas.append(formula.mathML(isBlock: isDisplayed))
    return "\u{1}"
  }
  let parts = markup(marked).split(separator: "\u{1}", omittingEmptySubsequences: false)
  return parts.dropFirst().reduce(into: parts.first.map(String.init) ?? "") { html, part in
    html += formulas.removeFirst() + part
  }
}

/// Invisible characters that some scripts need: zero-width space, direction marks, soft hyphen and
/// word joiner.
private let needed: Set<Unicode.Scalar> = [
  "\u{200B}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{00AD}", "\u{2060}",
]

/// A text of several lines without misleading invisible characters.
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
