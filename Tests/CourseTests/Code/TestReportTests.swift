import Grading
import Model
import Testing
import Text

@testable import Course
@testable import Git
@testable import Sandbox

@Suite struct TestReportTests {
  private func run(_ output: String, errors: String = "", status: Subprocess.Status = .exited(0))
    -> Run
  {
    Run(
      Subprocess.Result(
        status: status, output: Array(output.utf8), errors: Array(errors.utf8), isCut: false),
      Limits(time: 1, memory: nil, output: 1 << 20))
  }

  /// The tests of a report, failed ones with a `!`.
  private func tests(_ output: String, status: Subprocess.Status = .exited(0)) -> [String]? {
    guard case .tests(let tests) = TestReport.result(of: run(output, status: status)) else {
      return nil
    }
    return tests.map { ($0.passed ? "" : "!") + $0.name }
  }

  @Test(arguments: [
    ("1..2\nok 1 - adds\nnot ok 2 - subtracts\n", ["adds", "!subtracts"]),
    ("ok 1 - adds\nnot ok 2 - subtracts\n1..2\n", ["adds", "!subtracts"]),
    ("ok\nnot ok\nok 7\n", ["test 1", "!test 2", "test 3"]), ("ok adds\n", ["adds"]),
    ("ok 1 adds 2 numbers\n", ["adds 2 numbers"]), ("ok - 3 apples\n", ["3 apples"]),
    ("ok 1 - slow # SKIP no time\nnot ok 2 - later # TODO\n", ["slow", "!later"]),
    ("TAP version 14\nok 1 - a\n# a comment\nhello\n  ok 2 - nested\n1..1", ["a"]),
    ("ok 1 - a\r\nok 2 - b\r\n", ["a", "b"]), ("ok 1 - größe 純\n", ["größe 純"]),
    // Names are unique.
    ("ok 1 - a\nok 2 - a\nnot ok 3 - a\n", ["a", "a (2)", "!a (3)"]),
    ("okay\nnotok\nnot okay\nok 1 - a\n", ["a"]),
  ])
  func reportsHaveALineForEachTest(_ output: String, _ expected: [String]) {
    #expect(tests(output) == expected)
  }

  @Test(arguments: [
    "", "hello\n", "1..0\n", "1..3\nok 1\nok 2\n", "1..1\nok 1\nok 2\n",
    "1..2\nok 1\nBail out! no file\nok 2\n",
    "1..99999999999999999999\n", "1..x\n",
  ])
  func incompleteReportsBreakOff(_ output: String) {
    #expect(tests(output) == nil)
  }

  @Test func failedProgramsNeedAPlan() {
    #expect(tests("ok 1 - a\n", status: .exited(1)) == nil)
    #expect(tests("1..1\nok 1 - a\n", status: .exited(1)) == ["a"])
    #expect(tests("1..2\nok 1 - a\n", status: .exited(1)) == nil)
  }

  @Test func longNamesAreShortened() {
    #expect(tests("ok 1 - \(String(repeating: "é", count: 300))\n")?.first?.count == 200)
  }

  @Test func lastMessagesExplainWhyItBrokeOff() {
    let long = String(repeating: "x", count: 3000) + "\u{1B}[31mlast\n"
    guard
      case .testsAborted(let words) = TestReport.result(
        of: run("", errors: long, status: .exited(3)))
    else {
      Issue.record("not broken off")
      return
    }
    #expect(words.utf8.count < 2100)
    #expect(words.contains("last"))
    #expect(!words.unicodeScalars.contains("\u{1B}"))
    #expect(
      TestReport.result(of: run("", errors: "slow", status: .timedOut))
        == .testsAborted("slow\nit ran too long"))
  }

  @Test(arguments: [
    (Run.Ending.exited(0), CodeOutcome.ok, "correct"),
    (.exited(1), .failed, "it ended with an error"),
    (.signalled(11), .crashed, "it crashed"), (.outOfTime, .time, "it ran for more than 1.5 s"),
    (.outOfMemory, .memory, "exceeded the memory limit of 64 MB"),
    (.outOfDisk, .disk, "it wrote too much data to files"),
    (.outOfProcesses, .processes, "it started too many processes"),
    (.tooMuchOutput, .output, "it printed more than 8 KB"),
  ])
  func endingsHaveWords(_ ending: Run.Ending, _ outcome: CodeOutcome, _ words: String) {
    let run = Run(
      Subprocess.Result(status: .exited(0), output: Array("é".utf8), errors: [], isCut: false),
      Limits(time: 1, memory: nil, output: 9), ending == .exited(0) ? nil : ending)
    let result = CodeResult.Case(run)
    #expect(result.outcome == outcome)
    #expect(result.output == "é")
    #expect(outcome.words(CodeLimits(time: 1500, memory: 64 << 20, output: 8 << 10)).text == words)
  }

  @Test func wordsWithoutLimitsNameNone() {
    #expect(CodeOutcome.time.words() == "it ran too long")
    #expect(CodeOutcome.memory.words() == "exceeded the memory limit")
    #expect(CodeOutcome.output.words() == "it printed too much")
    #expect(CodeOutcome.wrong.words() == "the output differs")
  }
}
