import Model
import Testing

@testable import Grading

/// The answers to which manual points apply.
@Suite struct MarkTests {
  let sheet = Worksheet([
    Exercise(.essay, id: "essay", points: Rational("4")),
    Exercise(.file(name: "plan.md"), id: "plan", points: Rational("2")),
    .number("half", "1/2"),
  ])

  /// Grades attempts given by their essays, plans and numbers. Returns `score state attempt`, then
  /// the points of each exercise.
  func line(
    _ tries: [String], _ marks: Marks, counts: CountingAttempt = .last
  ) throws -> String {
    let assessment = try assess(tries, marks, counts: counts)
    let grade = assessment.grade
    let items = grade.items.map { $0.points?.description ?? "?" }.joined(separator: " ")
    return "\(grade.score?.description ?? "-") \(grade.state) \(grade.attempt ?? 0): \(items)"
  }

  func assess(
    _ tries: [String], _ marks: Marks, counts: CountingAttempt = .last
  ) throws -> Assessment {
    try Grader(sheet).assess(
      tries.indices.map { Attempt(commit: "\($0 + 1)000000000000000") },
      terms: Terms(mailbox: "ada", counts: counts), zone: .utc, marks: marks
    ) { attempt in
      let parts =
        (attempt.commit.first?.wholeNumberValue).map {
          tries[$0 - 1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        } ?? []
      return .answers(
        ["essay": .text(parts[0]), "half": .text(parts[2])],
        files: parts[1].isEmpty ? [:] : ["plan.md": parts[1]])
    }
  }

  /// Manual points for the first attempt.
  let first = Marks(
    points: ["essay": Rational("3"), "plan": Rational("2"), "half": Rational("0.5")],
    marked: ["essay": "100000000000", "plan": "100000000000", "half": "100000000000"])

  @Test(arguments: [
    (["Once/a/1"], "5.5 graded 1: 3 2 0.5"),
    (["Once/a/1", "Once/a/1"], "5.5 graded 2: 3 2 0.5"),
    (["Once/a/1", "Twice/a/1"], "2.5 partial 2: ? 2 0.5"),
    (["Once/a/1", "Once/b/1"], "3.5 partial 2: 3 ? 0.5"),
    (["Once/a/1", "Once/a/0.5"], "5 partial 2: 3 2 ?"),
    (["Once/a/1", "//"], "0 graded 2: 0 0 0"),
    (["Once/a/1", "Twice/b/2", "Once/a/1"], "5.5 graded 3: 3 2 0.5"),
  ])
  func pointsCountOnlyForTheSameAnswer(tries: [String], expected: String) throws {
    #expect(try line(tries, first) == expected)
  }

  @Test func pointsWithoutASubmissionCountForEveryAttempt() throws {
    var marks = first
    marks.marked = [:]
    #expect(try line(["Once/a/1", "Twice/b/2"], marks) == "5.5 graded 2: 3 2 0.5")
  }

  @Test func anUnknownSubmissionHasAnotherAnswer() throws {
    var marks = first
    marks.marked["essay"] = "9"
    #expect(try line(["Once/a/1"], marks) == "2.5 partial 1: ? 2 0.5")
    #expect(try line([], marks) == "5.5 graded 0: 3 2 0.5")
  }

  @Test func paperPointsCountUntilASubmission() throws {
    var marks = first
    marks.marked = ["essay": Marks.nothing, "plan": Marks.nothing, "half": Marks.nothing]
    #expect(try line([], marks) == "5.5 graded 0: 3 2 0.5")
    #expect(try line(["//"], marks) == "5.5 graded 1: 3 2 0.5")
    #expect(try line(["Once//"], marks) == "2.5 partial 1: ? 2 0.5")
  }

  @Test func eachAttemptKeepsItsOwnPoints() throws {
    var marks = first
    marks.points["essay"] = .one
    marks.marked["essay"] = "200000000000"
    marks.earlier = ["100000000000": ["essay": .init(points: Rational("3"))]]
    #expect(try line(["Once/a/1", "Twice/a/1"], marks) == "3.5 graded 2: 1 2 0.5")
    #expect(try line(["Once/a/1", "Twice/a/1"], marks, counts: .best) == "5.5 graded 1: 3 2 0.5")
    #expect(try line(["Once/a/1"], marks) == "5.5 graded 1: 3 2 0.5")
  }

  @Test func aChangedAnswerShowsItsFormerPoints() throws {
    let verdict = try assess(["Once/a/1", "Twice/a/1"], first).verdicts[0]
    #expect(verdict.reason == .markedBefore(Rational("3"), "100000000000"))
    #expect(verdict.commit == "2000000000000000" && !verdict.isByHand)
  }

  @Test(arguments: [
    // An unmarked essay could earn 4 points.
    (["//0.5", "Once//1"], "1 partial 1: 0 0 1", [2]),
    (["Once//1", "//0.5"], "1 partial 2: 0 0 1", [1]),
    (["Once//0.5", "Twice//1"], "1 partial 1: ? 0 1", [2]),
    // No better attempt is possible.
    (["/a/0.5", "//0.5"], "1 partial 1: 0 ? 1", []), (["//0.5", "//1"], "1 graded 1: 0 0 1", []),
  ])
  func attemptsThatCouldBeTheBestWait(
    tries: [String], expected: String, rivals: [Int]
  ) throws {
    #expect(try line(tries, Marks(), counts: .best) == expected)
    let found = try assess(tries, Marks(), counts: .best).rivals.map(\.grade.attempt)
    #expect(found == rivals)
  }

  @Test func markingWaitingAnswersDecidesTheBestAttempt() throws {
    let tries = ["//0.5", "Once//1"]
    var marks = Marks(points: ["essay": .zero], marked: ["essay": "200000000000"])
    // The mark applies only to the second attempt; the first has no essay to mark.
    marks.earlier = ["100000000000": ["essay": .init(points: .zero)]]
    #expect(try line(tries, marks, counts: .best) == "1 graded 1: 0 0 1")
    marks.points["essay"] = Rational("4")
    #expect(try line(tries, marks, counts: .best) == "4 graded 2: 4 0 0")
  }
}
