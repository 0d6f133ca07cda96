import Course
import Model
import Reports
import Text

/// The activity of one student at a worksheet, with the results of the last attempt.
struct StudentActivityReport: Report {
  private let summary: Record
  private let items: [ActivityItem]

  init(
    path: ContextPath, entry: WorksheetActivity.Entry, _ activity: ActivitySummary,
    _ times: TimeWords
  ) {
    items = activity.items
    summary = Record(
      "activity",
      [
        .init("path", Cell("\(path)"), title: "Worksheet"),
        .init("student", Cell(entry.student), title: "Student"),
        .init("name", Cell(entry.name), title: "Name"),
        .init(
          "time", Cell(.integer(Int(activity.seconds)), shown: "\(duration(activity.seconds))"),
          title: "Time"),
        .init(
          "progress",
          Cell(
            .decimal(activity.progress.decimal(places: 4)),
            shown: "\(Percent.text(activity.progress, of: .one) ?? "")"), title: "Progress"),
        .init(
          "attempts", Cell(.integer(activity.attempts), shown: "\(activity.attempts)"),
          title: "Attempts"),
        .init(
          "primary",
          Cell(
            activity.primary?.json ?? .null,
            shown: activity.primary.map { "\(visible($0.title ?? $0.id)): \($0.words)" } ?? ""),
          title: "Result"),
        .init(
          "done",
          activity.done.map { Cell(.string($0.description), shown: "\(times.at($0))") }
            ?? Cell(nil), title: "Done"),
        .init(
          "at", Cell(.string(activity.at.description), shown: "\(times.at(activity.at))"),
          title: "Reported"),
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
