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
      rows.append([
        Cell(worksheet.path.work),
        .duration(record.seconds), .share(record.progress), Cell(record.attempts.count),
        .result(record.attempts.last?.primary),
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
