import Course
import Model
import Reports
import Text

/// The activity of all students at a worksheet: averages, and a row for each student.
struct WorksheetActivityReport: Report {
  let activity: WorksheetActivity
  let times: TimeWords

  private var averages: Record {
    var fields: [Record.Field] = []
    func add(_ name: String, _ title: Message, _ average: Cell, _ count: Int) {
      fields.append(
        .init(
          name,
          Cell(
            .object([.init("value", average.value), .init("students", .integer(count))]),
            shown: "\(average.shown) (\(counted(count, "student", "students")))"), title: title))
    }
    if let time = activity.time { add("time", "Average time", .duration(time.value), time.count) }
    if let progress = activity.progress {
      add("progress", "Average progress", .share(progress.value), progress.count)
    }
    if let score = activity.score {
      add("score", "Average score", .share(score.value), score.count)
    }
    if let quantity = activity.quantity {
      let cell = Cell(
        .decimal(quantity.value.decimal(places: 4)),
        shown: Message(verbatim: quantity.value.decimal(places: 1)))
      add("quantity", "Average result", cell, quantity.count)
    }
    return Record("activity", fields)
  }

  private var table: Table {
    Table(
      "activity",
      [
        .init("student"), .init("name"), .init("time", isNumber: true),
        .init("progress", isNumber: true), .init("attempts", isShown: false), .init("result"),
        .init("done"), .init("at", isShown: false),
      ],
      rows: activity.entries.map(row))
  }

  private func row(_ entry: WorksheetActivity.Entry) -> [Cell] {
    guard let summary = entry.summary else {
      let shown: Message = entry.isDamaged ? "unreadable" : entry.isSilent ? "N/A" : "–"
      return [Cell(entry.student), Cell(entry.name), Cell(.null, shown: shown)]
        + Array(repeating: Cell(nil), count: 5)
    }
    return [
      Cell(entry.student), Cell(entry.name),
      .duration(summary.seconds), .share(summary.progress), Cell(summary.attempts),
      Cell(summary.primary?.json ?? .null, shown: summary.primary?.words ?? ""),
      summary.done.map { Cell(.string($0.description), shown: "\(times.day($0))") } ?? Cell(nil),
      Cell(.string(summary.at.description), shown: "\(times.at(summary.at))"),
    ]
  }

  func text(_ layout: Layout) -> String {
    let averages = averages
    return averages.fields.isEmpty
      ? table.text(layout) : averages.text(layout) + "\n" + table.text(layout)
  }

  var json: JSONValue {
    Self.envelope(
      "activity", "item",
      .object([
        .init("path", .string("\(activity.path)")),
        .init(
          "averages",
          .object(averages.fields.map { JSONValue.Member($0.name, $0.cell.value) })),
        .init("students", table.json["items"] ?? .array([])),
      ]))
  }

  var spreadsheet: Table? { table }
}
