import Course
import Grading
import Model
import Reports
import Text

/// Statistics of worksheets, or of one worksheet in several groups. A single item is shown in full,
/// several as a table.
struct StatisticsReport: Report {
  let title: String
  let sections: [WorkStatistics]
  /// Students' names by identifier.
  let names: [String: String]
  /// The time of the report, as text.
  let made: String
  let width: Int

  func text(_ layout: Layout) -> String {
    sections.count == 1
      ? sections[0].text(layout, names: names, width: width) : overview.text(layout)
  }

  var json: JSONValue { Self.envelope("statistics", "items", .array(sections.map(\.json))) }

  var spreadsheet: Table? { sections.count == 1 ? sections[0].exercises : overview }

  /// A row for each worksheet and group.
  var overview: Table {
    let hasGroups = sections.contains { $0.group != nil }
    var table = Table(
      "statistics",
      [
        .init("path", title: "Worksheet"), .init("group", isShown: hasGroups),
        .init("count", title: "Graded", isNumber: true), .init("missing", isNumber: true),
        .init("max", title: "Max", isNumber: true), .init("mean", isNumber: true),
        .init("share", title: "Percent", isNumber: true), .init("median", isNumber: true),
        .init("deviation", title: "Spread", isNumber: true),
      ])
    for section in sections {
      let (found, scores) = (section.found, section.found.scores)
      let share = scores.flatMap { try? $0.mean / found.maximum }
      table.append([
        Cell("\(section.worksheet.path)"), Cell(section.group), Cell(section.count),
        Cell(found.students[.missing]?.count ?? 0), .points(found.maximum), .figure(scores?.mean),
        share.map {
          Cell(.decimal($0.description), shown: Percent.text($0, of: .one) ?? "")
        } ?? nil,
        .figure(scores?.median), .figure(scores?.deviation.flatMap { Rational(rounding: $0) }),
      ])
    }
    return table
  }
}
