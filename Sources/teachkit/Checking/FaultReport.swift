import Course
import PlainYAML
import Reports
import Storage
import Text

/// The problems that a check found and fixed.
struct FaultReport: Report {
  let faults: [Fault]
  var applied: [AppliedFix] = []
  /// Whether fixable problems were fixed.
  var isFixing = false
  /// Whether it was a dry run.
  var isTrial = false
  /// The number of checked files.
  let count: Int

  var errors: Int { faults.count { $0.severity == .error } }

  func text(_ layout: Layout) -> String {
    let parts = applied.map { text(of: $0, layout) } + faults.map { text(of: $0, layout) }
    return parts.map { $0 + "\n\n" }.joined() + layout.paint(summary, tone) + "\n"
      + (fixable > 0 ? layout.paint("hint:", .warning) + " \(hint)\n" : "")
  }

  private func text(of fault: Fault, _ layout: Layout) -> String {
    let isError = fault.severity == .error
    var lines = [
      layout.paint("teachkit: \(fault.severity.word):", isError ? .bad : .warning)
        + " \(visible(fault.message)) [\(fault.rule.id)]"
    ]
    lines += fault.failures.first?.place?.lines ?? []
    if let hint = fault.hint { lines.append(layout.paint("hint:", .warning) + " \(visible(hint))") }
    return lines.joined(separator: "\n")
  }

  private func text(of applied: AppliedFix, _ layout: Layout) -> String {
    let fault = applied.fault
    let place = ([fault.file] + [fault.position.map { "\($0)" }].compactMap { $0 })
      .joined(separator: ":")
    let lines =
      [
        layout.paint("\(isTrial ? "would fix" : "fixed"):", .good)
          + " \(visible(fault.message)) [\(fault.rule.id)]", visible(place),
      ] + applied.before.map { layout.paint("- \(visible($0))", .bad) }
      + applied.after.map { layout.paint("+ \(visible($0))", .good) }
    return lines.joined(separator: "\n")
  }

  private var tone: Tone { errors > 0 ? .bad : faults.isEmpty ? .good : .warning }

  private var summary: Message {
    let files = FaultReport.amount(count, "file")
    let warnings = faults.count - errors
    let fixed: Message = isTrial ? "\(applied.count) to fix" : "\(applied.count) fixed"
    let found: [Message] = [
      applied.isEmpty ? nil : fixed,
      errors > 0 ? FaultReport.amount(errors, "error") : nil,
      warnings > 0 ? FaultReport.amount(warnings, "warning") : nil,
    ].compactMap { $0 }
    if found.isEmpty { return "\(files), no problems" }
    return "\(found.joined(separator: ", ")) in \(files)"
  }

  private var fixable: Int { faults.count { $0.fix != nil } }

  private var hint: Message {
    let which: Message =
      fixable < faults.count ? "\(fixable) of them" : fixable == 1 ? "it" : "them"
    return isFixing
      ? "fixing \(which) would cause another error: fix \(which) yourself"
      : "run 'teachkit check --fix' to fix \(which)"
  }

  private static func amount(_ count: Int, _ thing: Message) -> Message {
    count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }

  var json: JSONValue {
    let state = isTrial ? "planned" : "done"
    return Self.envelope(
      "faults", "items",
      .array(
        applied.map { item(of: $0.fault, fix: .string(state)) }
          + faults.map { item(of: $0, fix: isFixing || $0.fix == nil ? nil : "possible") }))
  }

  private func item(of fault: Fault, fix: JSONValue) -> JSONValue {
    [
      "severity": .string(fault.severity.word),
      "rule": .string(fault.rule.id), "message": .string(fault.message.text),
      "path": .string(fault.file),
      "line": fault.position.map { .integer($0.line) } ?? nil,
      "column": fault.position.map { .integer($0.column) } ?? nil,
      "hint": fault.hint.map { .string($0.text) } ?? nil, "fix": fix,
    ]
  }

  // MARK: GitHub

  /// Workflow commands, which GitHub shows next to the changed lines.
  var github: String? {
    applied.map {
      command(
        "notice", $0.fault,
        isTrial ? "would be fixed: \($0.fault.message)" : "fixed: \($0.fault.message)")
    }.joined() + faults.map { command($0.severity.word, $0, $0.message) }.joined()
  }

  private func command(_ name: String, _ fault: Fault, _ message: Message) -> String {
    var properties = [("file", fault.file)]
    if let position = fault.position {
      properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
    }
    properties.append(("title", fault.rule.id))
    let text = [message.text, fault.hint?.text].compactMap { $0 }.joined(
      separator: "\n")
    return WorkflowCommand(name, properties, text).line
  }
}

extension Fault.Severity {
  var word: String { self == .error ? "error" : "warning" }
}

extension Table {
  /// The rules of `check`.
  static var rules: Table {
    Table(
      "rules",
      [.init("rule"), .init("severity"), .init("fix"), .init("description")],
      rows: Rule.allCases.map { rule in
        [
          Cell(rule.id), Cell(rule.severity.word, tone: rule.severity == .error ? .bad : .warning),
          Cell(rule.isFixable ? "--fix" : nil), Cell(rule.summary),
        ]
      })
  }
}
