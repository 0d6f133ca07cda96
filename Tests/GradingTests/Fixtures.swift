import Model
import Testing

@testable import Grading

extension Rational {
  init(_ text: StaticString) {
    self = Rational(text: "\(text)") ?? .zero
  }
}

extension Worksheet {
  init(_ exercises: [Exercise]) {
    self.init(
      context: Context(
        path: ContextPath(subject: "math", components: ["fractions", "adding"]),
        title: "Adding"),
      exercises: exercises)
  }
}

extension Exercise {
  /// Creates an exercise worth one point.
  init(
    _ question: Question, id: String = "one", points: Rational = .one, unit: String? = nil,
    wrong: Rational = .zero, isBonus: Bool = false, due: Instant? = nil,
    rubric: [RubricItem] = []
  ) {
    self.init(
      id: id, prompt: "?", points: points, due: due, isBonus: isBonus, wrong: wrong, unit: unit,
      rubric: rubric, question: question)
  }

  static func number(
    _ id: String, _ key: StaticString, points: Rational = .one, wrong: Rational = .zero,
    isBonus: Bool = false, due: Instant? = nil
  ) -> Exercise {
    Exercise(
      .number(NumberKey(value: Rational(key))), id: id, points: points, wrong: wrong,
      isBonus: isBonus, due: due)
  }
}

/// Returns an answer's share of the points as text, or `?` if a person has to decide.
func share(_ exercise: Exercise, _ answer: AnswerValue?) throws -> String {
  let answers = answer.map { [exercise.id: $0] } ?? [:]
  let verdict = try Grader(Worksheet([exercise])).check(.answers(answers))[0]
  return verdict.points.map(\.description) ?? "?"
}

func share(_ question: Question, _ answer: AnswerValue?) throws -> String {
  try share(Exercise(question), answer)
}

extension LateRules {
  /// Ten minutes of grace, a tenth off per day, closed after three days.
  static let strict = LateRules(
    penalty: LatePenalty(text: "10% per day"), cutoff: .days(3)
  ).over(.standard)
}

extension Instant {
  /// Parses an ISO 8601 time.
  init(_ text: StaticString) {
    self = Instant(iso: "\(text)") ?? Instant(seconds: 0)
  }
}
