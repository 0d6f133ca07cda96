import Substrings
import Text

/// Comma-separated values for spreadsheets (RFC 4180, with line feeds).
public enum CSV {
  /// The details of a file that differ between programs.
  public struct Style: Sendable {
    let separator: Character
    /// Whether numbers have a decimal comma instead of a point.
    let usesDecimalComma: Bool
    let hasByteOrderMark: Bool

    public static let standard = Style(
      separator: ",", usesDecimalComma: false, hasByteOrderMark: false)

    /// As Excel expects in a language: with a byte order mark, as it takes other files for
    /// Windows-1252, and with semicolons and decimal commas if the language has these.
    ///
    /// - Parameter language: such as `de` or `de-CH`.
    public static func excel(language: String?) -> Style {
      let usesComma = CSV.usesDecimalComma(language)
      return Style(
        separator: usesComma ? ";" : ",", usesDecimalComma: usesComma, hasByteOrderMark: true)
    }
  }

  /// The languages with a decimal comma, by CLDR 42.
  private static let commaLanguages: Set<String> = [
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr",
    "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "ky", "lb", "lt", "lv", "mk", "nb", "nl",
    "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "uz", "vi",
  ]
  /// Regions that have a point nevertheless.
  private static let pointRegions: Set<String> = [
    "de-ch", "de-li", "it-ch", "es-mx", "es-us", "es-gt", "es-hn", "es-ni", "es-pa", "es-pe",
    "es-pr", "es-sv", "es-do",
  ]

  private static func usesDecimalComma(_ language: String?) -> Bool {
    let tag = (language ?? "en").lowercased().replacing("_", with: "-")
    let parts = tag.split(separator: "-")
    return commaLanguages.contains(parts.first.map(String.init) ?? "")
      && !pointRegions.contains(parts.prefix(2).joined(separator: "-"))
  }

  /// One line. Text that a spreadsheet would run as a formula is prefixed with an apostrophe, and
  /// control characters become visible; numbers are unchanged.
  public static func append(
    _ values: [JSONValue], to text: inout String, _ style: Style = .standard
  ) {
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(style.separator) }
      append(value, to: &text, style)
    }
    text += "\n"
  }

  private static func append(_ value: JSONValue, to text: inout String, _ style: Style) {
    switch value {
    case .null: break
    case .boolean(let value): text += value ? "yes" : "no"
    case .integer(let value): text += String(value)
    case .decimal(let number) where value.description == number:
      text += style.usesDecimalComma ? number.replacing(".", with: ",") : number
    default:
      text += quoted(defused(visible(Cell.text(of: value), keepingLines: true)), style)
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

  private static func quoted(_ text: String, _ style: Style) -> String {
    let needsQuotes =
      text.utf8.contains { [0x22, 0x0A, 0x0D].contains($0) } || text.contains(style.separator)
      || text.first == " " || text.last == " "
    guard needsQuotes else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
