import ArgumentParser
import Course
import Exchange
import Model
import Storage
import Text

struct CalendarCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Export due dates and exams as a calendar file.",
    discussion: """
      Calendar programs and phones can import the file (iCalendar, .ics). Importing a newer \
      one moves the dates that have changed. Due dates have the reminders that 'teachkit remind \
      due' set. In a clone: your own due dates.

      Example: teachkit calendar 7b --output due.ics
      """)

  @Argument(
    help: ArgumentHelp(
      "A student, class, group or subject; by default, everything.", valueName: "who|subject"),
    completion: Candidates.who.completion)
  var name: String?
  @Option(
    help: ArgumentHelp(
      "Write into this file, replacing it; by default, to standard output.", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var output: String?
  @Flag(help: "Write tasks instead of events.") var tasks = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let style: CalendarFile.Style = tasks ? .tasks : .events
    let target = try output.map { try NewFile($0, replaces: true, session) }
    let calendar: CalendarFile
    if try session.place().isClone {
      calendar = try ownCalendar(session).styled(style)
    } else {
      calendar = try SchoolCalendar(session.openSchool(), at: session.now).file(name, style)
    }
    if calendar.entries.isEmpty { session.output.notice("no due dates") }
    guard let target else {
      return session.output.print(
        String(decoding: calendar.bytes, as: UTF8.self), terminator: "")
    }
    try target.write(calendar.bytes)
    session.output.notice(
      "wrote \(counted(calendar.entries.count, "date", "dates")) to \(visible(target.name))")
  }

  private func ownCalendar(_ session: Session) throws -> CalendarFile {
    let clone = try session.openClone()
    guard let name else { return try clone.calendar() }
    let found = try Locator(clone.files).find(name, among: [.subject, .context])
    return try clone.calendar(at: found.context)
  }
}
