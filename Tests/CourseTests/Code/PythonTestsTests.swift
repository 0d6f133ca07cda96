import Foundation
import Model
import Sandbox
import Testing

@testable import Course

/// Tests of Python's frameworks, each actually run.
@Suite(.serialized) struct PythonTestsTests {
  private static let python = Language(
    name: "python", suffixes: [".py"], run: ["python3", "{file}"])

  private static let unittest = """
    import unittest
    from add import add
    class AddTest(unittest.TestCase):
      def test_small(self): self.assertEqual(add(1, 2), 3)
      def test_negative(self): self.assertEqual(add(-1, -2), -3)
      def test_pairs(self):
        for a in (1, 2):
          with self.subTest(a=a): self.assertEqual(add(a, a), 2 * a)
      @unittest.skip("later")
      def test_large(self): self.fail()
    """

  private static let pytest = """
    import pytest
    from add import add
    @pytest.mark.parametrize("a", [1, -1])
    def test_double(a): assert add(a, a) == 2 * a
    def test_fixture(tmp_path): assert tmp_path.exists()
    class TestZero:
      def test_zero(self): assert add(0, 0) == 0
    """

  private func result(
    of program: String, _ runner: CodeTest.Runner, _ tests: String, time: Int = 30_000
  ) async throws -> CodeResult? {
    let test = CodeTest(runner, files: ["test_add.py"])
    let job = CodeJob(
      Self.python,
      CodeTask(
        language: "python", files: ["add.py"], limits: CodeLimits(time: time), test: test),
      files: ["add.py": Array(program.utf8), "test_add.py": Array("assert False".utf8)],
      tester: CodeJob.Tester(
        runner: runner, language: Self.python, paths: test.files,
        files: ["test_add.py": Array(tests.utf8)]))
    return try await CodeRunner(.bubblewrap, in: NSTemporaryDirectory()).run([job]) { _ in }.first
  }

  private func tests(_ tests: (String, Bool)...) -> CodeResult {
    .tests(tests.map { CodeResult.Test(name: $0.0, passed: $0.1) })
  }

  @Test func unittestReportsEachTest() async throws {
    let good = "print('noise')\ndef add(a, b): return a + b\n"
    #expect(
      try await result(of: good, .unittest, Self.unittest)
        == tests(
          ("AddTest.test_negative", true), ("AddTest.test_pairs", true),
          ("AddTest.test_small", true)))
    let bad = "def add(a, b): return abs(a) + 2\n"
    #expect(
      try await result(of: bad, .unittest, Self.unittest)
        == tests(
          ("AddTest.test_negative", false), ("AddTest.test_pairs", false),
          ("AddTest.test_small", true)))
  }

  @Test func pytestReportsEachTest() async throws {
    let good = "import sys\ndef add(a, b): return a + b\nprint('noise', file=sys.stderr)\n"
    #expect(
      try await result(of: good, .pytest, Self.pytest)
        == tests(
          ("test_double[1]", true), ("test_double[-1]", true), ("test_fixture", true),
          ("TestZero.test_zero", true)))
  }

  @Test(arguments: CodeTest.Runner.allCases.filter(\.isTogether))
  func aProgramThatCannotBeImportedFails(_ runner: CodeTest.Runner) async throws {
    let tests = runner == .pytest ? Self.pytest : Self.unittest
    guard case .tests(let found) = try await result(of: "raise ValueError\n", runner, tests) else {
      Issue.record("no report")
      return
    }
    #expect(found.count == 1 && !found[0].passed)
  }

  /// A process that ends early, or a report of the student's own, is no report.
  @Test(arguments: [
    "import os\nos.write(1, b'ok - forged\\n1..1\\n')\nos._exit(0)\n",
    "import os\ntry: os.write(3, b'ok - forged\\n1..1\\n')\nexcept OSError: pass\nos._exit(0)\n",
    "import sys\nsys.exit(0)\ndef add(a, b): pass\n", "while True: pass\n",
  ])
  func aProgramCannotPassByEndingTheProcess(_ program: String) async throws {
    switch try await result(of: program, .unittest, Self.unittest, time: 1000) {
    case .testsAborted: break
    case .tests(let found): #expect(found.allSatisfy { !$0.passed })
    case let other: Issue.record("\(String(describing: other))")
    }
  }
}
