import Model
import Testing

@testable import Grading

/// The scoring rules of `multiple` exercises.
@Suite struct ScoringTests {
  /// A pattern of R/exams, such as `10101`: which choices are right, or picked.
  private static func places(_ pattern: String) -> [String] {
    pattern.enumerated().filter { $0.element == "1" }.map { "c\($0.offset)" }
  }

  private static func exercise(
    _ right: String, _ scoring: ChoiceScoring, points: Rational = .one, wrong: Rational = .zero
  ) -> Exercise {
    let choices = right.indices.enumerated().map { Choice(text: "c\($0.offset)") }
    return Exercise(
      .multiple(choices, answer: places(right), scoring), points: points, wrong: wrong)
  }

  private static func points(_ exercise: Exercise, _ picks: String) throws -> Rational? {
    let answers = [exercise.id: AnswerValue.list(places(picks))]
    let verdict = try Grader(Worksheet([exercise])).check(.answers(answers))[0]
    return verdict.points
  }

  /// The scoring that expresses a rule of `exams_eval(partial = TRUE, rule =, negative =)` for a
  /// number of wrong choices, as docs/formats.md says.
  private static func exams(_ rule: String, negative: Rational, wrong: Int) -> ChoiceScoring {
    let floor = -negative
    return switch rule {
    case "false": ChoiceScoring(.negative, floor: floor)
    case "false2" where wrong == 1:
      ChoiceScoring(.negative, wrongChoice: Rational("1/2"), floor: floor)
    case "false2": ChoiceScoring(.negative, floor: floor)
    case "true": ChoiceScoring(.rightMinusWrong, floor: floor)
    case "all": ChoiceScoring(.negative, wrongChoice: .one, floor: floor)
    default: ChoiceScoring(.negative, wrongChoice: .zero, floor: floor)
    }
  }

  /// Results of `exams_eval(partial = TRUE, negative =, rule =)$pointsum(correct, answer)` in
  /// R/exams 2.4, as fractions.
  @Test(arguments: [
    ("false2", "0", "10101", "10101", "1"), ("false2", "0", "10101", "10100", "2/3"),
    ("false2", "0", "10101", "11101", "1/2"), ("false2", "0", "10101", "11111", "0"),
    ("false2", "0", "10101", "01010", "0"), ("false2", "0", "10101", "00000", "0"),
    ("false2", "0", "10101", "11100", "1/6"), ("false2", "1", "10101", "01010", "-1"),
    ("false2", "1", "10101", "11000", "-1/6"), ("false2", "1/4", "10101", "01010", "-1/4"),
    ("false2", "1/4", "10101", "11000", "-1/6"), ("false2", "1", "1110", "0001", "-1/2"),
    ("false", "1", "1110", "0001", "-1"), ("false", "1", "10000", "01000", "-1/4"),
    ("false", "0", "10000", "11000", "3/4"), ("false", "1", "10101", "00000", "0"),
    ("true", "1", "10101", "11000", "0"), ("true", "1", "10101", "01000", "-1/3"),
    ("true", "1", "10000", "01111", "-1"), ("true", "0", "10101", "11101", "2/3"),
    ("all", "1", "10101", "11101", "0"), ("all", "1", "10101", "01010", "-1"),
    ("all", "0", "10101", "11100", "0"), ("none", "1", "10101", "11111", "1"),
    ("none", "1", "10101", "11000", "1/3"), ("none", "1", "10101", "01010", "0"),
  ])
  func examRulesAreApplied(
    rule: String, negative: String, correct: String, answer: String, expected: String
  ) throws {
    let scoring = Self.exams(
      rule, negative: Rational(text: negative) ?? .zero, wrong: correct.count { $0 == "0" })
    #expect(try Self.points(Self.exercise(correct, scoring), answer) == Rational(text: expected))
  }

  /// `exams_eval(partial = FALSE, negative = 0.25)`: the answer as a whole.
  @Test(arguments: [
    ("10000", "1"), ("01000", "-1/4"), ("11000", "-1/4"), ("00000", "0"),
  ])
  func examsScoreWholeAnswers(answer: String, expected: String) throws {
    let exercise = Self.exercise("10000", ChoiceScoring(.allOrNone), wrong: Rational("1/4"))
    #expect(try Self.points(exercise, answer) == Rational(text: expected))
  }

  /// Moodle's multiple-answer question: fractions of 50% for two right choices, −50% and −100% for
  /// three wrong ones, between 0 and 1.
  @Test(arguments: [
    ("1/2", "11000", "1"), ("1/2", "10000", "1/2"), ("1/2", "11100", "1/2"),
    ("1/2", "00111", "0"), ("1", "11100", "0"), ("1", "10100", "0"),
  ])
  func fractionsMatchMoodle(wrong: String, answer: String, expected: String) throws {
    let scoring = ChoiceScoring(.negative, wrongChoice: Rational(text: wrong))
    #expect(try Self.points(Self.exercise("11000", scoring), answer) == Rational(text: expected))
  }

  @Test(arguments: [
    ("11000", "1"), ("10000", "4/5"), ("00000", "0"), ("11100", "4/5"), ("00111", "0"),
    ("10100", "3/5"),
  ])
  func eachChoiceCounts(answer: String, expected: String) throws {
    #expect(
      try Self.points(Self.exercise("11000", .init(.perChoice)), answer) == Rational(text: expected)
    )
  }

  @Test func withoutFloorEachWrongChoiceCostsPoints() throws {
    let all = ChoiceScoring(.negative, wrongChoice: .one, floor: nil)
    let exercise = Self.exercise("10101", all, points: Rational(3))
    #expect(try Self.points(exercise, "01010") == Rational("-6"))
    #expect(try Self.points(exercise, "10101") == Rational("3"))
    let minus = Self.exercise("10000", .init(floor: nil), points: Rational(2))
    #expect(try Self.points(minus, "01111") == Rational("-8"))
    #expect(try share(minus, .list(["c0", "nothing"])) == "0")
    #expect(try share(minus, nil) == "0")
  }

  @Test func picksCostPointsIfNoChoiceIsCorrect() throws {
    for rule in ChoiceScoring.Rule.allCases {
      let exercise = Self.exercise("0000", ChoiceScoring(rule, floor: nil))
      #expect(try Self.points(exercise, "0000") == Rational("1"))
      let expected =
        switch rule {
        case .allOrNone: "0"
        case .rightMinusWrong: "-1"
        case .perChoice: "3/4"
        case .negative: "-1/4"
        }
      #expect(try Self.points(exercise, "0100") == Rational(text: expected))
    }
  }

  @Test(arguments: 0..<500)
  func sharesAreInRangeAndDependOnThePicks(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    let (right, wrong) = (Int.random(in: 0...6, using: &dice), Int.random(in: 0...6, using: &dice))
    let rule = ChoiceScoring.Rule.allCases.randomElement(using: &dice) ?? .negative
    let floors: [Rational?] = [.zero, nil, -.one, Rational("-1/4")]
    let costs: [Rational?] = [nil, .zero, Rational("1/3"), .one]
    let scoring = ChoiceScoring(
      rule, wrongChoice: costs.randomElement(using: &dice) ?? nil,
      floor: floors.randomElement(using: &dice) ?? nil)
    func share(_ hits: Int, _ misses: Int) throws -> Rational {
      try scoring.share(hits: hits, misses: misses, right: right, wrong: wrong)
    }
    #expect(try share(right, 0) == .one)
    for hits in 0...right {
      for misses in 0...wrong {
        let value = try share(hits, misses)
        #expect(value <= .one)
        if let floor = scoring.floor { #expect(value >= floor) }
        if !scoring.canGoBelowZero { #expect(!value.isNegative) }
        if hits > 0 { #expect(try share(hits - 1, misses) <= value) }
        if misses > 0 { #expect(try share(hits, misses - 1) >= value) }
        if scoring == ChoiceScoring(), right > 0 {
          #expect(value == Rational(Int128(max(0, hits - misses)), over: Int128(right)))
        }
      }
    }
  }

  @Test(arguments: ["0", "1/10", "1/2", "1"])
  func penaltiesNeverImproveAScore(penalty: String) throws {
    let due = Instant("2026-11-28T12:00:00Z")
    let all = ChoiceScoring(.negative, wrongChoice: .one, floor: nil)
    let choices = ["a", "b", "c"].map { Choice(text: $0) }
    let sheet = Worksheet([
      .number("n", "2", points: Rational(4)),
      Exercise(.multiple(choices, answer: ["a"], all), id: "m", due: due),
    ])
    func score(late: Bool) throws -> Rational? {
      let terms = Terms(
        mailbox: "ada", due: due.adding(seconds: 500_000),
        late: LateRules(penalty: LatePenalty(text: "\(penalty) per day")))
      let attempt = Attempt(commit: "1", claimed: due.adding(seconds: late ? 3600 : -3600))
      return try Grader(sheet).assess([attempt], terms: terms, zone: .utc) { _ in
        .answers(["n": .text("2"), "m": .list(["b", "c"])])
      }.grade.score
    }
    #expect(try score(late: false) == Rational(2))
    #expect(try score(late: true) == Rational(2))
  }
}
