import ArgumentParser
import Course
import Storage
import Text

struct Remove: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove students from a class, group or subject.",
    discussion: """
      Students who leave a class also leave its groups, but stay in every subject. \
      Assignments still apply to them if they submitted something or the due date has \
      passed, so their grades stay the same. \
      Students removed from a subject keep fetched files, but get nothing new; \
      their grades stay. If the subject is already shared, it is shared again.

      Example: teachkit remove carl --from math
      """)

  @OptionGroup var people: PeopleArguments
  @Option(
    help: ArgumentHelp("The class, group or subject.", valueName: "class-or-subject"),
    completion: Candidates.memberships.completion)
  var from: String
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try Membership(from, in: files)
    let present = try target.members(files)
    let students = try People(files).students(people.all, everyone: present)
    let leaving = students.filter(Set(present).contains)
    guard !leaving.isEmpty else {
      throw Failure(
        .notFound,
        students.isEmpty
          ? "no students in \(people.all.joined(separator: ", "))"
          : "not in '\(target.object)': \(named(students))",
        hint: present.isEmpty
          ? "it is empty" : "choose from \(named(present))")
    }
    var lost: [LostWork] = []
    var overdue: [OverdueWork] = []
    try session.change("remove", target.object, in: store, file: target.file, dryRun: dryRun) {
      change in
      change.summary = "remove \(people.all.joined(separator: ", ")) from \(target.object)"
      lost = try LostWork.changing(in: change, at: session.now) {
        try target.remove(leaving, at: session.now, in: change)
      }
      overdue = try OverdueWork.find(
        for: leaving, before: files, after: SchoolFiles(change), now: session.now)
    }
    session.output.notice("\(dryRun ? "would remove" : "removed") \(named(leaving))")
    for notice in lost.flatMap(\.notices) { session.output.notice(notice) }
    session.summarize(overdue)
    if target.subject != nil {
      session.output.notice("they keep files that they have fetched, but get nothing new")
    }
    if dryRun { return }
    for subject in try target.subjects(store.files) {
      try await session.publish(subject, in: store, publishing)
    }
  }
}
