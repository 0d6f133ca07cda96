import Course
import Model
import Reports
import Text

/// The results of a student's programs on the visible cases.
struct TryReport: Report {
  struct Entry: Sendable {
    let exercise: Exercise
    let task: CodeTask
    /// Whether any of the files exists.
    let isThere: Bool
    var result: CodeResult?
    /// The result, compared with the expected output.
    var report: CodeReport?
  }

  let path: String
  let entries: [Entry]

  /// Whether all programs exist and gave the expected output.
  var isRight: Bool {
    entries.allSatisfy { entry in
      switch entry.report {
      case .cases(let outcomes): outcomes.allSatisfy { $0 == .ok }
      case .tests, .notCompiled: false
      case nil: entry.isThere
      }
    }
  }

  func text(_ layout: Layout) -> String {
    entries.map { lines(of: $0, layout).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func lines(of entry: Entry, _ layout: Layout) -> [String] {
    let name = layout.paint(visible(entry.exercise.id), .strong)
    guard entry.isThere else {
      let files = entry.task.files.map { "\(path)/work/\($0)" }.joined(separator: ", ")
      return [layout.paint("\(name)  no program yet: write it to \(visible(files))")]
    }
    guard case .cases(let outcomes)? = entry.report, case .cases(let runs)? = entry.result else {
      guard case .notCompiled(let message)? = entry.result else {
        return [layout.paint("\(name)  ready to run; your teacher has the tests")]
      }
      return ["\(name)  " + layout.paint("the program doesn't compile" as Message, .bad)]
        + indented(message)
    }
    let right = outcomes.count { $0 == .ok }
    var lines = [layout.paint("\(name)  \(right) of \(outcomes.count) correct")]
    for (index, outcome) in outcomes.enumerated() {
      let mark = outcome == .ok ? layout.paint("✓", .good) : layout.paint("✗", .bad)
      lines.append(
        layout.paint(
          outcome == .ok
            ? "  \(mark) case \(index + 1)"
            : "  \(mark) case \(index + 1): \(outcome.words(entry.task.limits))"))
      if outcome != .ok {
        lines += details(entry.task.cases[index], runs[index], outcome, layout)
      }
    }
    return lines
  }

  private func details(
    _ item: CodeCase, _ run: CodeResult.Case, _ outcome: CodeOutcome, _ layout: Layout
  ) -> [String] {
    var lines: [String] = []
    func add(_ title: Message, _ text: String) {
      lines.append("      " + layout.paint(title, .quiet))
      lines += indented(text)
    }
    if !item.args.isEmpty { add("arguments", shellLine(item.args)) }
    if !item.stdin.isEmpty { add("input", item.stdin) }
    if outcome == .wrong, let expect = item.expect { add("expected", expect) }
    add("printed", run.output.isEmpty ? ("(nothing)" as Message).text : run.output)
    if !run.errors.isEmpty { add("errors", run.errors) }
    return lines
  }

  /// Limits a text to a readable number of lines.
  private func indented(_ text: String) -> [String] {
    let lines = visible(text, keepingLines: true)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let shown = lines.prefix(12).map { "        \($0.prefix(200))" }
    let rest = lines.count - shown.count
    var result = rest > 0 ? shown + [("        … \(rest) more lines" as Message).text] : shown
    while result.last?.allSatisfy(\.isWhitespace) == true { result.removeLast() }
    return result
  }

  var json: JSONValue {
    Self.envelope(
      "try", "item",
      [
        "path": .string(path), "right": .boolean(isRight),
        "exercises": .array(entries.map(json)),
      ])
  }

  private func json(of entry: Entry) -> JSONValue {
    var compiler: String?
    if case .notCompiled(let message)? = entry.report { compiler = message }
    var cases: [JSONValue] = []
    if case .cases(let outcomes)? = entry.report, case .cases(let runs)? = entry.result {
      cases = zip(entry.task.cases, zip(outcomes, runs)).map { item, pair in
        [
          "outcome": .string(pair.0.rawValue), "stdin": .string(item.stdin),
          "args": .array(item.args.map { .string($0) }), "expect": .text(item.expect),
          "output": .string(pair.1.output), "errors": .string(pair.1.errors),
        ]
      }
    }
    return [
      "id": .string(entry.exercise.id), "files": .boolean(entry.isThere),
      "compiler": .text(compiler), "cases": .array(cases),
    ]
  }
}
