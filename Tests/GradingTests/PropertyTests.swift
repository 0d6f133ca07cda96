import Model
import Testing

@testable import Grading

/// A small generator that makes every run reproducible.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct PropertyTests {
  static let words = [
    "a", "b", "c", "d", "A", "", " ", "3/4", "0,75", "1 1/2", "yes", "no", "x\0y",
  ]

  static func text(_ dice: inout Dice) -> String { words.randomElement(using: &dice) ?? "" }

  static func texts(_ dice: inout Dice) -> [String] {
    (0..<Int.random(in: 0...6, using: &dice)).map { _ in text(&dice) }
  }

  static func answer(_ dice: inout Dice) -> AnswerValue {
    switch Int.random(in: 0...9, using: &dice) {
    case 0...3: .text(text(&dice))
    case 4...6: .list(texts(&dice))
    case 7...8:
      .mapping(Dictionary(texts(&dice).map { ($0, text(&dice)) }) { first, _ in first })
    default: .other
    }
  }

  static func worksheet(_ dice: inout Dice) -> Worksheet {
    let choices = ["a", "b", "c", "d"].map { Choice(text: $0) }
    let questions: [Question] = [
      .choice(choices, answer: "a"), .multiple(choices, answer: ["a", "c"], ChoiceScoring()),
      .multiple(choices, answer: ["b"], ChoiceScoring(.allOrNone)), .trueFalse(answer: false),
      .number(NumberKey(value: Rational("3/4"), unitCredit: Rational("1/3"))),
      .text(accepted: ["a", "b"], match: .folded), .text(accepted: ["[ab]+"], match: .pattern),
      .gaps([Gap(name: "a", accepted: ["b"]), Gap(name: "b", accepted: ["c"])], match: .exact),
      .match(
        lefts: [], rights: [],
        pairs: [("a", "b"), ("b", "c"), ("c", "b")].map(MatchPair.init)),
      .order(shown: [], solution: ["a", "b", "c", "a"]), .essay, .file(name: "a"),
    ]
    return Worksheet(
      questions.enumerated().map { index, question in
        Exercise(
          question, id: "e\(index)", points: Rational(Int.random(in: 0...5, using: &dice)),
          unit: Bool.random(using: &dice) ? "cm" : nil,
          wrong: Bool.random(using: &dice) ? Rational("1/3") : .zero,
          isBonus: Bool.random(using: &dice))
      })
  }

  @Test(arguments: 0..<500)
  func scoresAreBoundedAndGradesAreReproducible(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    let sheet = Self.worksheet(&dice)
    let grader = try Grader(sheet)
    let bonus = try sheet.exercises.filter(\.isBonus).reduce(Rational.zero) { try $0 + $1.points }
    var entries = sheet.exercises.map { ($0.id, Self.answer(&dice)) }
    let terms = Terms(
      mailbox: "ada", due: Instant("2026-11-28T12:00:00Z"),
      counts: CountingAttempt.allCases.randomElement(using: &dice) ?? .last)
    let attempts = (0..<4).map {
      Attempt(
        commit: "\($0)",
        claimed: terms.due?.adding(seconds: Int64.random(in: -300_000...500_000, using: &dice)))
    }
    var received = attempts.map {
      Arrival(
        commit: $0.commit, at: Instant("2026-12-24T12:00:00Z"),
        by: Arrival.Source.allCases.randomElement(using: &dice) ?? .hub)
    }
    func assess() throws -> Assessment {
      let answers = Dictionary(entries) { first, _ in first }
      return try grader.assess(attempts, received: received, terms: terms, zone: .utc) { attempt in
        attempt.commit == "2" ? .unreadable("?") : .answers(answers, paths: ["a"])
      }
    }
    let first = try assess()
    let top = try sheet.maximum + bonus
    if let score = first.grade.score, let earned = first.grade.earned {
      #expect(score >= .zero && score <= earned && earned <= top)
    }
    #expect(first.grade.max == (try sheet.maximum))
    for verdict in first.verdicts {
      let exercise = try #require(sheet.exercise(verdict.exercise))
      #expect((verdict.points ?? .zero) <= exercise.points)
      #expect((verdict.points ?? .zero) >= -exercise.wrong)
      #expect((verdict.points == nil) == (verdict.outcome == .unreviewed))
    }
    // The order of answers and records doesn't affect the grades.
    entries.shuffle(using: &dice)
    received.shuffle(using: &dice)
    #expect(try assess() == first)
  }
}
