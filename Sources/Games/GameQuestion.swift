import Model
import Text

/// A question of a game.
public struct GameQuestion: Hashable, Sendable {
  /// How answers are compared, and where wrong ones come from.
  public enum Kind: Hashable, Sendable {
    /// A number; wrong answers are near misses.
    case number(WrittenResult, Calculation?)
    /// Words; wrong answers belong to other questions.
    case words(isExact: Bool)
    /// One of some answers that the author wrote.
    case choice(wrong: [String])
    /// All right ones of some answers that the author wrote.
    case choices(wrong: [String])
  }

  /// The identifier for records: of the exercise, with that of the part, if it has several.
  public let id: String
  /// The exercise of which this is a part; nil for a whole one.
  let exercise: String?
  public let prompt: String
  /// The right answers, the preferred one first.
  public let answers: [String]
  public let kind: Kind

  /// - Returns: nil without an answer.
  init?(
    id: String, partOf exercise: String? = nil, prompt: String, answers: [String], _ kind: Kind
  ) {
    guard !answers.isEmpty else { return nil }
    self.exercise = exercise
    (self.id, self.prompt, self.answers, self.kind) = (id, prompt, answers, kind)
  }

  init(_ calculation: Calculation) {
    let result = WrittenResult(calculation.result)
    exercise = nil
    (id, prompt, answers) = (calculation.id, calculation.prompt, [result.text])
    kind = .number(result, calculation)
  }

  /// Whether several answers are right at the same time, instead of in each other's place.
  var hasSeveral: Bool {
    if case .choices = kind { true } else { false }
  }

  /// The right answers that games show: the other ones are further ways to write the first.
  var shown: [String] { hasSeveral ? answers : [answers[0]] }

  /// The answer to show after a mistake.
  public var solution: String { shown.joined(separator: ", ") }

  /// Whether a typed text is a right answer.
  public func accepts(_ text: String) -> Bool {
    switch kind {
    case .number(let result, _): return result.isWritten(text)
    case .words(isExact: true):
      return answers.contains { nfc($0) == nfc(text) }
    case .words, .choice, .choices:
      let folded = foldedForComparison(text)
      return answers.contains { foldedForComparison($0) == folded }
    }
  }
}
