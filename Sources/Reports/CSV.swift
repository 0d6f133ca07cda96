import Substrings
import Text

/// Comma-separated values for spreadsheets (RFC 4180, with line feeds).
public enum CSV {
  /// One line. Text that a spreadsheet would run as a formula is prefixed with an apostrophe, and
  /// control characters become visible; numbers are unchanged.
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

  /// `text` in a form that no spreadsheet reads as a formula.
  ///
  /// Spreadsheets run text that starts with `=`, `+`, `-` or `@`, including full-width forms, also
  /// after spaces, tabs and other control characters. An existing apostrophe in front is doubled,
  /// so that `fused(_:)` can reverse this.
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

  /// The text that `defused(_:)` was applied to.
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
