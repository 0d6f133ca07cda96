import Model

/// The results of a group of students on a worksheet.
///
/// All submissions count, including late ones, and so do marks without a submission. Missing work
/// has no score and doesn't lower the mean.
public struct Statistics: Hashable, Sendable {
  /// An interval of the range of scores.
  public struct Bin: Hashable, Sendable {
    /// As shares of the maximum. A score equal to `upper` belongs to the next bin, if there is one.
    public let lower: Rational
    public let upper: Rational
    public let students: [String]
  }

  /// The state of a student's work.
  public enum Category: String, CaseIterable, Sendable {
    case graded
    /// Part of the work waits for marks; the known points count.
    case waiting
    case missing
    /// Not submitted, but still in time.
    case awaited
    case excused, unreadable
  }

  /// Students by the state of their work.
  public let students: [Category: [String]]
  /// The points of all exercises except bonus exercises.
  public let maximum: Rational
  /// Nil if nobody has a score.
  public let scores: Distribution?
  /// Ten bins, one for each tenth of the points; none if the maximum is 0.
  public let histogram: [Bin]
  /// In the worksheet's order.
  public let exercises: [ExerciseStatistics]

  /// - Throws: `RationalOverflow` if a sum can't be represented.
  public init(
    _ worksheet: Worksheet, maximum: Rational, _ performances: [Performance]
  ) throws(RationalOverflow) {
    self.maximum = maximum
    var students: [Category: [String]] = [:]
    for performance in performances {
      students[performance.category, default: []].append(performance.student)
    }
    self.students = students
    scores = try Distribution(performances.compactMap(\.grade.score))
    histogram = try Statistics.histogram(performances, maximum)

    let submitted = performances.filter { !$0.verdicts.isEmpty }
    let decided = Set(
      worksheet.exercises.indices.filter { place in
        submitted.allSatisfy {
          $0.verdicts.indices.contains(place) && $0.verdicts[place].points != nil
        }
      })
    var exercises: [ExerciseStatistics] = []
    for (place, exercise) in worksheet.exercises.enumerated() {
      exercises.append(
        try ExerciseStatistics(exercise, at: place, in: submitted, decided: decided))
    }
    self.exercises = exercises
  }

  private static func histogram(
    _ performances: [Performance], _ maximum: Rational
  ) throws(RationalOverflow) -> [Bin] {
    if maximum.isZero { return [] }
    let count = 10
    var bins = Array(repeating: [String](), count: count)
    for performance in performances {
      guard let score = performance.grade.score else { continue }
      let tenths = try score / maximum * Rational(count)
      let place = tenths.wholePart
      bins[max(0, min(place, count - 1))].append(performance.student)
    }
    return bins.enumerated().compactMap { place, students in
      guard let lower = Rational(Int128(place), over: Int128(count)),
        let upper = Rational(Int128(place + 1), over: Int128(count))
      else { return nil }
      return Bin(lower: lower, upper: upper, students: students)
    }
  }
}

extension Performance {
  fileprivate var category: Statistics.Category {
    switch grade.state {
    case .graded: .graded
    case .partial: .waiting
    case .missing: isAwaited ? .awaited : .missing
    case .excused: .excused
    case .unreadable: .unreadable
    }
  }
}
