import ArgumentParser
import Course
import Exchange
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Assign: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign",
    abstract: "Assign work to students, with a due date.",
    discussion: """
      Assigns worksheets, or chapters with everything in them, to students, classes or groups. \
      Assigned worksheets are no longer drafts. A due date without a time means the end of \
      that day. In mode 'group', each group submits together; in mode 'view', students can't \
      submit anything. If the subject is already shared, students see the assignment at once.

      You can also assign a file in the 'files' folder of a worksheet or chapter, \
      or only a text with --title. Students can't submit anything for these.

      --again assigns the same work again, to the same students unless --to names others. \
      Later attempts belong to the new assignment; they need attempts left, and the \
      worksheet's 'counts' decides which attempt counts. --like copies title, instructions \
      and policy from another assignment, such as one with 'favourite: yes'.

      Example: teachkit assign math/fractions/adding --to 7b --due fri
      """)

  @Argument(
    help: "Worksheets, chapters or files; optional with --title.",
    completion: Candidates.content.completion)
  var paths: [String] = []

  @Option(
    name: [.long, .customLong("for")], parsing: .upToNextOption,
    help: ArgumentHelp("Students, classes, groups or 'everyone'.", valueName: "who"),
    completion: Candidates.who.completion)
  var to: [String] = []

  @Option(
    help: ArgumentHelp(
      "The due date: '2026-11-28', '24.12. 8:00', 'fri', 'tomorrow 8pm', '+3d'.",
      valueName: "time"))
  var due: String?

  @Option(help: ArgumentHelp("When students can see it; by default, at once.", valueName: "time"))
  var release: String?

  @Option(help: "The title; by default, that of the first work.")
  var title: String?

  @Option(help: "Instructions for the students.")
  var instructions: String?

  @Option(help: "'own' (the default), 'group' or 'view' (the default without a worksheet).")
  var mode: String?

  @Option(help: "The id of the assignment; by default, derived from --title or the work.")
  var id: String?

  @Flag(help: "Assign the work of an earlier assignment again.") var again = false

  @Option(
    help: ArgumentHelp(
      "Copy title, instructions and policy from this assignment.", valueName: "assignment"),
    completion: Candidates.content.completion)
  var like: String?

  @Flag(help: "Show the assignment without saving it.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask for confirmation if the due date is in the past.")
  var yes = false

  @Flag(help: "Don't publish it now; the next 'teachkit share' does.")
  var noShare = false

  @Flag(help: "Refuse if there are uncommitted manual changes.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard again else { return }
    if paths.count != 1 {
      throw ValidationError("'--again' takes exactly one assignment, worksheet or chapter")
    }
    for (name, value) in [("--release", release), ("--like", like)] where value != nil {
      throw ValidationError("'--again' and '\(name)' can't be combined")
    }
  }

  func run(_ session: Session) async throws {
    if to.isEmpty, !again {
      throw Failure(
        .commandIsFaulty, "missing recipients", hint: "add --to with a class, group or student")
    }
    if paths.isEmpty, title == nil, like == nil {
      throw Failure(
        .commandIsFaulty, "missing work to assign",
        hint: "name a worksheet, chapter or file, or use --title")
    }
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let (model, work) = try template(school.files, session)
    let new = try planned(work, like: model, in: school.files, session)
    // A trial run first, so that an error changes nothing.
    _ = try school.change("assign", new.name, by: publishing.committer, dryRun: true) {
      _ = try new.write(into: $0)
    }
    if !dryRun, !yes {
      let zone = try school.files.zone()
      try session.confirm(
        due: session.time(due, "--due", .due, in: zone), in: zone, to: "assign",
        otherwise: "assigned nothing")
    }
    for subject in Set(work.map(\.subject)).sorted() {
      try session.commitHandEdits(
        of: subject, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    }
    var (made, drafts): (Assignment?, [ContextPath]) = (nil, [])
    var files = school.files
    let committed = try school.change(
      "assign", new.name, by: publishing.committer, dryRun: dryRun
    ) { change in
      let (id, published) = try new.write(into: change)
      files = SchoolFiles(change)
      (made, drafts) = (try files.assignment(id), published)
    }
    guard let made else { return }
    let version = dryRun ? nil : try files.version(of: .assignment(made.id))
    if committed == nil, !dryRun { session.output.notice("already up to date") }
    session.report(try record(of: made, version, zone: try files.zone()))
    try summarize(drafts, in: files, session)
    try AssignmentNotices(assignment: made, files: files, session: session).summarize()
    if dryRun || noShare { return }
    let scope = try made.work.map { path in
      guard let owner = path.file?.owner, try files.isWorksheet(owner) else { return path }
      return owner
    }
    for subject in try files.subjects(of: made) {
      try await publishing.shareAgain(subject, publishing: scope)
    }
  }

  /// Reports drafts that are published now, or by a share after their release.
  private func summarize(
    _ drafts: [ContextPath], in files: SchoolFiles, _ session: Session
  ) throws {
    let (book, zone) = (try files.book(), try files.zone())
    for path in drafts {
      let release = try book.release(
        of: files.worksheet(path), rules: files.subject(path.subject).rules)
      let time = release.flatMap { $0 > session.now ? zone.text($0) : nil }
      session.output.notice(
        time.map { "\(path) can be published from \($0) on (was a draft)" }
          ?? "\(dryRun ? "would publish" : "published") \(path) (was a draft)")
    }
  }

  private func mode(of work: [ContextPath], like model: Assignment?) throws -> Assignment.Mode {
    let isViewOnly = work.allSatisfy(\.isHandout)
    guard let mode else { return isViewOnly ? .view : model?.mode ?? .own }
    guard let known = Assignment.Mode(rawValue: mode) else {
      throw Failure(
        .valueIsFaulty, "invalid mode '\(mode)'", hint: "use 'own', 'group' or 'view'")
    }
    if isViewOnly, known != .view {
      throw Failure(
        .valueIsFaulty, "work without a worksheet can't be submitted, and must use mode 'view'",
        hint: """
          to give each student a copy of a file, put it in the 'starters' folder of a \
          worksheet and assign the worksheet
          """)
    }
    return known
  }

  private func record(
    of made: Assignment, _ version: ObjectID?, zone: Zone
  ) throws -> Record {
    func cell(_ time: Instant?) -> Cell {
      time.map { Cell(.string($0.description), shown: zone.text($0)) } ?? nil
    }
    return Record(
      "assignment",
      [
        .init("path", Cell("assignments/\(made.id)")),
        .init(
          "version", version.map { Cell(.string($0.description), shown: $0.short) } ?? nil),
        .init("work", Cell(.array(made.work.map { .string($0.description) }))),
        .init("to", Cell(.array(made.to.map { .string($0) }))),
        .init("due", cell(made.due)), .init("release", cell(made.release)),
      ])
  }

  /// The assignment that the options describe.
  private func planned(
    _ work: [ContextPath], like model: Assignment?, in files: SchoolFiles, _ session: Session
  ) throws -> NewAssignment {
    let zone = try files.zone()
    return NewAssignment(
      id: id, title: title, instructions: instructions, to: to, work: work,
      release: try session.written(release, "--release", .release, in: zone),
      due: try session.written(due, "--due", .due, in: zone),
      mode: try mode(of: work, like: model), model: model, again: again ? session.now : nil,
      language: try files.school().language)
  }

  /// The assignment to copy from, and the work to assign.
  private func template(
    _ files: SchoolFiles, _ session: Session
  ) throws -> (model: Assignment?, work: [ContextPath]) {
    if again {
      let model = try AssignmentChoice(files).find(paths[0])
      if due == nil, model.due != nil {
        throw Failure(
          .commandIsFaulty, "missing due date",
          hint:
            "add --due with the new due date; it was \(try files.zone().text(model.due ?? session.now))"
        )
      }
      return (model, model.work)
    }
    let model = try like.map { try AssignmentChoice(files).find($0) }
    let found = AssignedWork(
      files: files, wholePathOnly: !session.surroundings.inputIsTerminal)
    return (model, try Set(Set(paths).map { try found.find($0) }).sorted())
  }
}
