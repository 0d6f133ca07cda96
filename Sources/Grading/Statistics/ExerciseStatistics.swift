import Model
import Text

/// Statistics of one exercise over all submissions.
public struct ExerciseStatistics: Hashable, Sendable {
  /// A wrong or partly right answer.
  public struct WrongAnswer: Hashable, Sendable {
    /// The answer as text, in its first spelling.
    public let answer: String
    public let students: [String]
  }

  public let exercise: String
  /// Students by outcome, in the order of the performances.
  public let students: [Verdict.Outcome: [String]]
  /// The number of submissions.
  public let count: Int
  /// The mean of the given points; nil if there are none.
  public let mean: Rational?
  /// The corrected item–total correlation, −1 to 1: how well the exercise separates strong from
  /// weak students.
  ///
  /// It is Pearson's correlation r(x, T − x) of the points x for this exercise with the points T −
  /// x for all others; for an all-or-nothing exercise this is the corrected point-biserial
  /// correlation. The exercise itself is left out of the total because every exercise correlates
  /// with itself. In terms of the uncorrected correlation r and the standard deviations s of x and
  /// T:
  ///
  ///     r(x, T − x) = (r·sT − sx) / √(sT² + sx² − 2·r·sT·sx)
  ///
  /// J. P. Guilford, "The correlation of an item with a composite of the remaining items in a
  /// test", Educational and Psychological Measurement 13 (1953), 87–93.
  ///
  /// A missing answer counts as zero points. Exercises that wait for marks are excluded from all
  /// totals, and a waiting answer is left out. Nil for fewer than three students, or if either
  /// variable is constant.
  public let discrimination: Double?
  /// The most frequent first.
  public let wrongAnswers: [WrongAnswer]

  /// The share of all submissions with this outcome, 0 to 1; nil without submissions.
  public func share(of outcome: Verdict.Outcome) -> Rational? {
    Rational(Int128(students[outcome]?.count ?? 0), over: Int128(count))
  }

  /// - Parameters:
  ///   - performances: those of students with a submission.
  ///   - decided: the exercises without waiting answers.
  init(
    _ exercise: Exercise, at place: Int, in performances: [Performance], decided: Set<Int>
  ) throws(RationalOverflow) {
    var students: [Verdict.Outcome: [String]] = [:]
    var pairs: [(Rational, Rational)] = []
    var sum = Rational.zero
    var wrong: [(key: String, answer: WrongAnswer)] = []
    for performance in performances {
      guard performance.verdicts.indices.contains(place) else { continue }
      let verdict = performance.verdicts[place]
      students[verdict.outcome, default: []].append(performance.student)
      if let points = verdict.points {
        var rest = Rational.zero
        for other in performance.verdicts.indices where other != place && decided.contains(other) {
          rest = try rest + (performance.verdicts[other].points ?? .zero)
        }
        pairs.append((points, rest))
        sum = try sum + points
      }
      if verdict.outcome == .wrong || verdict.outcome == .partial,
        let answer = performance.answers[exercise.id]
      {
        let key = exercise.key(of: answer)
        let known = wrong.firstIndex { $0.key == key }
        let before = known.map { wrong[$0].answer }
        let found = WrongAnswer(
          answer: before?.answer ?? answer,
          students: (before?.students ?? []) + [performance.student])
        if let known { wrong[known].answer = found } else { wrong.append((key, found)) }
      }
    }
    self.exercise = exercise.id
    self.students = students
    count = performances.count
    mean = pairs.isEmpty ? nil : try sum / Rational(pairs.count)
    discrimination = Moments.correlation(pairs)
    wrongAnswers = wrong.map(\.answer).sorted {
      ($1.students.count, $0.answer) < ($0.students.count, $1.answer)
    }
  }
}

extension Exercise {
  /// The common form of equivalent answers.
  fileprivate func key(of answer: String) -> String {
    if question.type == .number, let number = Rational(written: answer) {
      return number.exact
    }
    return foldedForComparison(answer)
  }
}
