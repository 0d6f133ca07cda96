import Substrings
import Text

/// Comma-separated values as RFC 4180 has them, with line feeds, for spreadsheets.
public enum CSV {
  /// One line. A text that a spreadsheet would run as a formula gets an apostrophe before it, and
  /// what drives terminals becomes visible; numbers stay what they are.
  public static func append(_ values: [JSONValue], to text: inout String) {
    for (index, value) in values.enumerated() {
      text += index == 0 ? "" : ","
      append(value, to: &text)
    }
    text += "\n"
  }

  private static func append(_ value: JSONValue, to text: inout String) {
    switch value {
    case .null: break
    case .boolean(let value): text += value ? "yes" : "no"
    case .integer(let value): text += String(value)
    case .decimal(let number) where value.description == number: text += number
    default: text += quoted(defused(visible(Cell.text(of: value), keepingLines: true)))
    }
  }

  /// `text` that no spreadsheet takes for a formula.
  ///
  /// Spreadsheets run what starts with `=`, `+`, `-` or `@`, in full-width forms too, also after
  /// spaces, tabs and other control characters. What has an apostrophe there already gets another,
  /// so that `fused(_:)` can tell.
  public static func defused(_ text: String) -> String {
    let start = text.unicodeScalars.first {
      $0.value > 0x20 && $0 != "'" && !$0.properties.isWhitespace
        && !$0.properties.isDefaultIgnorableCodePoint
    }
    switch start {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": return "'" + text
    default: return text
    }
  }

  /// The text that `defused(_:)` made this of.
  public static func fused(_ text: String) -> String {
    guard text.hasPrefix("'") else { return text }
    let rest = String(text.dropFirst())
    return defused(rest) == text ? rest : text
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes =
      text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      || text.first == " " || text.last == " "
    guard needsQuotes else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
