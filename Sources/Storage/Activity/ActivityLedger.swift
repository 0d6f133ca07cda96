import Model
import PlainYAML
import Text

/// Lines of the ledgers `activity/…`, which students report in the same form.
extension ActivitySummary {
  /// The maximum size of a line in bytes.
  public static let longestLine = 64 << 10

  /// Reads a line; nil after a fault.
  init?(_ reading: FileReading, _ node: Node) {
    let fields = FieldReader(
      reading, node, allowed: Schema.activitySummary, what: "a student's activity")
    let before = reading.faults.count
    let attempts = fields.integer("attempts", in: 0...1_000_000)
    let progress = fields.read("progress", "share between 0 and 1") { text in
      Rational(exact: text).flatMap { $0.isNegative || $0 > .one ? nil : $0 }
    }
    let seconds = fields.read("time", "length of time such as 1h5m or 34m12s") {
      WorkingTime.read($0)
    }
    let items = (fields.items("items") ?? []).compactMap { ActivityItem(reading, $0) }
    if items.count > ActivityAttempt.mostItems {
      fields.fault(.notAValue, ActivityFault.tooManyItems.message)
    } else if Set(items.map(\.id)).count < items.count {
      fields.fault(.duplicateID, "two items have the same id")
    }
    let primary = fields.value("primary").flatMap { ActivityItem(reading, $0) }
    let (done, at) = (fields.instant("done"), fields.instant("at"))
    if at == nil, fields.value("at") == nil {
      fields.fault(.missingField, "a student's activity has no 'at'")
    }
    guard let at, reading.faults.count == before else { return nil }
    self.init(
      seconds: seconds ?? 0, progress: progress ?? .zero, attempts: attempts ?? 0,
      primary: primary, items: items, done: done, at: at)
  }

  /// Reads a line of a ledger; nil if it is damaged.
  public init?(_ node: Node) {
    guard let reading = try? FileReading(file: "", bytes: [], strictness: .published) else {
      return nil
    }
    self.init(reading, node)
  }

  /// The size of its line in bytes, without the student's name.
  public var size: Int { Printer.flow(value).utf8.count }

  public var value: Value {
    .fields([
      ("time", .scalar(WorkingTime.text(seconds))), ("progress", .plain(progress.exact)),
      ("attempts", .plain("\(attempts)")), ("primary", primary.map(\.yaml)),
      ("items", items.isEmpty ? nil : .sequence(items.map(\.yaml))),
      ("done", .text(done?.description)), ("at", .scalar(at.description)),
    ])
  }
}

/// The activity that a student reports: summaries by work, in one file.
public struct ActivityReportFile: Sendable {
  /// The maximum size of the file in bytes.
  public static let largest = 1 << 20

  /// By path below the subject.
  public private(set) var summaries: [String: ActivitySummary] = [:]
  /// The problems of entries that are left out.
  public private(set) var problems: [Message] = []

  /// Creates a report that can't be read.
  public init(problem: Message) { problems = [problem] }

  /// Reads a report. Faulty entries are left out, and don't affect the others.
  public init(_ bytes: [UInt8], file: String) {
    let reading: FileReading
    do {
      reading = try FileReading(file: file, bytes: bytes, strictness: .published)
    } catch {
      problems = ["unreadable: \(error.faults.first?.message ?? "")"]
      return
    }
    for entry in reading.document.root.mapping ?? [] {
      let before = reading.faults.count
      if entry.value.end - entry.value.offset > ActivitySummary.longestLine {
        problems.append("'\(visible(entry.key))' is larger than 64 KiB")
      } else if let summary = ActivitySummary(reading, entry.value) {
        summaries[entry.key] = summary
      } else {
        let fault = reading.faults.dropFirst(before).first?.message
        problems.append("'\(visible(entry.key))': \(fault ?? "unreadable")")
      }
    }
  }

  /// The text of a report.
  public static func bytes(_ summaries: [String: ActivitySummary]) -> [UInt8] {
    let pairs = summaries.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value.value)) }
    return Array(Printer.print(.fields(pairs)).utf8)
  }
}

extension SchoolFiles {
  /// The activity of all students at a worksheet.
  public func activity(_ path: ContextPath) throws -> Ledger {
    try ledger(at: SchoolPath.activity(path))
  }
}

extension Change {
  /// Records reported activity.
  public func recordActivity(
    _ worksheet: ContextPath, _ reports: [(student: String, summary: ActivitySummary)]
  ) throws -> StudentFailures {
    var failures = StudentFailures()
    try editLedger(SchoolPath.activity(worksheet)) { ledger in
      for (student, summary) in reports {
        try failures.attempt(student, at: worksheet) { try ledger.set(student, summary.value) }
      }
    }
    return failures
  }
}
