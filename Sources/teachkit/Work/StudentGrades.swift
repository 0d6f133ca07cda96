import Course
import Exchange
import Model
import Reports
import Storage
import Text

/// A student's own returned grades with their total.
struct StudentGrades: Report {
  private let table: Table
  private let total: (score: Rational, max: Rational)?
  /// The total share and its mark, if requested.
  private let mark: (share: Rational, mark: String?)?

  /// Prints the grades of the subject, or only those of the chapter or worksheet that `path` names.
  static func report(_ path: String?, marks: Bool, _ session: Session) throws {
    let views = try session.studentViews(at: path)
    let inbox = views.count == 1 ? views[0].inbox : Inbox()
    if marks, inbox.total == nil, views.contains(where: { !$0.inbox.grades.isEmpty }) {
      throw Failure(.notFound, "your teacher gives no school marks in this subject")
    }
    let grades = try StudentGrades(
      views.flatMap { try $0.workStates(at: path) }, session, showsMarks: marks,
      mark: marks && path == nil ? inbox.total : nil)
    session.report(grades)
    if grades.isEmpty, session.viewer == nil {
      session.output.hint("no grades yet; check for news with 'teachkit pull'")
    }
  }

  var isEmpty: Bool { table.rows.isEmpty }

  /// - Throws: `RationalOverflow`.
  private init(
    _ states: [WorkState], _ session: Session, showsMarks: Bool,
    mark: (share: Rational, mark: String?)?
  ) throws {
    self.mark = mark
    let returned = states.filter { $0.returned != nil }
    var score = Rational.zero
    var max = Rational.zero
    var rows: [[Cell]] = []
    for state in returned {
      guard let grade = state.returned?.grade else { continue }
      let isExtra = state.terms.isExtra
      if grade.state != .excused, !isExtra {
        score = try score + (grade.score ?? .zero)
        max = try max + grade.max
      }
      rows.append([
        Cell(session.shown(state.path)), Cell(state.title),
        Cell(.number(grade.score), shown: grade.score?.description ?? "–", tone: .strong),
        Cell(.number(grade.max)),
        StudentGrades.share(grade), Cell(state.returned?.mark, tone: .strong),
        Cell(
          .string(grade.state.rawValue),
          shown: isExtra ? "\(grade.state.message), extra" : grade.state.message,
          tone: grade.state == .graded ? .plain : .warning),
        Cell(grade.late?.description, tone: .warning),
        grade.attempt.map { Cell($0) } ?? nil,
      ])
    }
    table = Table(
      "grades",
      [
        .init("path", title: "Worksheet"), .init("title", isShown: false),
        .init("score", isNumber: true), .init("max", title: "Max", isNumber: true),
        .init("share", title: "Percent", isNumber: true), .init("mark", isShown: showsMarks),
        .init("state"), .init("late"),
        .init("attempt", isNumber: true),
      ], rows: rows)
    total = rows.isEmpty ? nil : (score, max)
  }

  private static func share(_ grade: Grade) -> Cell {
    guard let score = grade.score, !grade.max.isZero, let share = try? score / grade.max else {
      return nil
    }
    return Cell(.number(share), shown: Percent.text(score, of: grade.max))
  }

  func text(_ layout: Layout) -> String {
    guard let total else { return "" }
    if let mark {
      let share = Percent.text(mark.share, of: .one) ?? ""
      return table.text(layout)
        + layout.paint(
          mark.mark.map { "total: \(share), mark \($0)" } ?? "total: \(share)", .strong) + "\n"
    }
    let share = Percent.text(total.score, of: total.max).map { " (\($0))" } ?? ""
    return table.text(layout)
      + (layout.isTerminal
        ? layout.paint("total: \(total.score) of \(total.max)\(share)" as Message, .strong) + "\n"
        : "")
  }

  var json: JSONValue {
    guard let mark, case .object(let members) = table.json else { return table.json }
    return .object(
      members + [.init("share", .number(mark.share)), .init("mark", .text(mark.mark))])
  }
  var spreadsheet: Table? { table }
}
