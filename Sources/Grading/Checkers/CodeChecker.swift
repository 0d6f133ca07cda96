import Model
import Text

/// Checks a program, by test case or by the report of a test program.
struct CodeChecker: Checker {
  private let cases: [CodeCase]
  private let patterns: [Int: Pattern]
  /// The total points of all cases.
  private let whole: Rational

  init(_ exercise: String, _ task: CodeTask) throws(KeyProblem) {
    cases = task.cases
    var patterns: [Int: Pattern] = [:]
    var whole = Rational.zero
    for (index, item) in task.cases.enumerated() {
      do { whole = try whole + item.points } catch {
        throw KeyProblem(exercise: exercise, kind: .outOfRange)
      }
      guard item.match == .pattern, let expect = item.expect else { continue }
      do { patterns[index] = try Pattern(nfc(expect)) } catch {
        throw KeyProblem(
          exercise: exercise,
          kind: .faultyPattern(expect, message: error.message, offset: error.offset))
      }
    }
    self.patterns = patterns
    self.whole = whole
  }

  /// A program can't be judged before it was run.
  func credit(for answer: AnswerValue) -> Credit { .unreviewed(.notRun) }

  /// The share of the points of the passed cases or tests.
  func credit(
    for result: CodeResult
  ) throws(RationalOverflow) -> (Credit, CodeReport?) {
    switch result {
    case .notCompiled(let message): return (.wrong, .notCompiled(message))
    case .testsAborted(let words): return (.unreviewed(.testBrokeOff(words)), nil)
    case .tests(let tests):
      return (.share(tests.count { $0.passed }, of: max(1, tests.count)), .tests(tests))
    case .cases(let runs):
      guard runs.count == cases.count else { return (.unreviewed(.notRun), nil) }
      var outcomes: [CodeOutcome] = []
      var earned = Rational.zero
      var isTooHard = false
      for (index, run) in runs.enumerated() {
        let outcome = self.outcome(of: run, index)
        outcomes.append(outcome ?? .wrong)
        if outcome == nil { isTooHard = true }
        if outcome == .ok { earned = try earned + cases[index].points }
      }
      let report = CodeReport.cases(outcomes)
      if isTooHard { return (.unreviewed(.tooHard), report) }
      return (.share(whole.isZero ? .zero : try earned / whole), report)
    }
  }

  /// Nil if a pattern took too long.
  private func outcome(of run: CodeResult.Case, _ index: Int) -> CodeOutcome? {
    guard run.outcome == .ok, let expect = cases[index].expect else { return run.outcome }
    switch cases[index].match {
    case .exact: return .unlessWrong(Self.lines(run.output) == Self.lines(expect))
    case .trimmed: return .unlessWrong(Self.trimmed(run.output) == Self.trimmed(expect))
    case .number:
      return .unlessWrong(
        Self.areEqual(run.output, expect, within: cases[index].tolerance))
    case .pattern:
      switch patterns[index]?.match(nfc(withoutMargins(run.output))) {
      case .matches: return .ok
      case .gaveUp: return nil
      case .noMatch, nil: return .wrong
      }
    }
  }

  /// Lines without their terminators; the last line may lack one.
  private static func lines(_ text: String) -> [ArraySlice<UInt8>] {
    var lines = Array(text.utf8).split(separator: 0x0a, omittingEmptySubsequences: false)
      .map { $0.last == 0x0d ? $0.dropLast() : $0 }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func trimmed(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        var line = line
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
      }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether two texts have the same numbers within the tolerance, and otherwise the same words.
  private static func areEqual(
    _ text: String, _ expected: String, within tolerance: Rational
  ) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    let wanted = expected.split(whereSeparator: \.isWhitespace)
    if words.count == wanted.count,
      zip(words, wanted).allSatisfy({ areEqual($0, $1, within: tolerance) })
    {
      return true
    }
    return PrintedNumbers(text).isEqual(to: PrintedNumbers(expected), within: tolerance)
  }

  /// Whether two words are equal, or numbers as people write them, such as `3/4` and `0,75`.
  private static func areEqual(
    _ word: Substring, _ wanted: Substring, within tolerance: Rational
  ) -> Bool {
    if word == wanted { return true }
    guard let number = Rational(text: word), let right = Rational(text: wanted),
      let difference = try? number - right
    else { return false }
    return difference.magnitude <= tolerance
  }
}

extension CodeOutcome {
  fileprivate static func unlessWrong(_ isRight: Bool) -> CodeOutcome { isRight ? .ok : .wrong }
}
