import Model
import Testing

@testable import Grading

@Suite struct StatisticsTests {
  let sheet = Worksheet([
    .number("half", "3/4", points: Rational("2")), .number("third", "1/3"), .number("sum", "7"),
  ])

  /// Grades answers to `half`, `third` and `sum`; `-` means no answer.
  func performances(_ rows: [(String, String)], on sheet: Worksheet? = nil) throws -> [Performance]
  {
    let grader = try Grader(sheet ?? self.sheet)
    return try rows.map { student, words in
      let texts = words.split(separator: " ").map(String.init)
      let answers = Dictionary(
        uniqueKeysWithValues: zip(grader.prepared.map(\.exercise.id), texts).filter { $1 != "-" })
      let assessment = try grader.assess(
        [Attempt(commit: "1", claimed: Instant("2026-11-28T12:00:00Z"))],
        terms: Terms(mailbox: student), zone: .utc
      ) { _ in .answers(answers.mapValues { .text($0) }) }
      return Performance(
        student: student, grade: assessment.grade, verdicts: assessment.verdicts, answers: answers)
    }
  }

  func statistics(_ performances: [Performance], on sheet: Worksheet? = nil) throws -> Statistics {
    let sheet = sheet ?? self.sheet
    return try Statistics(sheet, maximum: Grader(sheet).maximum, performances)
  }

  func text(_ number: Double?) -> String {
    number.flatMap { Rational(rounding: $0)?.description } ?? "-"
  }

  /// The expected values are from Python 3.11: `statistics.mean`, `median`, `stdev` and
  /// `correlation`.
  @Test func statisticsOfAClassAreComputed() throws {
    let found = try statistics(
      performances([
        ("ada", "0.75 1/3 7"), ("ben", "0.75 1/2 7"), ("cleo", "0.75 1/3 8"), ("dan", "1 0.5 7"),
        ("eve", "1 - 8"), ("finn", "1.0 1/3 -"),
      ]))
    let scores = try #require(found.scores)
    #expect([scores.mean, scores.median] == [Rational("2"), Rational("2")])
    #expect([scores.lowest, scores.highest] == [.zero, Rational("4")])
    #expect(text(scores.deviation) == "1.5492")
    #expect(found.students == [.graded: ["ada", "ben", "cleo", "dan", "eve", "finn"]])
    #expect(
      found.histogram.map(\.students) == [
        ["eve"], [], ["dan", "finn"], [], [], [], [], ["ben", "cleo"], [], ["ada"],
      ])

    let (half, third, sum) = (found.exercises[0], found.exercises[1], found.exercises[2])
    #expect(half.students == [.correct: ["ada", "ben", "cleo"], .wrong: ["dan", "eve", "finn"]])
    #expect(third.students[.unanswered] == ["eve"])
    #expect(sum.share(of: .correct) == Rational(1, over: 2))
    #expect(sum.share(of: .partial) == .zero)
    #expect(half.mean == .one)
    #expect([half, third, sum].map { text($0.discrimination) } == ["0.5774", "0.1325", "0.1325"])
    // 1 and 1.0 are the same answer, and so are 1/2 and 0.5.
    #expect(
      half.wrongAnswers.map { "\($0.answer): \($0.students)" } == [#"1: ["dan", "eve", "finn"]"#])
    #expect(third.wrongAnswers.map { "\($0.answer): \($0.students)" } == [#"1/2: ["ben", "dan"]"#])
  }

  /// Guilford's formula, which uses the correlation with the whole total, gives the same result.
  @Test func discriminationCorrelatesWithTheOtherExercises() {
    let own: [Double] = [2, 2, 2, 0, 0, 0]
    let total: [Double] = [4, 3, 3, 1, 0, 1]
    func pairs(_ left: [Double], _ right: [Double]) -> [(Rational, Rational)] {
      zip(left, right).map { (Rational(Int($0)), Rational(Int($1))) }
    }
    func deviation(_ values: [Double]) -> Double {
      (Moments(values.map { Rational(Int($0)) }).squares / 5).squareRoot()
    }
    let r = Moments.correlation(pairs(own, total)) ?? 0
    let (sx, st) = (deviation(own), deviation(total))
    let corrected = (r * st - sx) / (st * st + sx * sx - 2 * r * st * sx).squareRoot()
    #expect(text(corrected) == "0.5774")
  }

  @Test func emptyAndSingleStudentClassesWork() throws {
    let nobody = try statistics([])
    #expect(nobody.scores == nil)
    #expect(nobody.exercises.allSatisfy { $0.share(of: .correct) == nil && $0.mean == nil })
    let one = try statistics(performances([("ada", "0.75 1/3 8")]))
    #expect(one.scores?.mean == Rational("3"))
    #expect(one.scores?.median == Rational("3"))
    #expect(one.scores?.deviation == nil)
    #expect(one.exercises.allSatisfy { $0.discrimination == nil })
  }

  @Test func equalScoresHaveNoDiscrimination() throws {
    let rows = ["ada", "ben", "cleo", "dan"].map { ($0, "0.75 1/3 8") }
    let found = try statistics(performances(rows))
    #expect(found.scores?.deviation == 0)
    #expect(found.exercises.map { $0.discrimination } == [nil, nil, nil])
  }

  @Test func missingStudentsDoNotLowerTheMean() throws {
    var all = try performances([("ada", "0.75 1/3 7"), ("ben", "0.75 - -")])
    let missing = Grade(max: Rational("4"), state: .missing)
    all.append(Performance(student: "cleo", grade: missing))
    all.append(Performance(student: "dan", grade: missing, isAwaited: true))
    all.append(Performance(student: "eve", grade: Grade(max: Rational("4"), state: .excused)))
    let found = try statistics(all)
    #expect(found.scores?.mean == Rational("3"))
    #expect(
      found.students == [
        .graded: ["ada", "ben"], .missing: ["cleo"], .awaited: ["dan"], .excused: ["eve"],
      ])
    #expect(found.exercises[0].count == 2)
  }

  /// An essay that is marked for only some students would raise their totals above the others'.
  @Test func waitingPointsAreNotInTotals() throws {
    let sheet = Worksheet(
      self.sheet.exercises + [Exercise(.essay, id: "why", points: Rational("9"))])
    let rows = [("ada", "0.75 1/3 7 x"), ("ben", "0.75 1/2 7 x"), ("cleo", "1 1/3 8 x")]
    let without = try statistics(performances(rows))
    let found = try statistics(performances(rows, on: sheet), on: sheet)
    #expect(found.students == [.waiting: ["ada", "ben", "cleo"]])
    #expect(
      found.exercises.prefix(3).map(\.discrimination) == without.exercises.map(\.discrimination))
    #expect(found.exercises[3].students == [.unreviewed: ["ada", "ben", "cleo"]])
    #expect(found.exercises[3].mean == nil)
  }

  @Test func overflowingStatisticsAreNil() {
    #expect(Rational(rounding: .nan) == nil)
    #expect(Rational(rounding: .infinity) == nil)
    #expect(Rational(rounding: 1e300) == nil)
    #expect(Rational(rounding: -0.63246)?.description == "-0.6325")
  }
}
