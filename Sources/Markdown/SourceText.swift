import Substrings
import Text

/// A text to preprocess before parsing it as Markdown.
struct SourceText {
  private var text: String

  init(_ text: String) { self.text = text }

  var bytes: [UInt8] { Array(text.utf8) }

  mutating func replace(_ old: String, with new: @autoclosure () -> String) {
    if text.contains(old) { text = text.replacing(old, with: new()) }
  }

  /// Replaces formulas, `$…$` and `$$…$$` on one line.
  ///
  /// As in Pandoc, no space may follow the opening `$` or precede the closing one, and no digit may
  /// follow it, so "$5 and $6" is not a formula.
  mutating func replaceFormulas(_ mark: (String) -> String) {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "$") {
      result += rest[..<start]
      rest = rest[start...]
      guard !result.hasSuffix("\\"), let end = SourceText.endOfFormula(rest) else {
        result.append(rest.removeFirst())
        continue
      }
      result += mark(String(rest[..<end]))
      rest = rest[end...]
    }
    text = result + rest
  }

  /// The end of the formula at the start of a text.
  private static func endOfFormula(_ text: Substring) -> String.Index? {
    let sign = text.hasPrefix("$$") ? "$$" : "$"
    let inside = text.dropFirst(sign.count)
    guard let first = inside.first, !first.isWhitespace, first != "$" else { return nil }
    var place = inside.startIndex
    while let found = inside[place...].firstIndex(of: "$") {
      let formula = inside[..<found]
      let after = inside[found...].dropFirst(sign.count)
      if formula.contains("\n") { return nil }
      if inside[found...].hasPrefix(sign), formula.last?.isWhitespace == false,
        formula.last != "\\", after.first?.isNumber != true
      {
        return after.startIndex
      }
      place = inside.index(after: found)
    }
    return nil
  }

  /// Keeps line breaks, except after a full line: one that the next word would have made longer
  /// than `full`.
  mutating func keepLineBreaks() {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    text = lines.indices.map { place in
      let line = lines[place]
      guard let next = lines.dropFirst(place + 1).first, !line.isEmpty, !line.hasPrefix("    ")
      else { return String(line) }
      let word = next.drop { $0 == " " }.prefix { $0 != " " && displayWidth(String($0)) < 2 }
      let width = displayWidth(String(line))
      let isFull = width >= 60 && width + 1 + displayWidth(String(word)) > SourceText.full
      return isFull ? String(line) : line + "  "
    }
    .joined(separator: "\n")
  }

  /// A little less than the usual line length.
  private static let full = 76
}
