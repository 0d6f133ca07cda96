import Model
import Sandbox
import Substrings
import Text

/// The report of a test program: the Test Anything Protocol, with a line for each test.
///
/// Of https://testanything.org/tap-version-14-specification.html it supports the plan, `ok` and
/// `not ok`.
public enum TestReport {
  /// The reported tests, or else the way in which the test program ended.
  public static func result(of run: Run) -> CodeResult {
    if let tests = tests(in: run) { return .tests(tests) }
    let errors = String(decoding: run.errors.suffix(2000), as: UTF8.self)
    var words = visible(errors, keepingLines: true)
    if let limit = run.testedLimit {
      words += "\nthe tested program: \(CodeOutcome(limit).words())"
    }
    if case .exited = run.ending {} else { words += "\n\(CodeOutcome(run.ending).words())" }
    return .testsAborted(words)
  }

  /// The tests in order; nil if the report is incomplete: fewer tests than planned, or no plan and
  /// a failed program.
  private static func tests(in run: Run) -> [CodeResult.Test]? {
    var tests: [CodeResult.Test] = []
    var planned: Int?
    var names: Set<String> = []
    for line in String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line.hasPrefix("1..") {
        planned = Int(line.dropFirst(3).prefix { $0.isNumber })
      } else if line.hasPrefix("Bail out!") {
        return nil
      } else if var test = test(line, tests.count + 1) {
        // A grade distinguishes tests by their names.
        if !names.insert(test.name).inserted {
          test.name += " (\(tests.count + 1))"
          names.insert(test.name)
        }
        tests.append(test)
      }
    }
    if let planned { return planned == tests.count && planned > 0 ? tests : nil }
    return run.succeeded && !tests.isEmpty ? tests : nil
  }

  /// Reads `ok 3 - adds negative numbers`; a directive after ` # ` is ignored.
  private static func test(_ line: Substring, _ number: Int) -> CodeResult.Test? {
    let passed = line.hasPrefix("ok")
    guard passed || line.hasPrefix("not ok") else { return nil }
    var name = line.dropFirst(passed ? 2 : 6)
    guard name.isEmpty || name.first == " " else { return nil }
    if let directive = name.firstRange(of: " # ") { name = name[..<directive.lowerBound] }
    name = name.drop { $0 == " " }
    name = name.drop { $0.isNumber }
    name = name.drop { $0 == " " || $0 == "-" }
    return CodeResult.Test(
      name: name.isEmpty ? "test \(number)" : String(name.prefix(200)), passed: passed)
  }
}
