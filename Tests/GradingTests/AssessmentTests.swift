import Model
import Testing

@testable import Grading

@Suite struct AssessmentTests {
  let due = Instant("2026-11-28T12:00:00Z")
  let sheet = Worksheet([
    .number("half", "3/4", points: Rational("2")), .number("third", "1/3", wrong: Rational("0.5")),
    .number("extra", "7", isBonus: true),
  ])

  /// Grades attempts, each given by its claimed time and its answers.
  func assess(
    _ tries: [(at: StaticString, answers: [String: String])], worksheet: Worksheet? = nil,
    counts: CountingAttempt = .lastInTime, attempts: Int? = nil, marks: Marks = Marks()
  ) throws -> Assessment {
    let terms = Terms(
      mailbox: "ada", due: due, late: .strict, attempts: attempts, counts: counts)
    return try Grader(worksheet ?? sheet).assess(
      tries.enumerated().map { Attempt(commit: "\($0)", claimed: Instant($1.at)) },
      terms: terms, zone: .utc, marks: marks
    ) { attempt in
      .answers((Int(attempt.commit).map { tries[$0].answers } ?? [:]).mapValues { .text($0) })
    }
  }

  /// Formats an assessment as `score/earned/max state late attempt`.
  func line(_ assessment: Assessment) -> String {
    let grade = assessment.grade
    func text(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "-" }
    return "\(text(grade.score))/\(text(grade.earned))/\(grade.max) \(grade.state) "
      + "\(text(grade.late)) \(text(grade.attempt))"
  }

  @Test(arguments: [
    (["half": "3/4", "third": "1/3", "extra": "7"], "4/4/3 graded - 1"),
    (["half": "3/4", "third": "1/2"], "1.5/1.5/3 graded - 1"),
    (["half": "3/4"], "2/2/3 graded - 1"),
    (["third": "2"], "0/0/3 graded - 1"), ([:], "0/0/3 graded - 1"),
    (["half": "1.234,5", "third": "1/3"], "1/1/3 partial - 1"), (["gone": "1"], "0/0/3 graded - 1"),
  ])
  func totals(answers: [String: String], expected: String) throws {
    #expect(try line(assess([("2026-11-28T10:00:00Z", answers)])) == expected)
  }

  @Test func theLatePenaltyIsAShareOfTheEarnedPoints() throws {
    let right = ["half": "3/4", "third": "1/3"]
    #expect(try line(assess([("2026-11-29T11:00:00Z", right)])) == "2.7/3/3 graded 1d 1")
    #expect(try line(assess([("2026-11-30T11:00:00Z", right)])) == "2.4/3/3 graded 2d 1")
    #expect(try line(assess([("2026-12-03T11:00:00Z", right)])) == "0/3/3 graded 5d 1")
  }

  @Test(arguments: [
    (CountingAttempt.lastInTime, "2/2/3 graded - 2"), (.last, "2.7/3/3 graded 1d 3"),
    (.best, "3/3/3 graded - 1"),
  ])
  func attemptsAreCounted(counts: CountingAttempt, expected: String) throws {
    let tries: [(at: StaticString, answers: [String: String])] = [
      ("2026-11-28T09:00:00Z", ["half": "3/4", "third": "1/3"]),
      ("2026-11-28T10:00:00Z", ["half": "3/4"]),
      ("2026-11-29T10:00:00Z", ["half": "3/4", "third": "1/3"]),
      ("2026-12-24T10:00:00Z", ["half": "3/4", "third": "1/3", "extra": "7"]),
    ]
    #expect(try line(assess(tries, counts: counts)) == expected)
    #expect(try line(assess(tries, counts: counts, attempts: 1)) == "3/3/3 graded - 1")
    #expect(try line(assess(Array(tries.suffix(2)))) == "2.7/3/3 graded 1d 1")
  }

  /// The grade of three attempts at work that was due on the 28th, and assigned again on the 30th.
  @Test(arguments: [
    (CountingAttempt.lastInTime, "3/3/3 graded - 3"), (.last, "3/3/3 graded - 3"),
    (.best, "3/3/3 graded - 3"),
  ])
  func attemptsBelongToTheAssignmentOfTheirTime(
    counts: CountingAttempt, expected: String
  ) throws {
    let due = Instant("2026-12-05T12:00:00Z")
    let before = Terms(mailbox: "ada", due: self.due, late: .strict, counts: counts)
    let terms = Terms(
      mailbox: "ada", due: due, counts: counts, again: Instant("2026-11-30T00:00:00Z"),
      before: [before])
    let answers = [
      ["half": "3/4"], ["half": "3/4", "third": "1/3"], ["half": "3/4", "third": "1/3"],
    ]
    func grade(_ times: [StaticString], _ terms: Terms) throws -> String {
      try line(
        Grader(sheet).assess(
          times.enumerated().map { Attempt(commit: "\($0)", claimed: Instant($1)) },
          terms: terms, zone: .utc, marks: Marks()
        ) { .answers((Int($0.commit).map { answers[$0] } ?? [:]).mapValues { .text($0) }) })
    }
    let early: [StaticString] = ["2026-11-28T09:00:00Z", "2026-11-29T11:00:00Z"]
    #expect(try grade(early + ["2026-12-05T11:00:00Z"], terms) == expected)
    // Earlier attempts stay as late as they were.
    #expect(try grade(early, terms) == grade(early, before))
    #expect(try grade(early, before) != grade(early, Terms(mailbox: "ada", due: due)))
  }

  @Test func dueDatesOfExercisesApplyToTheFirstAssignment() throws {
    let sheet = Worksheet([.number("half", "3/4", due: due)])
    let before = Terms(mailbox: "ada", due: due, late: .strict)
    let terms = Terms(
      mailbox: "ada", due: Instant("2026-12-05T12:00:00Z"), late: .strict,
      again: Instant("2026-11-30T00:00:00Z"), before: [before])
    func grade(_ time: StaticString) throws -> String {
      try line(
        Grader(sheet).assess(
          [Attempt(commit: "0", claimed: Instant(time))], terms: terms, zone: .utc, marks: Marks()
        ) { _ in .answers(["half": .text("3/4")]) })
    }
    #expect(try grade("2026-11-29T11:00:00Z") == "0.9/1/1 graded 1d 1")
    #expect(try grade("2026-12-01T11:00:00Z") == "1/1/1 graded - 1")
  }

  @Test func attemptsAfterTheWorkWasArchivedDoNotCount() throws {
    let terms = Terms(
      mailbox: "ada", isArchived: true, archived: Instant("2026-11-27T10:00:00Z"))
    let late: StaticString = "2026-11-29T10:00:00Z"
    let grade = try attempts(["2026-11-27T09:00:00Z", "2026-11-27T11:00:00Z"], at: late, terms)
    #expect(grade.attempt == 1)
    #expect(try attempts(["2026-11-27T11:00:00Z"], at: late, terms).state == .missing)
  }

  @Test func missingExcusedAndUnreadableWorkIsDistinguished() throws {
    #expect(try line(assess([])) == "-/-/3 missing - -")
    #expect(try line(assess([], attempts: 0)) == "-/-/3 missing - -")
    let excused = Marks(override: Marks.Override(score: .one), excused: "ill")
    let tries: [(at: StaticString, answers: [String: String])] = [("2026-11-28T09:00:00Z", [:])]
    #expect(try line(assess(tries, marks: excused)) == "-/-/3 excused - -")
    let unreadable = try Grader(sheet).assess(
      [Attempt(commit: "x")], terms: Terms(mailbox: "ada"), zone: .utc
    ) { _ in .unreadable("a tab in line 2") }
    #expect(line(unreadable) == "-/-/3 unreadable - 1")
    #expect(unreadable.unreadable == "a tab in line 2")
  }

  @Test func manualMarksOverrideComputedPoints() throws {
    let answers = ["half": "1", "third": "1/3"]
    let tries: [(at: StaticString, answers: [String: String])] = [("2026-11-28T09:00:00Z", answers)]
    let marks = Marks(points: ["half": Rational("1.5")], comment: "A slip.")
    let assessment = try assess(tries, marks: marks)
    #expect(line(assessment) == "2.5/2.5/3 graded - 1")
    #expect(assessment.verdicts[0].isByHand && assessment.verdicts[0].outcome == .partial)
    let override = Marks(override: Marks.Override(score: Rational("2.9"), why: "generous"))
    #expect(try line(assess(tries, marks: override)) == "2.9/1/3 graded - 1")
    #expect(try line(assess([], marks: override)) == "2.9/-/3 graded - -")
  }

  @Test func paperWorkIsMarkedWithoutASubmission() throws {
    let some = Marks(points: ["half": Rational("2")])
    #expect(try line(assess([], marks: some)) == "2/2/3 partial - -")
    let all = Marks(points: ["half": Rational("2"), "third": .zero, "extra": .one])
    #expect(try line(assess([], marks: all)) == "3/3/3 graded - -")
    let unreadable = try Grader(sheet).assess(
      [Attempt(commit: "x")], terms: Terms(mailbox: "ada"), zone: .utc, marks: all
    ) { _ in .unreadable("a tab") }
    #expect(line(unreadable) == "3/3/3 graded - 1")
  }

  @Test func rubrics() throws {
    let essay = Exercise(
      .essay, points: Rational("5"),
      rubric: ["content", "style"].map { RubricItem(id: $0, title: $0, points: Rational("2.5")) })
    let grader = try Grader(Worksheet([essay]))
    func points(_ rubric: [String: Rational]) throws -> Rational? {
      let marks = Marks(rubric: ["one": rubric])
      return try grader.assess(
        [Attempt(commit: "x")], terms: Terms(mailbox: "ada"), zone: .utc, marks: marks
      ) { _ in .answers(["one": .text("Once")]) }.verdicts[0].points
    }
    #expect(try points([:]) == nil)
    #expect(try points(["content": .one]) == nil)
    #expect(try points(["content": .one, "style": Rational("0.5")]) == Rational("1.5"))
    #expect(try points(["content": .one, "style": .one, "other": .one]) == Rational("2"))
  }

  @Test func exercisesWithTheirOwnDueDateAreGradedByIt() throws {
    let early = Instant("2026-11-20T12:00:00Z")
    let sheet = Worksheet([.number("a", "1", due: early), .number("b", "2")])
    let tries: [(at: StaticString, answers: [String: String])] = [
      ("2026-11-20T10:00:00Z", ["a": "1"]), ("2026-11-28T10:00:00Z", ["a": "5", "b": "2"]),
    ]
    #expect(try line(assess(tries, worksheet: sheet)) == "2/2/2 graded - 2")
    let late: [(at: StaticString, answers: [String: String])] = [
      ("2026-11-21T10:00:00Z", ["a": "1"]), ("2026-11-28T10:00:00Z", ["a": "5", "b": "2"]),
    ]
    #expect(try line(assess(late, worksheet: sheet)) == "1.9/2/2 graded - 2")
  }

  @Test func theBestAttemptIsTheBestOfTheWholeWorksheet() throws {
    let early = Instant("2026-11-20T12:00:00Z")
    let sheet = Worksheet([
      .number("a", "1", points: Rational("2"), due: early), .number("b", "2"),
    ])
    let tries: [(at: StaticString, answers: [String: String])] = [
      ("2026-11-20T10:00:00Z", ["a": "1"]), ("2026-11-21T10:00:00Z", ["a": "1", "b": "2"]),
      ("2026-11-28T10:00:00Z", ["b": "2"]),
    ]
    // The attempts score 2, 1.8 + 1, and 1. The first's 2 and the third's 1 are not combined.
    #expect(try line(assess(tries, worksheet: sheet, counts: .best)) == "2.8/3/3 graded - 2")
    #expect(
      try line(assess([tries[0], tries[2]], worksheet: sheet, counts: .best))
        == "2/2/3 graded - 1")
  }

  /// Grades a correct answer for each claimed time; each is collected at noon, or has a receipt.
  func attempts(
    _ claims: [StaticString], by source: Arrival.Source = .collect, at collected: StaticString,
    _ terms: Terms
  ) throws -> Grade {
    let attempts = claims.enumerated().map { Attempt(commit: "\($0)", claimed: Instant($1)) }
    let received = attempts.map {
      Arrival(commit: $0.commit, at: Instant(collected), by: source, claimed: $0.claimed)
    }
    return try Grader(sheet).assess(attempts, received: received, terms: terms, zone: .utc) { _ in
      .answers(["half": .text("3/4")])
    }.grade
  }

  @Test func examsCountSubmissionsByTheirOwnTime() throws {
    let terms = Terms(
      mailbox: "ada", due: Instant("2026-11-27T11:00:00Z"), attempts: 1,
      opens: Instant("2026-11-27T10:00:00Z"))
    let late: StaticString = "2026-11-27T12:00:00Z"
    #expect(try attempts(["2026-11-27T09:59:59Z"], at: late, terms).state == .missing)
    let second = try attempts(["2026-11-27T09:59:59Z", "2026-11-27T10:30:00Z"], at: late, terms)
    #expect(second.attempt == 2 && second.attempts == nil)
    #expect(try attempts(["2026-11-27T10:00:00Z"], at: late, terms).attempt == 1)
    // A receipt takes precedence over the claimed time, at both ends.
    let inside: StaticString = "2026-11-27T10:30:00Z"
    #expect(
      try attempts(["2026-11-27T09:00:00Z"], by: .hub, at: inside, terms).attempt == 1)
    let early: StaticString = "2026-11-27T09:30:00Z"
    #expect(
      try attempts(["2026-11-27T10:30:00Z"], by: .hub, at: early, terms).state == .missing)
  }

  @Test func attemptsAfterTheSolutionsDoNotCount() throws {
    let terms = Terms(mailbox: "ada", counts: .last, solved: Instant("2026-11-27T10:00:00Z"))
    let late: StaticString = "2026-11-27T12:00:00Z"
    let grade = try attempts(["2026-11-27T09:00:00Z", "2026-11-27T10:00:01Z"], at: late, terms)
    #expect(grade.attempt == 1 && grade.attempts == 2 && grade.afterSolutions == 1)
    #expect(try attempts(["2026-11-27T11:00:00Z"], at: late, terms).state == .missing)
    let all = Terms(mailbox: "ada", counts: .last)
    #expect(try attempts(["2026-11-27T11:00:00Z"], at: late, all).afterSolutions == nil)
  }

  @Test func changingPointsChangesTotals() throws {
    let tries: [(at: StaticString, answers: [String: String])] = [
      ("2026-11-28T09:00:00Z", ["half": "3/4"])
    ]
    var changed = sheet
    changed.exercises[0].points = Rational("1/3")
    let grade = try assess(tries, worksheet: changed).grade
    #expect(grade.score == Rational("1/3") && grade.max == Rational("4/3"))
    #expect(grade.score?.description == "0.3333")
  }

  @Test func onlySubmissionsThatMayCountAreRead() throws {
    var read: [String] = []
    _ = try Grader(sheet).assess(
      ["a", "b", "c"].map { Attempt(commit: $0) }, terms: Terms(mailbox: "ada", due: due),
      zone: .utc
    ) { attempt in
      read.append(attempt.commit)
      return .answers([:])
    }
    #expect(read == ["c"])
  }
}
