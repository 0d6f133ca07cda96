import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

struct RemindDue: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Remind students before a due date.",
    discussion: """
      Students who haven't submitted see the reminder in 'watch' and in their calendars; with \
      '--mail', 'tick' also sends it to those with a mail address. Before an exam, the time \
      counts from its start. New times replace earlier ones.

      Example: teachkit remind due math/fractions/adding --before 24h 2h
      """)

  @Argument(
    help: "The work, or an assignment.", completion: Candidates.content.completion)
  var path: String
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("How long before: '24h', '3d', '90m'.", valueName: "time"))
  var before: [String] = []
  @Flag(help: "Also send reminders by mail, with 'teachkit tick'.") var mail = false
  @Flag(help: "Remove the reminders.") var off = false
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if off != before.isEmpty || off && mail {
      throw ValidationError(
        off
          ? "'--off' can't be combined with '--before' and '--mail'"
          : "missing time: add --before with a time, or --off")
    }
  }

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let times = try before.separated.map { text in
      guard let time = TimeSpan(text: text), time.seconds > 0 else {
        throw Failure(
          .valueIsFaulty, "invalid time '\(visible(text))' for '--before'",
          hint: "write 24h, 90m or 3d")
      }
      return time
    }
    let (found, assignments) = try files.activeAssignments(named: path)
    guard let first = assignments.first else {
      throw Failure(
        .notFound, "'\(found)' is not assigned",
        hint: "use 'teachkit assign' to assign work with a due date")
    }
    if let undated = try assignments.first(where: { try !files.hasDate($0) }), !off {
      throw Failure(
        .valueIsFaulty, "'assignments/\(undated.id)' has no due date",
        hint: "add one: 'teachkit set assignments/\(undated.id) due=2026-11-28'")
    }
    let spans = Set(times).sorted { $0.seconds > $1.seconds }
    try session.change("remind due", .assignment(first.id), in: store, dryRun: dryRun) { change in
      let names = assignments.map { "assignments/\($0.id)" }
      let words = spans.map(\.description).joined(separator: ", ")
      change.summary =
        off
        ? "remove the reminders of \(names.joined(separator: ", "))"
        : "remind of \(names.joined(separator: ", ")) \(words) before"
      change.otherPaths = Array(names.dropFirst())
      for assignment in assignments {
        try change.remind(of: assignment.id, before: spans, byMail: mail)
      }
    }
    if dryRun { return }
    for subject in Set(try assignments.flatMap { try files.subjects(of: $0) }).sorted() {
      try await session.publish(subject, in: store, publishing)
    }
  }
}
