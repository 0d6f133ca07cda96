import Model
import Text

/// A filter of a list: `type=quiz`, `state!=draft`, or the option `--type quiz`.
public struct Condition {
  public let name: String
  /// The requested value; the empty text matches a missing value.
  public let value: String
  public let isNegated: Bool
  /// Whether it has its own option, instead of being part of `--where`.
  public let isOption: Bool

  /// The filters that have an option.
  public static let options = ["class", "group", "state", "subject", "topic", "type"]

  public init(option name: String, _ value: String) {
    (self.name, self.value) = (name, value)
    (isNegated, isOption) = (false, true)
  }

  /// Reads `type=quiz,topic!=math`; a part without `=` belongs to the previous value.
  public static func list(_ text: String) throws -> [Condition] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let whole = parts.reduce(into: [Substring]()) { whole, part in
      if part.contains("=") || whole.isEmpty {
        whole.append(part)
      } else {
        whole[whole.count - 1] += "," + part
      }
    }
    return try whole.map { try Condition(part: $0) }
  }

  private init(part: Substring) throws {
    guard let sign = part.firstIndex(of: "=") else {
      throw Failure(
        .commandIsFaulty, "invalid condition '\(part)'",
        hint: "write 'field=value' or 'field!=value'"
      )
    }
    let name = part[..<sign]
    isNegated = name.last == "!"
    self.name = String(isNegated ? name.dropLast() : name)
    value = String(part[part.index(after: sign)...])
    isOption = false
  }

  /// The name as on the command line.
  public var shownName: String { isOption ? "--\(name)" : name }

  /// Whether one of the words matches the value; for a negated condition, whether none does.
  public func holds(of words: [String], matching matches: (String, String) -> Bool) -> Bool {
    let isFound = value.isEmpty ? words.isEmpty : words.contains { matches($0, value) }
    return isFound != isNegated
  }

  /// Whether a word equals the requested value, ignoring case and width; numbers by value.
  public static func isSame(_ word: String, _ asked: String) -> Bool {
    if foldedForComparison(word) == foldedForComparison(asked) { return true }
    guard let number = Rational(text: word), let other = Rational(text: asked) else { return false }
    return number == other
  }
}
