import Course
import Grading
import Model
import Reports
import Text

/// One student's results on each worksheet, next to those of all.
struct StudentStatistics: Report {
  struct Row {
    let worksheet: Worksheet
    let result: Performance
    /// The scores of all students, including this one; nil if no one has a score.
    let scores: Distribution?
  }

  let student: Student
  let rows: [Row]

  var table: Table {
    let outcomes = Verdict.Outcome.allCases.filter { $0 != .correct }
    return Table(
      "student-statistics",
      [
        .init("path", title: "Worksheet"), .init("state"), .init("score", isNumber: true),
        .init("max", title: "Max", isNumber: true),
        .init("share", title: "Percent", isNumber: true),
        .init("mean", title: "Mean", isNumber: true),
        .init("median", isNumber: true, isShown: false),
      ] + outcomes.map { .init($0.rawValue, title: $0.title) },
      rows: rows.map { row in
        let grade = row.result.grade
        let share = grade.score.flatMap { try? $0 / grade.max }
        let state = row.result.isAwaited ? "awaited" : grade.state.rawValue
        return [
          Cell("\(row.worksheet.path)"), Cell(state), .figure(grade.score), .points(grade.max),
          share.map {
            Cell(.decimal($0.description), shown: Percent.text($0, of: .one) ?? "")
          } ?? nil,
          .figure(row.scores?.mean), .figure(row.scores?.median),
        ]
          + outcomes.map { outcome in
            Cell(
              .array(
                row.result.verdicts.filter { $0.outcome == outcome }.map { .string($0.exercise) }))
          }
      })
  }

  func text(_ layout: Layout) -> String { table.text(layout) }
  var json: JSONValue {
    Self.envelope(
      "student-statistics", "item",
      ["student": .string(student.id), "name": .string(student.name), "works": table.list])
  }
  var spreadsheet: Table? { table }
  var html: String? {
    let body = "<h1>\(Page.escaped(student.name))</h1>\n" + table.rowsAsHTML
    return Page(student.name, style: StatisticsReport.style, body: body).text
  }
}
