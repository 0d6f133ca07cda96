import Model

/// What came of a worksheet in a group of students.
///
/// Those who handed in are counted, late ones too, and those who were marked without that. Work that
/// is missing has no score and lowers no mean.
public struct Statistics: Hashable, Sendable {
  /// A part of the range of scores.
  public struct Bin: Hashable, Sendable {
    /// Shares of the most points. What is exactly `upper` belongs to the next bin, if there is one.
    public let lower: Rational
    public let upper: Rational
    public let students: [String]
  }

  /// What a group's work came to.
  public enum Standing: String, CaseIterable, Sendable {
    case graded
    /// Something waits for a person; what is known of the score counts.
    case waiting
    case missing
    /// Nothing was handed in, and the time is not up.
    case awaited
    case excused, unreadable
  }

  /// Students by what their work came to.
  public let students: [Standing: [String]]
  /// The points of all exercises that are no bonus.
  public let maximum: Rational
  /// Nil where nobody has a score.
  public let scores: Distribution?
  /// Ten, for each tenth of the points; none where there are no points to get.
  public let histogram: [Bin]
  /// In the worksheet's order.
  public let exercises: [ExerciseStatistics]

  /// - Throws: `RationalOverflow` where a sum has no room.
  public init(
    _ worksheet: Worksheet, maximum: Rational, _ performances: [Performance]
  ) throws(RationalOverflow) {
    self.maximum = maximum
    var students: [Standing: [String]] = [:]
    for performance in performances {
      students[performance.standing, default: []].append(performance.student)
    }
    self.students = students
    scores = try Distribution(performances.compactMap(\.grade.score))
    histogram = try Statistics.histogram(performances, maximum)

    let handedIn = performances.filter { !$0.verdicts.isEmpty }
    let decided = Set(
      worksheet.exercises.indices.filter { place in
        handedIn.allSatisfy {
          $0.verdicts.indices.contains(place) && $0.verdicts[place].points != nil
        }
      })
    var exercises: [ExerciseStatistics] = []
    for (place, exercise) in worksheet.exercises.enumerated() {
      exercises.append(
        try ExerciseStatistics(exercise, at: place, in: handedIn, decided: decided))
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
  fileprivate var standing: Statistics.Standing {
    switch grade.state {
    case .graded: .graded
    case .partial: .waiting
    case .missing: isAwaited ? .awaited : .missing
    case .excused: .excused
    case .unreadable: .unreadable
    }
  }
}
