import Course
import Model
import Reports
import Storage
import Text

/// The changes of a roster import, by student.
struct RosterReport: Report {
  private let table: Table
  /// The rows with changes, which are shown to people.
  private let shown: [[Cell]]

  init(plan: RosterPlan, departing: Bool, files: SchoolFiles) {
    let roster = try? files.roster()
    var all: [[Cell]] = []
    var shown: [[Cell]] = []
    for entry in plan.entries {
      let known = roster?.students[entry.id]
      func field(_ name: String) -> String? {
        entry.changes.first { $0.field == name }?.new ?? known?.text(of: name)
      }
      let what: (String, Tone) =
        entry.isNew ? ("new", .good) : entry.isUnchanged ? ("same", .quiet) : ("changed", .warning)
      let row: [Cell] = [
        Cell(what.0, tone: what.1), Cell(entry.id), Cell(field("given")), Cell(field("family")),
        .init(.array(entry.joins.map { .string($0) })), Self.changes(entry), Cell(entry.line),
      ]
      all.append(row)
      if !entry.isUnchanged { shown.append(row) }
    }
    for absence in plan.absences {
      let known = roster?.students[absence.id]
      let row: [Cell] = [
        Cell(departing ? "leaves" : "absent", tone: departing ? .bad : .quiet), Cell(absence.id),
        Cell(known?.text(of: "given")), Cell(known?.text(of: "family")),
        .init(.array([.string(absence.schoolClass)])), .init(.object([]), shown: ""), nil,
      ]
      all.append(row)
      if departing { shown.append(row) }
    }
    table = Table("roster-import", Self.columns, rows: all)
    self.shown = shown
  }

  private static let columns: [Table.Column] = [
    .init("what", title: "Change"), .init("student"), .init("given"), .init("family"),
    .init("classes"),
    .init("changes"), .init("line", isNumber: true, isShown: false),
  ]

  /// The fields with old and new values; for a new student, those other than the name.
  private static func changes(_ entry: RosterPlan.Entry) -> Cell {
    let changes = entry.changes.filter { !entry.isNew || !["given", "family"].contains($0.field) }
    return Cell(
      .object(
        entry.changes.map {
          .init(
            $0.field,
            .object([.init("old", .text($0.old)), .init("new", .string($0.new))]))
        }),
      shown: changes.map { "\($0.field): \($0.old.map { "\($0) → " } ?? "")\($0.new)" }
        .joined(separator: ", "))
  }

  func text(_ layout: Layout) -> String {
    Table("roster-import", Self.columns, rows: shown).text(layout)
  }

  var json: JSONValue { table.json }
  var spreadsheet: Table? { table }
}
