import Course
import Glibc
import Grading
import Model
import Reports
import Substrings
import Text

/// The result of one submission by exercise, without revealing answers.
struct SubmissionReport: Report {
  struct Item: Sendable {
    enum State: String, Sendable {
      case passed, failed
      /// The exercise needs manual marking, or is an unanswered bonus.
      case skipped
    }

    let id: String
    let state: State
    let points: Rational?
    let max: Rational
    let isBonus: Bool
    let isAnswered: Bool
    /// The details, one per line.
    let details: [Message]
  }

  /// The machine and time of the grading, for reports that CI systems keep.
  struct Run: Sendable {
    let host: String
    let start: Instant
    /// The duration in whole seconds.
    let seconds: Int64

    init(from start: Instant, to end: Instant) {
      var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
      gethostname(&name, name.count)
      host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      self.start = start
      seconds = max(0, end.seconds - start.seconds)
    }
  }

  let path: String
  let items: [Item]
  let run: Run
  /// Why the submission is unreadable.
  let unreadable: String?
  private let hasAnswers: Bool

  /// - Parameter hasAnswers: whether answer keys are known; otherwise only completeness counts.
  init(
    _ worksheet: Worksheet, _ verdicts: [Verdict], hasAnswers: Bool, unreadable: String?, _ run: Run
  ) {
    self.run = run
    path = hasAnswers ? "\(worksheet.path)" : worksheet.path.work
    self.unreadable = unreadable
    self.hasAnswers = hasAnswers
    items = zip(worksheet.exercises, verdicts).map { exercise, verdict in
      Item(exercise, verdict, hasAnswers: hasAnswers, isReadable: unreadable == nil)
    }
  }

  /// The earned and possible points of all exercises that don't need manual marking.
  var score: (earned: Rational, max: Rational) {
    var (earned, max) = (Rational.zero, Rational.zero)
    for item in items where item.state != .skipped {
      earned = (try? earned + (item.points ?? .zero)) ?? earned
      if !item.isBonus { max = (try? max + item.max) ?? max }
    }
    return (Swift.max(.zero, earned), max)
  }

  var allPassed: Bool { unreadable == nil && items.allSatisfy { $0.state != .failed } }

  private var total: Message {
    if !hasAnswers {
      return "\(items.count { $0.state != .failed }) of \(items.count) passed"
    }
    let (earned, max) = score
    guard let percent = Percent.text(earned, of: max) else { return "\(earned) of \(max)" }
    return "\(earned) of \(max) (\(percent))"
  }

  func text(_ layout: Layout) -> String {
    var lines = [layout.paint(path, .strong) + "  " + total.text]
    if let unreadable { lines.append(layout.paint(visible(unreadable), .bad)) }
    for item in items {
      let (mark, tone): (String, Tone) =
        switch item.state {
        case .passed: ("✓", .good)
        case .failed: ("✗", .bad)
        case .skipped: ("?", .quiet)
        }
      lines.append("\(layout.paint(mark, tone)) \(visible(item.id))  \(item.worth)")
      lines += item.details.map { "    " + visible($0.text) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    let (earned, max) = score
    return Self.envelope(
      "submission-grade", "item",
      [
        "path": .string(path), "earned": .number(earned), "max": .number(max),
        "unreadable": .text(unreadable),
        "exercises": .array(
          items.map { item in
            [
              "id": .string(item.id), "state": .string(item.state.rawValue),
              "points": .number(item.points), "max": .number(item.max),
              "details": .array(item.details.map { .string($0.text) }),
            ]
          }),
      ])
  }

  /// JUnit XML for CI systems, with a test case per exercise. The timestamp is in UTC without a
  /// zone, as Ant's schema for JUnit reports demands.
  var junit: String? {
    func count(_ state: Item.State) -> Int { items.count { $0.state == state } }
    let attributes =
      "name=\"\(xml(path))\" tests=\"\(items.count)\" failures=\"\(count(.failed))\""
      + " skipped=\"\(count(.skipped))\" errors=\"\(unreadable == nil ? 0 : 1)\""
      + " hostname=\"\(xml(run.host))\" time=\"\(run.seconds)\""
      + " timestamp=\"\(run.start.description.dropLast())\""
    var text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite \(attributes)>\n"
    if let unreadable { text += "    <system-err>\(xml(unreadable))</system-err>\n" }
    for item in items {
      text += "    <testcase classname=\"\(xml(path))\" name=\"\(xml(item.id))\""
      switch item.state {
      case .passed: text += "/>\n"
      case .skipped: text += "><skipped message=\"\(xml(item.worth.text))\"/></testcase>\n"
      case .failed:
        text +=
          "><failure message=\"\(xml(item.worth.text))\">"
          + xml(item.details.joined(separator: "\n").text) + "</failure></testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// The Test Anything Protocol, version 14.
  var tap: String? {
    var text = "TAP version 14\n1..\(items.count)\n"
    if let unreadable { text += "# \(visible(unreadable))\n" }
    for (index, item) in items.enumerated() {
      let name = visible(item.id)
      switch item.state {
      case .passed: text += "ok \(index + 1) - \(name)\n"
      case .failed: text += "not ok \(index + 1) - \(name)\n"
      case .skipped: text += "ok \(index + 1) - \(name) # SKIP \(item.worth)\n"
      }
      for line in [item.worth] + item.details where item.state == .failed {
        text += "# \(visible(line.text))\n"
      }
    }
    return text
  }

  var markdown: String? {
    var text = "### \(cell(path)): \(total)\n\n"
    if let unreadable { text += "\(cell(unreadable))\n\n" }
    text += "| | exercise | points | |\n| --- | --- | --- | --- |\n"
    for item in items {
      let mark = item.state == .passed ? "✓" : item.state == .failed ? "✗" : "?"
      let details = item.details.map { cell($0.text) }.joined(separator: "<br>")
      text += "| \(mark) | \(cell(item.id)) | \(cell(item.worth.text)) | \(details) |\n"
    }
    return text
  }

  var github: String? {
    (unreadable.map { WorkflowCommand("error", [("title", path)], $0).line } ?? "")
      + items.filter { $0.state == .failed }.map { item in
        WorkflowCommand(
          "error", [("title", "\(path)/\(item.id)")],
          ([item.worth] + item.details).joined(separator: "\n").text
        ).line
      }.joined() + WorkflowCommand("notice", [("title", path)], total.text).line
  }

  private func xml(_ text: String) -> String {
    markup(visible(text, keepingLines: true)).replacing("\n", with: "&#10;")
  }

  private func cell(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      if "|\\`*_<>[]&".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension SubmissionReport.Item {
  fileprivate init(
    _ exercise: Exercise, _ verdict: Verdict, hasAnswers: Bool, isReadable: Bool
  ) {
    let isThere = verdict.outcome != .unanswered
    let state: State =
      switch true {
      case !isReadable: .failed
      case !isThere: exercise.isBonus ? .skipped : .failed
      // Without answer keys, the presence of an answer is enough, unless it was run.
      case verdict.needsPerson && !hasAnswers && exercise.question.type != .code: .passed
      case verdict.needsPerson: .skipped
      case verdict.outcome == .correct: .passed
      default: .failed
      }
    self.init(
      id: exercise.id, state: state, points: verdict.points, max: exercise.points,
      isBonus: exercise.isBonus, isAnswered: isThere,
      details: !isReadable
        ? ["the answers can't be read"] : isThere ? verdict.lines(exercise) : ["not answered"])
  }

  var worth: Message {
    switch state {
    case .skipped: isAnswered ? "needs manual marking" : "bonus"
    default: points.map { "\($0) of \(max)" } ?? (state == .passed ? "answered" : "0 of \(max)")
    }
  }
}

extension Verdict {
  /// The result of the program or of its test program.
  fileprivate func lines(_ exercise: Exercise) -> [Message] {
    report?.lines(exercise) ?? [obstacle].compactMap { $0 } + lastOutput
  }

  /// Why an answer couldn't be graded automatically.
  var obstacle: Message? {
    guard points == nil else { return nil }
    return switch reason {
    case .testBrokeOff: "the test program ended early"
    case .tooHard: "the pattern takes too long"
    case .wrongShape(.text): "the answer must be text"
    case .wrongShape(let expected): "the answer must be a \(expected.rawValue)"
    case .unreadable: "the answer can't be read"
    case .markedBefore(let points?, _): "the answer changed since it got \(points)"
    case .markedBefore(nil, _): "the answer changed since it was marked"
    case .worksheetChanged(let change): change.words
    default: nil
    }
  }

  /// The last output of a test program that ended early.
  var lastOutput: [Message] {
    guard case .testBrokeOff(let words)? = reason else { return [] }
    return words.split(whereSeparator: \.isNewline).suffix(10).map { Message(verbatim: String($0)) }
  }
}

extension CodeReport {
  /// The result of each case, without details of hidden ones.
  func lines(_ exercise: Exercise) -> [Message] {
    guard case .code(let task) = exercise.question else { return [] }
    switch self {
    case .notCompiled(let message):
      return ["the program doesn't compile:"]
        + message.split(whereSeparator: \.isNewline).map { Message(verbatim: String($0)) }
    case .tests(let tests): return tests.map { "\($0.passed ? "✓" : "✗") \($0.name)" }
    case .cases(let outcomes):
      return zip(task.names(of: outcomes.count), outcomes).map { name, outcome in
        switch outcome {
        case .ok: "✓ \(name)"
        case .wrong: "✗ \(name)"
        default: "✗ \(name): \(outcome.words())"
        }
      }
    }
  }
}
