import Course
import Exchange
import Model
import Reports
import Storage
import Text

/// The recorded activity of a student at a worksheet.
struct ActivityReport: Report {
  let place: ActivityPlace
  let record: ActivityRecord
  /// The running attempt until now.
  let running: ActivityAttempt?
  let times: TimeWords

  /// - Parameter running: the running session, if it is at this place.
  init(
    _ place: ActivityPlace, _ record: ActivityRecord, running: RunningActivity?, _ times: TimeWords
  ) {
    self.place = place
    self.times = times
    self.running = running?.ended(at: times.now)
    var record = record
    if let attempt = self.running, !attempt.isEmpty { record.save(attempt, file: place.file) }
    self.record = record
  }

  private var attempts: [ActivityAttempt] {
    place.file.map { record.files[$0].map { [$0] } ?? [] } ?? record.attempts
  }

  private var seconds: Int64 { attempts.reduce(0) { $0 + $1.seconds } }

  private var progress: Rational {
    place.file == nil ? record.progress : attempts.first?.coverage.length ?? .zero
  }

  private var summary: Record {
    let primary = attempts.last?.primary
    return Record(
      "activity",
      [
        .init("path", Cell(.string(place.text), shown: place.text), title: "Work"),
        .init(
          "running", Cell(.boolean(running != nil), shown: running == nil ? "" : "yes"),
          title: "Running"),
        .init(
          "time", Cell(.integer(Int(seconds)), shown: "\(duration(seconds))"), title: "Time"),
        .init(
          "progress",
          Cell(
            .decimal(progress.decimal(places: 4)),
            shown: "\(Percent.text(progress, of: .one) ?? "")"),
          title: "Progress"),
        .init("attempts", Cell(attempts.count), title: "Attempts"),
        .init(
          "primary", Cell(primary?.json ?? .null, shown: primary.map(line) ?? ""),
          title: "Result"),
        .init(
          "done",
          Cell(
            record.done.map { .string($0.description) } ?? .null,
            shown: record.done.map { "\(times.at($0))" } ?? ""), title: "Done"),
      ])
  }

  private func line(_ item: ActivityItem) -> Message {
    "\(visible(item.title ?? item.id)): \(item.words)"
  }

  private var items: [ActivityItem] { attempts.last?.items ?? [] }

  func text(_ layout: Layout) -> String {
    let table = Table(
      "items", [.init("item"), .init("result")],
      rows: items.map { item in
        [Cell(visible(item.title ?? item.id)), Cell(.null, shown: item.words)]
      })
    return summary.text(layout) + (items.isEmpty ? "" : "\n" + table.text(layout))
  }

  var json: JSONValue {
    guard case .object(var members) = summary.fieldsAsJSON else { return summary.json }
    members.append(.init("items", .array(items.map(\.json))))
    return Self.envelope("activity", "item", .object(members))
  }
}

extension Record {
  fileprivate var fieldsAsJSON: JSONValue {
    .object(fields.map { JSONValue.Member($0.name, $0.cell.value) })
  }
}
