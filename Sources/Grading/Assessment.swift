import Model

/// A grade with the verdicts that led to it.
public struct Assessment: Hashable, Sendable {
  public internal(set) var grade: Grade
  /// In the worksheet's order; empty if the work is missing, excused or unreadable.
  public let verdicts: [Verdict]
  /// Why the submission is unreadable.
  public let unreadable: String?
  /// When the attempt that counts was submitted, as far as can be known.
  public let at: Instant?
  /// The possible score of other attempts that wait for marks, if the best attempt counts.
  public internal(set) var rivals: [Assessment] = []
}

extension Grader {
  /// Grades one student's work.
  ///
  ///   - Excused work has no score. A score set by hand replaces the computed one.
  ///   - `earned` is the sum of all points, at least 0; `score` is the rest after the late penalty.
  ///     A penalty never improves a score.
  ///   - Without a submission, or with an unreadable one, marks given by hand count, and other
  ///     exercises wait for marks.
  ///   - An exercise with its own due date is graded from the attempt that counts for that date, or
  ///     for the student's extension if that is later, with its lateness; if the best attempt
  ///     counts, it is the same for all exercises. The attempt and lateness in the grade are those
  ///     of the whole work, and only its lateness uses the budget.
  /// - Parameters:
  ///   - attempts: oldest first.
  ///   - received: the arrival records, in order.
  ///   - content: reads an attempt; called once, and only for attempts that may count or were
  ///     marked.
  public func assess(
    _ attempts: [Attempt], received: [Arrival] = [], terms: Terms, zone: Zone,
    marks: Marks = Marks(), content: (Attempt) -> Content
  ) throws(RationalOverflow) -> Assessment {
    guard marks.excused == nil else {
      let grade = Grade(max: maximum, state: .excused)
      return Assessment(grade: grade, verdicts: [], unreadable: nil, at: nil)
    }
    return try withoutActuallyEscaping(content) { content throws(RationalOverflow) in
      let desk = GradingDesk(
        grader: self, attempts: attempts, timeline: Timeline(attempts, received, terms),
        terms: terms, zone: zone, marks: marks, content: content)
      var assessment = try desk.assess()
      if let override = marks.override {
        assessment.grade.score = override.score
        assessment.grade.state = .graded
        assessment.rivals = []
      }
      return assessment
    }
  }
}

/// One student's work while it is graded.
private final class GradingDesk {
  /// An attempt with its lateness by some due time.
  private struct Turn {
    let submission: SubmissionTime
    let lateness: Lateness
  }

  private let grader: Grader
  private let attempts: [Attempt]
  private let timeline: Timeline
  private let terms: Terms
  private let zone: Zone
  private let marks: Marks
  private let content: (Attempt) -> Content
  private var contents: [String: Content] = [:]
  private var turns: [Instant?: [Turn]] = [:]

  init(
    grader: Grader, attempts: [Attempt], timeline: Timeline, terms: Terms, zone: Zone,
    marks: Marks, content: @escaping (Attempt) -> Content
  ) {
    self.grader = grader
    self.attempts = attempts
    self.timeline = timeline
    self.terms = terms
    self.zone = zone
    self.marks = marks
    self.content = content
  }

  func assess() throws(RationalOverflow) -> Assessment {
    if terms.counts == .best { return try best() }
    return try assess { due throws(RationalOverflow) in
      let all = try self.turns(by: due)
      let open = all.filter { !$0.lateness.isClosed }
      let candidates = open.isEmpty ? all : open
      return self.terms.counts == .last
        ? candidates.last : candidates.last { $0.lateness.isInTime } ?? candidates.first
    }
  }

  /// The first attempt with the best score, preferably before the cutoff and readable; with the
  /// attempts that could become better.
  private func best() throws(RationalOverflow) -> Assessment {
    var best: (place: Int, rank: [Rational])?
    var all: [Assessment] = []
    for (place, main) in try turns(by: nil).enumerated() {
      let assessment = try assess { due throws(RationalOverflow) in
        try self.turns(by: due)[place]
      }
      all.append(assessment)
      let isMarked = assessment.verdicts.contains(where: \.isByHand)
      let rank: [Rational] = [
        assessment.unreadable == nil || isMarked ? assessment.grade.score ?? .zero : Rational(-1),
        main.lateness.isClosed ? .zero : .one, assessment.unreadable == nil ? .one : .zero,
      ]
      if best.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true { best = (place, rank) }
    }
    guard let best else { return try assess { _ in nil } }
    var assessment = all[best.place]
    for (place, rival) in all.enumerated() where place != best.place && rival.unreadable == nil {
      if try rival.highest(in: grader) > best.rank[0] { assessment.rivals.append(rival) }
    }
    if !assessment.rivals.isEmpty { assessment.grade.state = .partial }
    return assessment
  }

  /// - Parameter turn: finds the attempt that counts by a due time; nil for that of the whole work.
  private func assess(
    by turn: (Instant?) throws(RationalOverflow) -> Turn?
  ) throws(RationalOverflow) -> Assessment {
    var grade = Grade(max: grader.maximum, state: .graded)
    let main = try turn(nil)
    var reason: String?
    if let main, case .unreadable(let why) = read(main.submission.attempt) { reason = why }
    grade.late = main?.lateness.late
    grade.spent = main?.lateness.spent
    grade.isClosed = main?.lateness.isClosed ?? false
    grade.proof = main?.submission.proof
    grade.attempt = main?.submission.number
    if attempts.count != grade.attempt ?? 0 { grade.attempts = attempts.count }
    if timeline.afterSolutions > 0 { grade.afterSolutions = timeline.afterSolutions }
    grade.commit = main?.submission.attempt.commit
    if (main == nil || reason != nil) && !marks.hasPoints {
      grade.state = main == nil ? .missing : .unreadable
      return Assessment(grade: grade, verdicts: [], unreadable: reason, at: main?.submission.at)
    }

    var chosen: [Instant: Turn?] = [:]
    var verdicts: [Verdict] = []
    for item in grader.prepared {
      var credit = main
      if let due = earliestTerms.due(of: item.exercise) {
        if chosen[due] == nil { chosen[due] = try turn(due) }
        credit = chosen[due] ?? nil
      }
      verdicts.append(try verdict(on: item, credit))
    }
    try verdicts.keepPenaltiesFromHelping()
    var earned = Rational.zero
    var score = Rational.zero
    for verdict in verdicts {
      let left = try (verdict.points ?? .zero) * verdict.kept
      earned = try earned + (verdict.points ?? .zero)
      score = try score + left
      var late: Grade.Late?
      if let by = verdict.late, (by, verdict.isClosed) != (grade.late, grade.isClosed) {
        late = .init(by: by, left: verdict.points.map { _ in left }, isClosed: verdict.isClosed)
      }
      grade.items.append(.init(exercise: verdict.exercise, points: verdict.points, late: late))
    }
    grade.earned = max(.zero, earned)
    grade.score = max(.zero, score)
    if verdicts.contains(where: { $0.points == nil }) { grade.state = .partial }
    for verdict in verdicts {
      grade.runs[verdict.exercise] = verdict.report
      if case .worksheetChanged(let change)? = verdict.reason {
        grade.changed[verdict.exercise] = change
      }
    }
    return Assessment(grade: grade, verdicts: verdicts, unreadable: reason, at: main?.submission.at)
  }

  private func verdict(
    on item: Grader.Prepared, _ turn: Turn?
  ) throws(RationalOverflow) -> Verdict {
    let commit = turn?.submission.attempt.commit
    let content = turn.map { read($0.submission.attempt) }
    let mark = marks.mark(for: item.exercise, of: commit, content) { submission in
      attempts.first { $0.commit.hasPrefix(submission) }.map(read)
    }
    var verdict = try grader.verdict(on: item, content, mark)
    if let turn {
      verdict.commit = commit
      verdict.late = turn.lateness.late
      verdict.kept = turn.lateness.kept
      verdict.isClosed = turn.lateness.isClosed
    }
    return verdict
  }

  private func read(_ attempt: Attempt) -> Content {
    if let known = contents[attempt.commit] { return known }
    let content = content(attempt)
    contents[attempt.commit] = content
    return content
  }

  /// The attempts that the rules allow, oldest first; as many for each due time.
  ///
  /// - Parameter ownDue: an exercise's own; nil for that of the whole work.
  private func turns(by ownDue: Instant?) throws(RationalOverflow) -> [Turn] {
    if let known = turns[ownDue] { return known }
    var turns: [Turn] = []
    for (place, terms) in terms.series.enumerated() {
      // Due dates of exercises only apply to the first assignment of the work.
      let ownDue = terms.again == nil ? ownDue : nil
      let due = ownDue ?? terms.due
      var late = terms.late
      if ownDue != nil { late.budget = nil }
      let earlier = try timeline.submissionTimes(due: due).map {
        submission throws(RationalOverflow) in
        Turn(
          submission: submission, lateness: try Lateness(submission.at, due: due, late, in: zone))
      }
      if place == 0 {
        turns = earlier
      } else if let again = self.terms.series[place - 1].again {
        for index in turns.indices where earlier[index].submission.at.map({ $0 < again }) ?? false {
          turns[index] = earlier[index]
        }
      }
    }
    self.turns[ownDue] = turns
    return turns
  }

  /// The terms of the first of several assignments of the work.
  private var earliestTerms: Terms { terms.series.last ?? terms }
}

extension [Verdict] {
  /// Cancels penalties that would improve a score: if the points that share a penalty add up to less
  /// than 0, they all stay.
  fileprivate mutating func keepPenaltiesFromHelping() throws(RationalOverflow) {
    var sums: [Rational: Rational] = [:]
    for verdict in self {
      sums[verdict.kept] = try (sums[verdict.kept] ?? .zero) + (verdict.points ?? .zero)
    }
    for index in indices where sums[self[index].kept]?.isNegative == true {
      self[index].kept = .one
    }
  }
}

extension Assessment {
  /// The best possible score after a person has marked the rest.
  fileprivate func highest(in grader: Grader) throws(RationalOverflow) -> Rational {
    var sum = Rational.zero
    for (item, verdict) in zip(grader.prepared, verdicts) {
      sum = try sum + (verdict.points ?? item.exercise.points) * verdict.kept
    }
    return max(.zero, sum)
  }
}
