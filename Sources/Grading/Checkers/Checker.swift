import Model

/// Checks the answers to one exercise; prepared once and used for all students.
protocol Checker: Sendable {
  /// Whether there is an answer; a missing answer is never wrong.
  func isAnswered(_ answer: AnswerValue) -> Bool

  func credit(for answer: AnswerValue) throws(RationalOverflow) -> Credit
}

extension Checker {
  func isAnswered(_ answer: AnswerValue) -> Bool { !answer.isBlank }
}

/// The credit for an answer.
enum Credit: Hashable, Sendable {
  /// A share of the points, at most 1; negative if the answer costs points.
  case share(Rational, Reason? = nil)
  /// A person has to decide.
  case unreviewed(Reason)

  static let right = Credit.share(.one)
  static let wrong = Credit.share(.zero)

  static func unlessWrong(_ isRight: Bool) -> Credit { isRight ? .right : .wrong }

  /// `part` of `whole`, clamped between nothing and all.
  static func share(_ part: Int, of whole: Int) -> Credit {
    .share(Rational(Int128(max(0, min(part, whole))), over: Int128(whole)) ?? .zero)
  }

  static func wrongShape(_ expected: Reason.Shape) -> Credit {
    .unreviewed(.wrongShape(expected: expected))
  }
}

/// Leaves every answer to a person: essays, files, and questions without a key.
struct PersonChecker: Checker {
  let reason: Reason

  func credit(for answer: AnswerValue) -> Credit { .unreviewed(reason) }
}

/// Returns the checker of an exercise. This is the only table of exercise types.
func makeChecker(for exercise: Exercise) throws(KeyProblem) -> any Checker {
  let id = exercise.id
  let keyless = PersonChecker(reason: .noKey)
  switch exercise.question {
  case .choice(let choices, let answer):
    guard let answer else { return keyless }
    return try ChoiceChecker(id, choices, answer: answer)
  case .multiple(let choices, let answer, let scoring):
    guard let answer else { return keyless }
    return try MultipleChecker(id, choices, answer: answer, scoring)
  case .trueFalse(let answer):
    guard let answer else { return keyless }
    return TrueFalseChecker(answer: answer)
  case .number(let key):
    guard let key else { return keyless }
    return try NumberChecker(id, key, unit: exercise.unit)
  case .text(let accepted, let match):
    guard let accepted, !accepted.isEmpty else { return keyless }
    return TextChecker(accepted: try AcceptedTexts(id, accepted, match))
  case .gaps(let gaps, let match):
    guard !gaps.isEmpty, gaps.allSatisfy({ !$0.accepted.isEmpty }) else { return keyless }
    return try GapsChecker(id, gaps, match)
  case .match(_, _, let pairs):
    guard let pairs, !pairs.isEmpty else { return keyless }
    return MatchChecker(pairs)
  case .order(_, let solution):
    guard let solution, !solution.isEmpty else { return keyless }
    return OrderChecker(solution)
  case .code(let task):
    if task.cases.isEmpty, task.test == nil { return keyless }
    return try CodeChecker(id, task)
  case .essay, .file:
    return PersonChecker(reason: .markedByHand)
  }
}

/// An invalid answer key.
public struct KeyProblem: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The key isn't one of the choices.
    case noSuchChoice(String)
    /// A pattern that can't be compiled.
    case faultyPattern(String, message: String, offset: Int)
    /// The numbers are too large or too precise for exact arithmetic.
    case outOfRange
  }

  public let exercise: String
  public let kind: Kind
}
