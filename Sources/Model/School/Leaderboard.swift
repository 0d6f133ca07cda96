/// The points that a leaderboard ranks.
public enum LeaderboardCriterion: Hashable, Sendable {
  /// The points of all returned grades.
  case points
  /// The results of games and programs at assigned practice worksheets.
  case practice
  /// The points of returned exercises of one type.
  case type(ExerciseType)

  public static let all = [points, practice] + ExerciseType.allCases.map { type($0) }

  public init?(_ name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  public var name: String {
    switch self {
    case .points: "points"
    case .practice: "practice"
    case .type(let type): type.rawValue
    }
  }
}

/// Students ranked by points. Ties go to those who reached the sum earlier; students who reached it
/// at the same time share a rank.
public struct Leaderboard: Sendable {
  /// A student's points.
  public struct Score: Hashable, Sendable {
    public private(set) var points: Rational
    /// The time of the last submission that earned some of them; nil if none did.
    public private(set) var reached: Instant?

    public init(points: Rational = .zero, reached: Instant? = nil) {
      self.points = points
      self.reached = reached
    }

    /// Adds points; the time counts only if there are some.
    public mutating func add(_ more: Rational, at time: Instant?) throws(RationalOverflow) {
      points = try points + more
      if more > .zero { reached = [reached, time].compactMap(\.self).max() }
    }
  }

  /// Why others don't see a student.
  public enum Hiding: String, CaseIterable, Sendable { case teacher, student, alias }

  public struct Row: Hashable, Sendable {
    /// From 1, without gaps.
    public let rank: Int
    public let student: String
    /// The name that others see; nil without one.
    public let name: String?
    public let points: Rational
    public let hiding: Hiding?
  }

  private struct Contestant {
    let student: String
    let name: String?
    let score: Score
    let hiding: Hiding?

    func isBefore(_ other: Contestant) -> Bool {
      if score.points != other.score.points { return score.points > other.score.points }
      if score.reached != other.score.reached {
        guard let mine = score.reached else { return false }
        return other.score.reached.map { mine < $0 } ?? true
      }
      return (name ?? "", student) < (other.name ?? "", other.student)
    }
  }

  /// In order of rank.
  private let contestants: [Contestant]
  private let shown: [Contestant]

  /// The ranks that others see.
  public let shownRows: [Row]

  /// The ranks of all students, including hidden ones.
  public var rows: [Row] { Self.ranked(contestants) }

  /// - Parameters:
  ///   - scores: the scores of students with results; others have no rank.
  ///   - participants: test students and former participants are left out.
  ///   - names: how the subject names students; if its leaderboard is off, by their real names.
  public init(
    _ scores: [String: Score], of participants: ParticipantList, _ students: Students,
    names: Subject.Leaderboard
  ) {
    contestants = participants.counting.compactMap { participant in
      scores[participant.id].map { score in
        let student = students[participant.id] ?? Student(id: participant.id)
        let alias = student.alias.flatMap { $0.isEmpty ? nil : $0 }
        let name = names == .alias ? alias : student.name
        let hiding: Hiding? =
          !student.leaderboard
          ? .teacher : participant.hidden != nil ? .student : name == nil ? .alias : nil
        return Contestant(student: student.id, name: name, score: score, hiding: hiding)
      }
    }.sorted { $0.isBefore($1) }
    shown = contestants.filter { $0.hiding == nil }
    shownRows = Self.ranked(shown)
  }

  /// The ranks that a student sees: those of students who aren't hidden, and their own.
  public func rows(for student: String) -> [Row] {
    guard let own = contestants.first(where: { $0.student == student }), own.hiding != nil else {
      return shownRows
    }
    var visible = shown
    visible.insert(own, at: shown.firstIndex { own.isBefore($0) } ?? shown.endIndex)
    return Self.ranked(visible)
  }

  private static func ranked(_ contestants: [Contestant]) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(contestants.count)
    var last: (score: Score, rank: Int)?
    for contestant in contestants {
      let rank = last.map { $0.score == contestant.score ? $0.rank : $0.rank + 1 } ?? 1
      last = (contestant.score, rank)
      rows.append(
        Row(
          rank: rank, student: contestant.student, name: contestant.name,
          points: contestant.score.points, hiding: contestant.hiding))
    }
    return rows
  }
}
