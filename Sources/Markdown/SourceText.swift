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

  /// Replaces formulas by markers; see `String.replacingFormulas`.
  mutating func replaceFormulas(_ mark: (_ source: String, _ isDisplayed: Bool) -> String) {
    text = text.replacingFormulas(mark)
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
