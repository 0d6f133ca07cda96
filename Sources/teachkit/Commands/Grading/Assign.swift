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

      Example: teachkit assign math/fractions/adding --to 7b --due fri
      """)

  @Argument(
    help: "Worksheets, chapters or files; optional with --title.",
    completion: Candidates.content.completion)
  var paths: [String] = []

  @Option(
    parsing: .upToNextOption,
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

  @Option(help: "The id of the assignment; by default, derived from the work.")
  var id: String?

  @Flag(help: "Show the assignment without saving it.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask for confirmation if the due date is in the past.")
  var yes = false

  @Flag(help: "Don't publish it now; the next 'teachkit share' does.")
  var noShare = false

  @Flag(help: "Refuse if there are uncommitted manual changes.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    if to.isEmpty {
      throw Failure(
        .commandIsFaulty, "missing recipients", hint: "add --to with a class, group or student")
    }
    if paths.isEmpty, title == nil {
      throw Failure(
        .commandIsFaulty, "missing work to assign",
        hint: "name a worksheet, chapter or file, or use --title")
    }
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let found = AssignedWork(
      files: school.files, wholePathOnly: !session.surroundings.inputIsTerminal)
    let work = try Set(Set(paths).map { try found.find($0) }).sorted()
    let mode = try mode(of: work)
    // A trial run first, so that an error changes nothing.
    _ = try school.change("assign", name(of: work), by: publishing.committer, dryRun: true) {
      _ = try write(work, mode, into: $0, session)
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
      "assign", name(of: work), by: publishing.committer, dryRun: dryRun
    ) { change in
      let (id, published) = try write(work, mode, into: change, session)
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
          ?? "published \(path) (was a draft)")
    }
  }

  private func mode(of work: [ContextPath]) throws -> Assignment.Mode {
    let isViewOnly = work.allSatisfy(\.isHandout)
    guard let mode else { return isViewOnly ? .view : .own }
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

  /// The object that the change is named after.
  private func name(of work: [ContextPath]) -> String {
    work.first?.description ?? "assignments/\(id ?? Self.id(of: title ?? ""))"
  }

  /// An identifier derived from a title.
  private static func id(of title: String) -> String {
    let name = asciiName(title).map { String($0.prefix(40)) } ?? ""
    return Identifier.problem(in: name, for: .assignment) == nil ? name : "assignment"
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

  /// Writes the assignment and publishes worksheets that are still drafts.
  private func write(
    _ work: [ContextPath], _ mode: Assignment.Mode, into change: Change, _ session: Session
  ) throws -> (id: String, drafts: [ContextPath]) {
    let files = SchoolFiles(change)
    let people = People(files)
    let recipients = try to.map { try people.recipient($0) }
    if mode == .group { try checkGroups(of: recipients, try files.roster()) }
    let zone = try files.zone()
    let due = try session.written(due, "--due", .due, in: zone)
    let release = try session.written(release, "--release", .release, in: zone)
    let title =
      try title ?? work.first.map { first in
        first.isHandout ? first.identifier : try files.context(first).title
      } ?? ""
    let times = (
      release: try session.time(self.release, "--release", .release, in: zone),
      due: try session.time(self.due, "--due", .due, in: zone)
    )
    let same = try files.assignments().first { other in
      other
        == Assignment(
          id: id ?? other.id, title: title, instructions: instructions,
          to: recipients.map(\.description), work: work, release: times.release, due: times.due,
          mode: mode)
    }
    if let same { return (same.id, []) }
    let made = try identifier(for: work.first, titled: title, among: files.assignmentIDs())
    try change.writeAssignment(
      made,
      .fields([
        ("title", .scalar(title)), ("instructions", .text(instructions)),
        ("to", .flow(.sequence(recipients.map { .scalar($0.description) }))),
        (
          "work",
          work.isEmpty ? nil : .flow(.sequence(work.map { .scalar($0.description) }))
        ),
        ("release", .text(release)), ("due", .text(due)),
        ("mode", mode == .own ? nil : .scalar(mode.rawValue)),
        ("state", .scalar("active")),
      ]))
    var drafts: [ContextPath] = []
    for path in Set(work.map { $0.file?.owner ?? $0 }).sorted()
    where try files.isWorksheet(path) && files.worksheet(path).isDraft {
      try change.edit(SchoolPath.worksheet(path)) {
        try $0.setting([.key("draft")], to: .plain("no"), order: Schema.worksheet.map(\.name))
      }
      // A draft may lack answers, but a published worksheet must be complete.
      _ = try SchoolFiles(change).worksheet(path)
      drafts.append(path)
    }
    change.otherPaths = (work.map(\.description) + ["assignments/\(made)"]).filter {
      $0 != name(of: work)
    }
    let what = work.isEmpty ? [title] : work.map(\.description)
    change.summary =
      "assign \(what.joined(separator: ", ")) to \(to.joined(separator: ", "))"
    return (made, drafts)
  }

  /// Checks that no student is in two of the groups, because a student submits with only one.
  private func checkGroups(of recipients: [Recipient], _ roster: Roster) throws {
    var groups: [String: String] = [:]
    for (mailbox, members) in recipients.flatMap({ roster.groups(of: $0) }) {
      let group = String(mailbox.map { $0 == "+" ? "/" : $0 })
      for member in members {
        guard let other = groups.updateValue(group, forKey: member), other != group else {
          continue
        }
        throw Failure(
          .valueIsFaulty, "'\(member)' is in both '\(other)' and '\(group)'",
          hint: "assign it to only one of them, or run 'teachkit remove \(member) --from \(group)'")
      }
    }
  }

  private func identifier(
    for work: ContextPath?, titled title: String, among taken: [String]
  ) throws -> String {
    let used = Set(taken.map { Identifier.folded($0) })
    if let id {
      if used.contains(Identifier.folded(id)) { throw ChangeError.exists("assignments/\(id)") }
      return id
    }
    let wish =
      work.map { work in
        work.isHandout
          ? Self.id(of: String(work.identifier.prefix { $0 != "." })) : work.identifier
      } ?? Self.id(of: title)
    var candidate = wish
    var number = 2
    while used.contains(Identifier.folded(candidate)) {
      candidate = "\(wish)-\(number)"
      number += 1
    }
    return candidate
  }
}
