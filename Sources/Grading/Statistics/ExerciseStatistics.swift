import Model
import Text

/// What became of one exercise among those who handed in.
public struct ExerciseStatistics: Hashable, Sendable {
  /// An answer that was not right, or not quite.
  public struct WrongAnswer: Hashable, Sendable {
    /// In words, as the first who gave it wrote it.
    public let answer: String
    public let students: [String]
  }

  public let exercise: String
  /// Students by what became of their answer, in the order of the performances.
  public let students: [Verdict.Outcome: [String]]
  /// How many handed in.
  public let count: Int
  /// The mean of the points that were given; nil where none were.
  public let mean: Rational?
  /// The corrected item–total correlation, −1 to 1: how well the exercise tells those who know
  /// from those who don't.
  ///
  /// It is Pearson's correlation r(x, T − x) of the points x for this exercise with the points
  /// T − x for all others; where x is all or nothing, that is the corrected point-biserial. The exercise
  /// itself is left out of the total since every exercise correlates with itself. In terms of the
  /// uncorrected correlation r and the standard deviations s of x and T:
  ///
  ///     r(x, T − x) = (r·sT − sx) / √(sT² + sx² − 2·r·sT·sx)
  ///
  /// J. P. Guilford, "The correlation of an item with a composite of the remaining items in a
  /// test", Educational and Psychological Measurement 13 (1953), 87–93.
  ///
  /// No answer counts as no points. Exercises in which something waits for a person are in nobody's
  /// total, and an answer that waits is left out. Nil of fewer than three students, and where either
  /// is the same for all.
  public let discrimination: Double?
  /// The most frequent first.
  public let wrongAnswers: [WrongAnswer]

  /// The share of those who handed in, 0 to 1; nil where nobody did.
  public func share(of outcome: Verdict.Outcome) -> Rational? {
    Rational(Int128(students[outcome]?.count ?? 0), over: Int128(count))
  }

  /// - Parameters:
  ///   - performances: those of students who handed in.
  ///   - decided: the exercises in which nothing waits for a person.
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
  /// What answers that say the same have in common.
  fileprivate func key(of answer: String) -> String {
    if question.type == .number, let number = Rational(written: answer) {
      return number.exact
    }
    return foldedForComparison(answer)
  }
}
