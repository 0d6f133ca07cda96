import Model

/// Runs tests of Python's `unittest` or of `pytest`, and reports them like a test program.
enum PythonTests {
  private static let name = "teachkit_tests.py"

  static func command(_ tester: CodeJob.Tester) -> [String] {
    ["python3", name, tester.runner.rawValue] + tester.paths
  }

  static var files: [String: [UInt8]] { [name: Array(program.utf8)] }

  /// The report follows the Test Anything Protocol and is written at the end, to a descriptor that
  /// only this program knows. A student's program that ends the process leaves no report.
  private static let program = #"""
    import os, sys

    report = os.dup(3)
    os.close(3)
    os.set_inheritable(report, False)
    sys.dont_write_bytecode = True
    framework, files = sys.argv[1], sys.argv[2:]
    del sys.argv[1:]
    results = []


    def finish(write=os.write, results=results, report=report):
        text = "".join(
            f"{'ok' if passed else 'not ok'} - {' '.join(name.split()).replace('#', '')}\n"
            for name, passed in results)
        text = (text + f"1..{len(results)}\n").encode("utf-8", "replace")
        while text:
            text = text[write(report, text):]


    def with_unittest():
        import importlib, unittest

        class Result(unittest.TestResult):
            def startTest(self, test):
                super().startTest(test)
                self.subtests_passed = True

            def add(self, test, passed):
                results.append((test.id().split(".", 1)[-1], passed))

            def addSuccess(self, test):
                self.add(test, self.subtests_passed)

            def addError(self, test, error):
                sys.stderr.write(self._exc_info_to_string(error, test))
                self.add(test, False)

            addFailure = addError

            def addSubTest(self, test, subtest, error):
                if error:
                    sys.stderr.write(self._exc_info_to_string(error, test))
                    self.subtests_passed = False

            def addExpectedFailure(self, test, error):
                self.add(test, True)

            def addUnexpectedSuccess(self, test):
                self.add(test, False)

            def stopTest(self, test):
                name = test.id().split(".", 1)[-1]
                if not self.subtests_passed and (not results or results[-1][0] != name):
                    self.add(test, False)

        suite = unittest.TestSuite()
        for file in files:
            name = os.path.splitext(file)[0].replace("/", ".")
            try:
                module = importlib.import_module(name)
            except BaseException:
                import traceback
                traceback.print_exc()
                results.append((f"import {name}", False))
                continue
            suite.addTest(unittest.defaultTestLoader.loadTestsFromModule(module))
        suite.run(Result())


    def with_pytest():
        try:
            import pytest
        except ImportError:
            sys.exit("pytest isn't installed: 'apt install python3-pytest'")

        class Reporter:
            def pytest_runtest_logreport(self, report):
                if report.when == "call" or report.failed:
                    name = report.nodeid.split("::", 1)[-1].replace("::", ".")
                    if report.failed:
                        sys.stderr.write(report.longreprtext + "\n")
                    if not report.skipped:
                        results.append((name, report.passed))

            def pytest_collectreport(self, report):
                if report.failed:
                    sys.stderr.write(report.longreprtext + "\n")
                    results.append((f"import {report.nodeid}", False))

        pytest.main(["-s", "-p", "no:cacheprovider", *files], plugins=[Reporter()])


    sys.path.insert(0, os.getcwd())
    {"unittest": with_unittest, "pytest": with_pytest}[framework]()
    finish()
    """#
}
