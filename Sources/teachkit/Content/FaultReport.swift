import PlainYAML
import Reports
import Storage
import Text

/// What a check found.
struct FaultReport: Report {
  let faults: [Fault]
  /// How many files were looked at.
  let count: Int

  var errors: Int { faults.count { $0.severity == .error } }

  func text(_ layout: Layout) -> String {
    faults.map { text(of: $0, layout) + "\n\n" }.joined() + layout.paint(summary, tone) + "\n"
  }

  private func text(of fault: Fault, _ layout: Layout) -> String {
    if fault.severity == .error {
      return fault.failures.map { $0.text(paint: layout.paint) }.joined(separator: "\n")
    }
    var lines = [
      layout.paint("teachkit: warning:", .warning) + " \(visible(fault.message)) [\(fault.rule)]"
    ]
    lines += fault.failures.first?.place?.lines ?? []
    if let hint = fault.hint { lines.append(layout.paint("hint:", .warning) + " \(visible(hint))") }
    return lines.joined(separator: "\n")
  }

  private var tone: Tone { errors > 0 ? .bad : faults.isEmpty ? .good : .warning }

  private var summary: String {
    let files = FaultReport.amount(count, "file")
    if faults.isEmpty { return "\(files), all fine" }
    let warnings = faults.count - errors
    let found = [
      errors > 0 ? FaultReport.amount(errors, "error") : nil,
      warnings > 0 ? FaultReport.amount(warnings, "warning") : nil,
    ]
    return found.compactMap { $0 }.joined(separator: ", ") + " in \(files)"
  }

  private static func amount(_ count: Int, _ thing: String) -> String {
    count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }

  var json: JSONValue {
    Self.envelope(
      "faults", "items",
      .array(
        faults.map { fault in
          [
            "severity": fault.severity == .error ? "error" : "warning",
            "rule": .string(fault.rule), "message": .string(fault.message),
            "path": .string(fault.file),
            "line": fault.position.map { .integer($0.line) } ?? nil,
            "column": fault.position.map { .integer($0.column) } ?? nil,
            "hint": fault.hint.map { .string($0) } ?? nil,
          ]
        }))
  }
}
