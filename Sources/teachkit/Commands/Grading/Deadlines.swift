import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Deadlines: Command {
  static let configuration = CommandConfiguration(
    commandName: "deadlines",
    abstract: "Show due dates, including individual ones.",
    discussion: """
      The earliest due date comes first. For each worksheet, the first line applies to \
      most students; further lines list students with other due dates, and the reasons. \
      Exercises with their own due dates have their own lines. In a clone: your deadlines.

      Example: teachkit deadlines math --format csv > deadlines.csv
      """)

  static var formats: [Format] { Format.table }

  @Argument(
    help: "A subject, chapter or worksheet; by default, everything.",
    completion: Candidates.content.completion)
  var path: String?
  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    let place = try session.place()
    if session.viewer != nil || place.isClone { return try showOwn(session) }
    let files = try session.schoolFiles()
    let roots =
      try path.map { [try WorkSelection.root($0, in: files)] }
      ?? files.subjectIDs().map { ContextPath(subject: $0) }
    let list = try DeadlineList(roots, in: files)
    if list.works.isEmpty {
      session.output.notice("no due dates")
      session.output.hint("run 'teachkit assign PATH --to WHO --due TIME' to assign work")
    }
    session.report(list.table)
  }

  private func showOwn(_ session: Session) throws {
    let views = try session.studentViews(at: path)
    let zone = try views.first?.files.zone() ?? .utc
    let times = TimeWords(zone: zone, now: session.now)
    var table = Table(
      "deadlines",
      [
        .init("path", title: "Worksheet"), .init("due"), .init("closes", title: "Cutoff"),
        .init("state"),
      ])
    var lines: [(due: Instant, path: String, state: WorkState)] = []
    for view in views {
      for state in try view.workStates(at: path)
      where (state.acceptsSubmissions || state.path.isHandout) && !state.terms.isArchived {
        let path = session.shown(state.path)
        if let due = state.due { lines.append((due, path, state)) }
        if state.path.isHandout { continue }
        for exercise in view.inbox.applied(try view.files.worksheet(state.path)).exercises {
          guard let due = exercise.due, due != state.due else { continue }
          lines.append((due, "\(path)/\(exercise.id)", state))
        }
      }
    }
    for (due, path, state) in lines.sorted(by: { ($0.due, $0.path) < ($1.due, $1.path) }) {
      // Work without exercises doesn't accept submissions.
      let closes =
        state.path.isHandout ? nil : state.late.cutoff.map { zone.adding($0, to: due) }
      table.append([
        Cell(.string(path), shown: state.shownPath ?? path), .time(due, in: zone),
        .time(closes, in: zone),
        .state(of: state, times),
      ])
    }
    if table.rows.isEmpty { session.output.notice("no due dates") }
    session.report(table)
  }
}

extension DeadlineList {
  var table: Table {
    var table = Table(
      "deadlines",
      [
        .init("path", title: "Work"), .init("due"), .init("closes", title: "Cutoff"),
        .init("students", title: "Students"), .init("extended", isShown: false), .init("why"),
        .init("by", isShown: false), .init("on", isShown: false),
      ])
    for work in works {
      for (place, (part, students)) in work.parts.enumerated() {
        let names = students.joined(separator: ", ")
        table.append([
          Cell(work.path), .time(part.due, in: zone), .time(part.closes, in: zone),
          Cell(
            .array(students.map { .string($0) }),
            shown: place == 0
              ? counted(students.count, "student", "students") : Message(verbatim: names)),
          Cell(.boolean(part.more != nil)), Cell(part.more?.why), Cell(part.more?.by),
          Cell(part.more?.on),
        ])
      }
    }
    return table
  }
}
