import Course
import Exchange
import Model
import Reports
import Storage
import Text

/// The activity of one student at some work, with the results of the last attempt.
struct ActivityDetails: Report {
  private let summary: Record
  private let items: [ActivityItem]

  /// - Parameters:
  ///   - fields: the fields that identify the work and the student.
  ///   - times: those about points in time.
  private init(
    _ fields: [Record.Field], seconds: Int64, progress: Rational, attempts: Int,
    primary: ActivityItem?, items: [ActivityItem], times: [Record.Field]
  ) {
    self.items = items
    summary = Record(
      "activity",
      fields + [
        .init("time", .duration(seconds), title: "Time"),
        .init("progress", .share(progress), title: "Progress"),
        .init("attempts", Cell(attempts), title: "Attempts"),
        .init("primary", .result(primary), title: "Result"),
      ] + times)
  }

  /// A student's own record.
  ///
  /// - Parameter running: the running session, if it is at this place.
  init(
    _ place: ActivityPlace, _ record: ActivityRecord, running: RunningActivity?, _ times: TimeWords
  ) {
    var record = record
    if let attempt = running?.ended(at: times.now), !attempt.isEmpty {
      record.save(attempt, file: place.file)
    }
    let attempts =
      place.file.map { record.files[$0].map { [$0] } ?? [] } ?? record.attempts
    self.init(
      [
        .init("path", Cell(place.text), title: "Work"),
        .init(
          "running", Cell(.boolean(running != nil), shown: running == nil ? "" : "yes"),
          title: "Running"),
      ],
      seconds: attempts.reduce(0) { $0 + $1.seconds },
      progress: place.file == nil ? record.progress : attempts.first?.coverage.length ?? .zero,
      attempts: attempts.count, primary: attempts.last?.primary, items: attempts.last?.items ?? [],
      times: [.init("done", times.cell(record[doneAt: place.file]), title: "Done")])
  }

  /// The activity that a student reported.
  init(
    path: ContextPath, entry: WorksheetActivity.Entry, _ activity: ActivitySummary,
    _ times: TimeWords
  ) {
    self.init(
      [
        .init("path", Cell("\(path)"), title: path.isHandout ? "File" : "Worksheet"),
        .init("student", Cell(entry.student), title: "Student"),
        .init("name", Cell(entry.name), title: "Name"),
      ],
      seconds: activity.seconds, progress: activity.progress, attempts: activity.attempts,
      primary: activity.primary, items: activity.items,
      times: [
        .init("done", times.cell(activity.done), title: "Done"),
        .init("at", times.cell(activity.at), title: "Reported"),
      ])
  }

  func text(_ layout: Layout) -> String {
    let table = Table(
      "items", [.init("item"), .init("result")],
      rows: items.map { [Cell(visible($0.title ?? $0.id)), Cell(.null, shown: $0.words)] })
    return summary.text(layout) + (items.isEmpty ? "" : "\n" + table.text(layout))
  }

  var json: JSONValue {
    let members = summary.fields.map { JSONValue.Member($0.name, $0.cell.value) }
    return Self.envelope(
      "activity", "item", .object(members + [.init("items", .array(items.map(\.json)))]))
  }
}

extension Cell {
  /// A working time.
  static func duration(_ seconds: Int64) -> Cell {
    Cell(.integer(Int(seconds)), shown: durationWords(seconds))
  }

  /// A share between 0 and 1.
  static func share(_ share: Rational) -> Cell {
    Cell(
      .decimal(share.decimal(places: 4)),
      shown: Message(verbatim: Percent.text(share, of: .one) ?? ""))
  }

  /// A main result with its title.
  static func result(_ item: ActivityItem?) -> Cell {
    guard let item else { return Cell(nil) }
    return Cell(item.json, shown: "\(visible(item.title ?? item.id)): \(item.words)")
  }
}

extension TimeWords {
  /// A time, or an empty cell.
  fileprivate func cell(_ time: Instant?) -> Cell {
    time.map { Cell(.string($0.description), shown: "\(at($0))") } ?? Cell(nil)
  }
}
