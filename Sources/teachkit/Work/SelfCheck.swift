import Course
import Exchange
import Grading
import Model

/// Checks answers to a practice worksheet, whose answer key is published.
struct SelfCheck {
  private let grader: Grader

  /// - Throws: `KeyProblem` if the worksheet can't be checked.
  init(_ worksheet: Worksheet) throws(KeyProblem) {
    grader = try Grader(worksheet)
  }

  func verdicts(_ content: Content) -> [String: Verdict] {
    let verdicts = (try? grader.check(content)) ?? []
    return Dictionary(verdicts.map { ($0.exercise, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The grade for some answers.
  func grade(_ content: Content) throws -> Grade {
    let verdicts = try grader.check(content)
    var earned = Rational.zero
    for verdict in verdicts { earned = try earned + (verdict.points ?? .zero) }
    earned = max(.zero, earned)
    return Grade(
      score: earned, earned: earned, max: grader.maximum, state: .graded,
      items: verdicts.map { Grade.Item(exercise: $0.exercise, points: $0.points) })
  }
}

extension StudentClone {
  /// The present answers.
  func content(of worksheet: Worksheet) throws -> Content {
    let sheet = try answers(worksheet)
    let answers = worksheet.exercises.compactMap { exercise in
      sheet[exercise.id].map { (exercise.id, $0) }
    }
    return .answers(
      Dictionary(answers, uniquingKeysWith: { first, _ in first }),
      paths: try workFiles(of: worksheet))
  }
}
