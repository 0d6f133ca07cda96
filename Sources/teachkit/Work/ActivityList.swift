import Course
import Exchange
import Model
import Reports
import Storage
import Text

/// All work of a clone with recorded activity.
struct ActivityList {
  let table: Table

  init(
    _ clone: StudentClone, _ running: (place: ActivityPlace, session: RunningActivity)?,
    _ times: TimeWords
  ) throws {
    var rows: [[Cell]] = []
    for worksheet in try clone.worksheets() {
      var record = try clone.activity(of: worksheet.path)
      let isRunning = running?.place.path == worksheet.path && running?.session.isAlive == true
      if isRunning, let running {
        record.save(running.session.ended(at: times.now), file: running.place.file)
      }
      guard !record.isEmpty || isRunning else { continue }
      let primary = record.attempts.last?.primary
      rows.append([
        Cell(worksheet.path.work),
        Cell(.integer(Int(record.seconds)), shown: "\(duration(record.seconds))"),
        Cell(
          .decimal(record.progress.decimal(places: 4)),
          shown: "\(Percent.text(record.progress, of: .one) ?? "")"),
        Cell(.integer(record.attempts.count), shown: "\(record.attempts.count)"),
        Cell(
          .null, shown: primary.map { "\(visible($0.title ?? $0.id)): \($0.words)" } ?? ""),
        Cell(.boolean(isRunning), shown: isRunning ? "running" : record.done == nil ? "" : "done"),
      ])
    }
    table = Table(
      "activity",
      [
        .init("path", title: "Worksheet"), .init("time", isNumber: true),
        .init("progress", isNumber: true), .init("attempts", isNumber: true),
        .init("result"), .init("running", title: "State"),
      ], rows: rows)
  }
}
