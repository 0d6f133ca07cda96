import Markdown
import Model

/// A printed table in which a teacher notes points, to enter them later.
public struct MarkTable: Sendable {
  let title: String
  /// The exercises in the order of the worksheet.
  let exercises: [Exercise]
  /// By letter, the identifiers of the exercises in printed order.
  let variants: [(name: String, order: [String])]
  let students: [String]
  /// The commands that enter points.
  let commands: [String]

  /// - Parameters:
  ///   - variants: the variants of the sheet, if there are several.
  ///   - students: the names of the students.
  ///   - commands: the commands that enter points.
  public init(
    _ sheet: PaperSheet, variants: [PaperSheet], students: [String], commands: [String]
  ) {
    title = sheet.title
    exercises = sheet.worksheet.exercises
    self.variants = variants.map { ($0.variant ?? "", $0.worksheet.exercises.map(\.id)) }
    self.students = students
    self.commands = commands
  }

  func html(_ words: Words) -> String {
    let isWide = exercises.count > 10
    var html =
      "<section class=\"marks\(isWide ? " wide" : "")\"><h1><span dir=\"auto\">\(escaped(title))</span> "
    html += "<span class=\"label\">\(escaped(words[.points]))</span></h1>\n<table><thead>"
    html += row(
      "th", words[.student], exercises.map { "\(escaped($0.id))<br>/ \($0.points)" },
      words[.total])
    for variant in variants {
      html += row(
        "td", "\(words[.variant]) \(variant.name)",
        exercises.map { exercise in
          variant.order.firstIndex(of: exercise.id).map { "\($0 + 1)." } ?? ""
        }, "")
    }
    html += "</thead><tbody>\n"
    for student in students { html += row("td", student, exercises.map { _ in "" }, "") }
    html += "</tbody></table>\n<p class=\"quiet\">\(escaped(words[.enter])) "
    html += commands.map { "<code dir=\"ltr\">\(escaped($0))</code>" }.joined(separator: " · ")
    return html + "</p></section>\n"
  }

  private func row(_ tag: String, _ first: String, _ cells: [String], _ last: String) -> String {
    "<tr><\(tag) dir=\"auto\">\(escaped(first))</\(tag)>"
      + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined()
      + "<\(tag)>\(escaped(last))</\(tag)></tr>\n"
  }
}
