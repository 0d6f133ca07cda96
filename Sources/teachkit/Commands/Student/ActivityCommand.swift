import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct ActivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activity",
    abstract: "Show or record time, progress and results.",
    discussion: """
      In a school, 'activity PATH' shows how all students worked. In a clone, it shows your \
      own record; 'work' and 'open' record by themselves, and the other commands are for \
      programs and for work away from the computer. Only one activity runs at a time.

      Example: teachkit activity adding
      """,
    subcommands: [
      ActivityShow.self, ActivityStart.self, ActivityStop.self, ActivityProgress.self,
      ActivityItemCommand.self, ActivitySend.self,
    ],
    defaultSubcommand: ActivityShow.self)
}

struct ActivityShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show recorded activity.",
    discussion: """
      In a school, shows the averages over the students with data and a row for each student: \
      'N/A' for those with 'progress: no', '–' for no data. With STUDENT, shows the student's \
      results. In a clone without PATH, lists all work with recorded activity; '--sent' shows \
      the activity that your teacher got.

      Example: teachkit activity show adding
      """)

  static var formats: [Format] { Format.table }

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String?
  @Argument(help: "In a school: the student.", completion: Candidates.who.completion)
  var student: String?
  @OptionGroup var forOptions: PeopleOptions
  @Flag(help: "In a clone: show what was sent.") var sent = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if case .school = try session.place() { return try showSchool(session) }
    if let student = student ?? forOptions.people.first {
      throw Failure(
        .valueIsFaulty, "'\(visible(student))': a clone has only your own activity",
        hint: "leave out the student")
    }
    let clone = try session.openClone()
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    if sent { return try showSent(clone, session) }
    let running = try clone.runningActivity()
    if let path {
      let place = try clone.activityPlace(path)
      let here = running?.place == place ? running?.session : nil
      return session.report(
        ActivityDetails(place, try clone.activity(of: place.path), running: here, times))
    }
    session.report(try ActivityList(clone, running, times).table)
  }

  private func showSent(_ clone: StudentClone, _ session: Session) throws {
    guard let text = try clone.sentActivity() else {
      return session.output.notice("no activity was sent")
    }
    session.output.print(visible(text, keepingLines: true), terminator: "")
  }

  /// Shows the activity of a school's students.
  private func showSchool(_ session: Session) throws {
    let school = try session.openSchool()
    let files = school.files
    guard let path else {
      throw Failure(
        .commandIsFaulty, "specify a worksheet", hint: "such as 'teachkit activity math/adding'")
    }
    let words = WorkAndPeople(path, student, for: forOptions.people, in: files)
    let context = try work(words.path, in: files)
    let times = TimeWords(zone: try files.zone(), now: session.now)
    let students = words.people.isEmpty ? nil : Set(try People(files).students(words.people))
    guard let id = students?.first, students?.count == 1 else {
      session.output.isPaged = true
      let activity = try WorksheetActivity(at: context, in: files, students: students)
      if activity.entries.isEmpty { session.output.notice("\(context) isn't assigned to anyone") }
      return session.report(WorksheetActivityReport(activity: activity, times: times))
    }
    let activity = try WorksheetActivity(at: context, in: files, students: [id])
    guard let entry = activity.entries.first, let summary = entry.summary else {
      let isSilent = activity.entries.first?.isSilent == true
      return session.output.notice(
        isSilent ? "\(id) doesn't report activity" : "no activity of \(id) at \(context)")
    }
    session.report(ActivityDetails(path: context, entry: entry, summary, times))
  }

  /// The worksheet or published file with a path.
  private func work(_ text: String, in files: SchoolFiles) throws -> ContextPath {
    let found: ContextPath?
    do {
      found = try Locator(files).find(text, among: [.context]).context
    } catch let error as LookupError {
      guard case .unknown = error,
        let file = try? AssignedWork(files: files, wholePathOnly: false).find(text)
      else { throw error }
      found = file
    }
    guard let found, try found.isHandout || files.isWorksheet(found) else {
      throw Failure(.valueIsFaulty, "'\(visible(text))' is not a worksheet")
    }
    return found
  }
}
