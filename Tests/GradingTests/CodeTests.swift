import Model
import Testing

@testable import Grading

@Suite struct CodeTests {
  private func task(_ cases: CodeCase...) -> Question {
    .code(CodeTask(language: "python", files: ["sum.py"], cases: cases))
  }

  private func verdict(
    _ question: Question, _ result: CodeResult?, points: Rational = Rational("4"),
    files: Set<String> = ["sum.py"]
  ) throws -> Verdict {
    try Grader(Worksheet([Exercise(question, points: points)])).check(
      .answers([:], paths: files, runs: result.map { ["one": $0] } ?? [:]))[0]
  }

  private func ended(_ outputs: String...) -> CodeResult {
    .cases(outputs.map { .init(outcome: .ok, output: $0) })
  }

  /// Whether an output passes a test case.
  private func passes(_ item: CodeCase, _ output: String) throws -> Bool {
    try verdict(task(item), ended(output)).outcome == .correct
  }

  @Test func pointsAreSharedAmongTestCases() throws {
    let question = task(
      CodeCase(expect: "3", points: Rational("1")), CodeCase(expect: "4", points: Rational("3")))
    let both = try verdict(question, ended("3\n", "4\n"))
    #expect(both.points == Rational("4"))
    #expect(both.outcome == .correct)
    #expect(both.report == .cases([.ok, .ok]))
    let first = try verdict(question, ended("3\n", "5\n"))
    #expect(first.points == Rational("1"))
    #expect(first.outcome == .partial)
    #expect(first.report == .cases([.ok, .wrong]))
    #expect(try verdict(question, ended("4\n", "3\n")).outcome == .wrong)
  }

  @Test(arguments: CodeOutcome.allCases.filter { $0 != .ok })
  func stoppedProgramsAreWrongWhateverTheyPrint(outcome: CodeOutcome) throws {
    let result = CodeResult.cases([.init(outcome: outcome, output: "3\n")])
    let verdict = try verdict(task(CodeCase(expect: "3")), result)
    #expect(verdict.points == .zero)
    #expect(verdict.report == .cases([outcome]))
  }

  @Test(arguments: [
    (OutputMatch.exact, "3\n", "3\n", true), (.exact, "3", "3\n", true),
    (.exact, "3\n", "3", true), (.exact, "3\r\n", "3\n", true), (.exact, "3 \n", "3\n", false),
    (.exact, "3\n\n", "3\n", false), (.exact, "é", "e\u{301}", false),
    (.trimmed, "3  \n4\t\n\n\n", "3\n4", true), (.trimmed, " 3", "3", false),
    (.trimmed, "3\n\n4", "3\n4", false),
    (.number, "x = 2.5001", "x = 2.5", true), (.number, "x = 2.6", "x = 2.5", false),
    (.number, "1e3", "1000", true), (.number, "0.3333333333333333333", "0.3333", true),
    (.number, "2.5 3", "2.5", false), (.number, "y = 2.5", "x = 2.5", false),
    (.number, "nan", "0", false), (.number, "1e400", "1", false),
    (.number, "1e400", "10e399", true), (.number, "1e99999", "1.0e99999", true),
    (.number, "1e99999", "1.1e99999", false), (.number, "1e-99999", "0", true),
    (.number, "-1e-99999", "0.0", true), (.number, "1e9999999999999999", "1", false),
    (.number, "123456789012345678901234567890.0005", "123456789012345678901234567890", true),
    (.number, "123456789012345678901234567891", "123456789012345678901234567890", false),
    (.number, String(repeating: "7", count: 9000), String(repeating: "7", count: 9000), true),
    (
      .number, String(repeating: "7", count: 3000) + ".0001", String(repeating: "7", count: 3000),
      true
    ),
    (
      .number, String(repeating: "7", count: 3000) + "8", String(repeating: "7", count: 3001), false
    ),
    (.number, "[1, 2.5001, -3]", "[1,2.5,-3.0]", true), (.number, "[1, 2]", "[1, 3]", false),
    (.number, "5.0001cm", "5 cm", true), (.number, "5 mm", "5 cm", false),
    (.number, "$4.999", "$5", true), (.number, "x1", "x1.0", false), (.number, "12", "1 2", false),
    (.number, "1.2.3", "1.2.30", false), (.number, "3/4", "0.75", true),
    (.number, "3-2", "3 -2", false), (.number, "x=-2.0", "x=-2", true), (.number, "", "0", false),
    (.pattern, "  Hello, Ada!\n", "Hello, .*!", true), (.pattern, "Hello", "Hello, .*!", false),
  ])
  func outputsAreCompared(
    match: OutputMatch, output: String, expect: String, isRight: Bool
  ) throws {
    let item = CodeCase(expect: expect, match: match, tolerance: Rational("0.001"))
    #expect(try passes(item, output) == isRight)
  }

  @Test func casesWithoutExpectedOutputDependOnTheExitCode() throws {
    #expect(try passes(CodeCase(), "whatever"))
  }

  @Test func testsHaveEqualWeight() throws {
    let question = Question.code(
      CodeTask(language: "python", files: ["sum.py"], test: CodeTest(files: ["t.py"])))
    let tests = [
      CodeResult.Test(name: "a", passed: true), CodeResult.Test(name: "b", passed: false),
    ]
    let verdict = try verdict(question, .tests(tests))
    #expect(verdict.points == Rational("2"))
    #expect(verdict.report == .tests(tests))
    let broken = try self.verdict(question, .testsAborted("why"))
    #expect(broken.points == nil)
    #expect(broken.reason == .testBrokeOff("why"))
  }

  @Test func programsThatHaveNotRunWait() throws {
    let question = task(CodeCase(expect: "3"))
    #expect(try verdict(question, nil).reason == .notRun)
    #expect(try verdict(question, ended("3", "4")).reason == .notRun)
    #expect(try verdict(question, nil, files: ["other.py"]).outcome == .unanswered)
  }

  @Test func programsThatDoNotCompileAreWrong() throws {
    let verdict = try verdict(task(CodeCase(expect: "3")), .notCompiled("sum.py:1: no"))
    #expect(verdict.outcome == .wrong)
    #expect(verdict.report == .notCompiled("sum.py:1: no"))
  }

  @Test func casesWithoutPointsAreWorthNothing() throws {
    #expect(try verdict(task(CodeCase(expect: "3", points: .zero)), ended("3")).points == .zero)
  }

  @Test func faultyPatternsAreReported() {
    let worksheet = Worksheet([Exercise(task(CodeCase(expect: "(", match: .pattern)))])
    #expect(Grader.problems(in: worksheet).count == 1)
  }
}
