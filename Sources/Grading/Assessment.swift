import Model

/// A grade, and what led to it.
public struct Assessment: Hashable, Sendable {
  public let grade: Grade
  /// In the worksheet's order; empty where the work is missing, excused or unreadable.
  public let verdicts: [Verdict]
  /// Why the submission can't be read.
  public let unreadable: String?
  /// When the attempt that counts was handed in, as far as can be known.
  public let at: Instant?
}

extension Grader {
  /// The attempt that counts for the exercises of one due time.
  private struct Turn {
    let handIn: HandIn
    let lateness: Lateness
    let content: Content
  }

  /// Grades one student's work.
  ///
  /// - Excused work has no score. A score set by hand is the score, whatever else there is.
  /// - `earned` is the sum of all points, not below 0; `score` what the late penalty leaves of it.
  /// - Without a submission, or with one that can't be read, marks given by hand count, and what
  ///   is not marked waits for a person.
  /// - An exercise with a due time of its own is graded from the attempt that counts by that time,
  ///   or by that of the student's extension where it is later, with its lateness. The attempt and
  ///   lateness in the grade are those of the whole work, and only that takes from a budget.
  /// - Parameters:
  ///   - attempts: oldest first.
  ///   - received: when what arrived, in the order of the record.
  ///   - content: reads an attempt; asked only for those that may count, sometimes twice.
  public func assess(
    _ attempts: [Attempt], received: [Arrival] = [], terms: Terms, zone: Zone,
    marks: Marks = Marks(), content: (Attempt) -> Content
  ) throws(RationalOverflow) -> Assessment {
    var grade = Grade(max: maximum, state: .excused)
    guard marks.excused == nil else {
      return Assessment(grade: grade, verdicts: [], unreadable: nil, at: nil)
    }
    let timeline = Timeline(attempts, received, terms)
    func turn(_ ownDue: Instant?) throws(RationalOverflow) -> Turn? {
      let due = ownDue ?? terms.due
      var late = terms.late
      if ownDue != nil { late.budget = nil }
      return try counting(
        timeline.handIns(due: due), due: due, late, terms.counts, zone: zone, content: content
      ) { (turn: Turn) throws(RationalOverflow) in
        try worth(of: turn, marks) { terms.due(of: $0.exercise) == ownDue }
      }
    }

    let main = try turn(nil)
    var reason: String?
    if case .unreadable(let why) = main?.content { reason = why }
    grade.late = main?.lateness.late
    grade.spent = main?.lateness.spent
    grade.isClosed = main?.lateness.isClosed ?? false
    grade.proof = main?.handIn.proof
    grade.attempt = main?.handIn.number
    if attempts.count != grade.attempt ?? 0 { grade.attempts = attempts.count }
    grade.commit = main?.handIn.attempt.commit
    if (main == nil || reason != nil) && !marks.hasPoints {
      grade.state = main == nil ? .missing : .unreadable
      grade.override(marks)
      return Assessment(grade: grade, verdicts: [], unreadable: reason, at: main?.handIn.at)
    }

    var turns: [Instant: Turn?] = [:]
    var verdicts: [Verdict] = []
    var earned = Rational.zero
    var score = Rational.zero
    for item in prepared {
      var own = main
      if let due = terms.due(of: item.exercise) {
        if turns[due] == nil { turns[due] = try turn(due) }
        own = turns[due] ?? nil
      }
      var verdict = try verdict(on: item, own?.content, marks)
      if let own {
        verdict.commit = own.handIn.attempt.commit
        verdict.late = own.lateness.late
        verdict.kept = own.lateness.kept
        verdict.isClosed = own.lateness.isClosed
      }
      verdicts.append(verdict)
      let left = try (verdict.points ?? .zero) * verdict.kept
      earned = try earned + (verdict.points ?? .zero)
      score = try score + left
      var late: Grade.Late?
      if let by = verdict.late, (by, verdict.isClosed) != (grade.late, grade.isClosed) {
        late = .init(by: by, left: verdict.points.map { _ in left }, isClosed: verdict.isClosed)
      }
      grade.items.append(.init(exercise: item.exercise.id, points: verdict.points, late: late))
    }
    grade.earned = max(.zero, earned)
    grade.score = max(.zero, score)
    grade.state = verdicts.contains { $0.points == nil } ? .partial : .graded
    for verdict in verdicts { grade.runs[verdict.exercise] = verdict.report }
    grade.override(marks)
    return Assessment(grade: grade, verdicts: verdicts, unreadable: reason, at: main?.handIn.at)
  }

  /// The attempt that counts among those that came before the cutoff, or where none did, among
  /// all: the last; the last in time, else the first late one; or the first with the best score.
  private func counting(
    _ handIns: [HandIn], due: Instant?, _ late: LateRules, _ counts: CountingAttempt, zone: Zone,
    content: (Attempt) -> Content, worth: (Turn) throws(RationalOverflow) -> Rational
  ) throws(RationalOverflow) -> Turn? {
    var all: [(handIn: HandIn, lateness: Lateness)] = []
    for handIn in handIns {
      all.append((handIn, try Lateness(handIn.at, due: due, late, in: zone)))
    }
    let open = all.filter { !$0.lateness.isClosed }
    let candidates = open.isEmpty ? all : open
    func read(_ candidate: (handIn: HandIn, lateness: Lateness)) -> Turn {
      Turn(
        handIn: candidate.handIn, lateness: candidate.lateness,
        content: content(candidate.handIn.attempt))
    }
    switch counts {
    case .last: return candidates.last.map(read)
    case .lastInTime:
      return (candidates.last { $0.lateness.isInTime } ?? candidates.first).map(read)
    case .best:
      var best: (turn: Turn, score: Rational)?
      for candidate in candidates {
        let turn = read(candidate)
        let score = try worth(turn)
        if best.map({ score > $0.score }) ?? true { best = (turn, score) }
      }
      return best?.turn
    }
  }

  /// What an attempt is worth before anybody has looked at it, in the exercises with a due time of
  /// their own or those without; one that can't be read is worth less than any other.
  private func worth(
    of turn: Turn, _ marks: Marks, where isMeant: (Prepared) -> Bool
  ) throws(RationalOverflow) -> Rational {
    guard case .answers = turn.content else { return Rational(-1) }
    var sum = Rational.zero
    for item in prepared where isMeant(item) {
      sum = try sum + (verdict(on: item, turn.content, marks).points ?? .zero)
    }
    return max(.zero, try sum * turn.lateness.kept)
  }
}

extension Grade {
  fileprivate mutating func override(_ marks: Marks) {
    guard let override = marks.override else { return }
    score = override.score
    state = .graded
  }
}
