import Course
import Reports
import Text

extension Failure {
  /// The lines on a terminal: the error, its place with the line and a caret, the hint.
  ///
  /// - Parameter wrap: breaks a message into lines.
  func text(paint: (String, Tone) -> String, wrap: (String) -> String) -> String {
    func painted(_ label: String, _ tone: Tone, _ text: String) -> String {
      paint(label, tone) + wrap("\(label) \(visible(text))").dropFirst(label.count)
    }
    var lines = [painted("teachkit: error:", .bad, "\(message) [\(id.rawValue)]")]
    if let place { lines += place.lines }
    if let hint { lines.append(painted("hint:", .warning, hint.text)) }
    return lines.joined(separator: "\n")
  }

  /// `{"error": {"id": …, "message": …, "path": …, "line": …, "column": …, "hint": …}}`, with null
  /// for missing values.
  var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? nil }
    func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? nil }
    return [
      "error": [
        "id": .string(id.rawValue), "message": .string(message.text), "path": text(place?.path),
        "line": number(place?.line), "column": number(place?.column), "hint": text(hint?.text),
      ]
    ]
  }
}

extension Failure.Place {
  /// The maximum number of displayed characters of a line.
  private static let widest = 76

  /// The file with the numbers of line and column, the line itself, and a caret.
  var lines: [String] {
    let numbers = [line, column].prefix { $0 != nil }.compactMap { $0 }
    return [([visible(path)] + numbers.map(String.init)).joined(separator: ":")] + pointer
  }

  /// The line, and below it a caret under the column.
  private var pointer: [String] {
    guard let excerpt, !excerpt.isEmpty else { return [] }
    let scalars = Array(excerpt.unicodeScalars)
    let column = min(max(1, column ?? 1) - 1, scalars.count)
    // The part of a long line around the column.
    let start = scalars.count > Self.widest ? max(0, column - Self.widest / 2) : 0
    let end = min(scalars.count, start + Self.widest)
    func shown(_ range: Range<Int>) -> String {
      visible(String(String.UnicodeScalarView(scalars[range])))
    }
    let before = (start > 0 ? "…" : "") + shown(start..<column)
    let line = before + shown(column..<end) + (end < scalars.count ? "…" : "")
    guard self.column != nil else { return ["  " + line] }
    return ["  " + line, "  " + String(repeating: " ", count: displayWidth(before)) + "^"]
  }
}
