import Model
import Text

/// What a list is narrowed by: `type=quiz`, `state!=draft`, or the option `--type quiz`.
struct Condition {
  let name: String
  /// What is asked for; the empty text asks for what has nothing there.
  let value: String
  let isNegated: Bool
  /// Whether it is an option of its own rather than a part of `--where`.
  let isOption: Bool

  /// The filters that have an option of their own.
  static let options = ["class", "group", "state", "subject", "topic", "type"]

  init(option name: String, _ value: String) {
    (self.name, self.value) = (name, value)
    (isNegated, isOption) = (false, true)
  }

  /// Reads `type=quiz,topic!=math`; a part without `=` belongs to the value before it.
  static func list(_ text: String) throws -> [Condition] {
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
        .commandIsFaulty, "'\(part)' is no condition", hint: "write 'field=value' or 'field!=value'"
      )
    }
    let name = part[..<sign]
    isNegated = name.last == "!"
    self.name = String(isNegated ? name.dropLast() : name)
    value = String(part[part.index(after: sign)...])
    isOption = false
  }

  /// As the command line has it.
  var shownName: String { isOption ? "--\(name)" : name }

  /// Whether one of the words is what is asked for, or none of them where that is asked.
  func holds(of words: [String], matching matches: (String, String) -> Bool) -> Bool {
    let isFound = value.isEmpty ? words.isEmpty : words.contains { matches($0, value) }
    return isFound != isNegated
  }

  /// Whether a word is what is asked for: without regard to case and width, numbers by value.
  static func isSame(_ word: String, _ asked: String) -> Bool {
    if foldedForComparison(word) == foldedForComparison(asked) { return true }
    guard let number = Rational(text: word), let other = Rational(text: asked) else { return false }
    return number == other
  }
}
