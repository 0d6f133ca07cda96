import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

struct Extend: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "extend",
    abstract: "Extend the due date for students or groups.",
    discussion: """
      Other students can't see the extension, and only you can see the reason. A \
      new extension replaces an earlier one for the same students; if several apply \
      to a student, the latest time counts. It also applies to exercises with their \
      own due dates. If the subject is already shared, the students see it at once.

      Example: teachkit extend math/fractions/adding --for ben --until mon --why ill
      """)

  @Argument(
    help: "The work, or an assignment if several include it.",
    completion: Candidates.content.completion)
  var path: String
  @Option(
    name: .customLong("for"), parsing: .upToNextOption,
    help: ArgumentHelp("Students, groups or classes.", valueName: "who"),
    completion: Candidates.who.completion)
  var who: [String] = []
  @Option(
    help: ArgumentHelp(
      "The new due date: '2026-11-28', '2026-11-28 08:00', 'mon', '+3d'.",
      valueName: "time"))
  var until: String?
  @Option(help: ArgumentHelp("The reason; students can't see it.", valueName: "text")) var why:
    String?
  @Flag(help: "Remove the extension.") var undo = false
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if who.isEmpty { throw ValidationError("missing students: add --for with a student or group") }
    if undo != (until == nil) {
      throw ValidationError(
        undo ? "'--undo' takes no time" : "missing time: add --until with a time, or --undo")
    }
  }

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let whom = try People(files).recipients(who)
    let assignment = try assignment(for: whom, in: files)
    let names = whom.map(\.description).joined(separator: ", ")
    let zone = try files.zone()
    let until = try session.written(until, "--until", .due, in: zone)
    let by = try session.marker(session.committer(of: store), in: files)
    try session.change(
      "extend", .assignment(assignment.id), in: store, dryRun: dryRun
    ) { change in
      change.summary =
        until.map { "extend \(assignment.id) for \(names) until \($0)" }
        ?? "remove the extension of \(assignment.id) for \(names)"
      for recipient in whom {
        let fields = until.map { until in
          [
            ("who", .scalar(recipient.description)), ("until", .scalar(until)), ("why", .text(why)),
            ("by", .scalar(by)), ("on", .scalar(zone.civil(session.now).date.description)),
          ] as [(String, Value?)]
        }
        let isKnown = try change.extend(assignment.id, for: recipient, fields)
        if undo, !isKnown {
          throw Failure(
            .notFound, "'assignments/\(assignment.id)' has no extension for '\(recipient)'",
            hint: "run 'teachkit show assignments/\(assignment.id)' to list the extensions")
        }
      }
      guard let time = until.flatMap({ TimeText.read($0, in: zone, .due) }) else { return }
      try checkEffect(of: assignment, on: whom, until: time, in: SchoolFiles(change), session)
    }
    if dryRun { return }
    for subject in try files.subjects(of: assignment) {
      try await session.publish(subject, in: store, publishing)
    }
  }

  /// The only assignment that includes the work for any of the recipients.
  private func assignment(for whom: [Recipient], in files: SchoolFiles) throws -> Assignment {
    let (found, all) = try files.activeAssignments(named: path)
    let roster = try files.roster()
    let mine = try all.filter { assignment in
      let recipients = try files.allRecipients(of: assignment)
      return whom.contains {
        !recipients.isDisjoint(with: roster.members(of: $0, everyone: Array(recipients)))
      }
    }
    let names = whom.map { "'\($0)'" }.joined(separator: ", ")
    let latest = mine.compactMap(\.again).max()
    let current = mine.filter { $0.again == latest }
    guard let first = current.first else {
      throw Failure(
        .notFound,
        all.isEmpty ? "'\(found)' is not assigned" : "'\(found)' is not assigned to \(names)",
        hint: "use 'teachkit assign' to assign work with a due date")
    }
    guard current.count == 1 else {
      throw Failure(
        .valueIsFaulty, "'\(found)' has several assignments to \(names)",
        hint: "choose one: \(current.map { "assignments/\($0.id)" }.joined(separator: ", "))")
    }
    return first
  }

  /// Checks that the time is an extension for at least one student, and reports likely mistakes.
  private func checkEffect(
    of assignment: Assignment, on whom: [Recipient], until: Instant, in files: SchoolFiles,
    _ session: Session
  ) throws {
    let recipients = try files.allRecipients(of: assignment)
    let roster = try files.roster()
    let students = Set(whom.flatMap { roster.members(of: $0, everyone: Array(recipients)) })
    let outside = students.subtracting(recipients).sorted()
    if !outside.isEmpty {
      session.output.notice(
        "not \(outside.count == 1 ? "a recipient" : "recipients") of this work: \(named(outside))")
    }
    var plain = assignment
    plain.extensions = []
    let book = AssignmentBook([plain], roster: roster) { _ in
      ParticipantList(recipients.map { Participant(id: $0) }, among: roster.students)
    }
    let worksheets = try assignment.work.flatMap { try files.worksheets(below: $0) }
    // Files and texts have no due dates.
    var dues = worksheets.isEmpty ? [assignment.due] : []
    dues += try worksheets.flatMap { path in
      let (worksheet, rules) = (try files.worksheet(path), try files.subject(path.subject).rules)
      return students.intersection(recipients).map {
        book.terms(for: $0, worksheet, rules: rules).due
      }
    }
    guard dues.contains(where: { $0.map { $0 < until } ?? false }) else {
      let due = dues.contains(nil) ? nil : dues.compactMap(\.self).max()
      let name = assignment.work.first.map { "\($0)" } ?? assignment.title
      throw Failure(
        .valueIsFaulty,
        try due.map { "not an extension: '\(name)' is due \(try files.zone().text($0))" }
          ?? "not an extension: '\(name)' is never due",
        hint: "run 'teachkit deadlines' to list due dates")
    }
    if until < session.now { session.output.notice("this time is in the past") }
  }
}
