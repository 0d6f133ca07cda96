import ArgumentParser
import Storage

struct Remove: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take students out of a class, a group or a subject.",
    discussion: """
      Who leaves a class leaves its groups, and stays in every subject. Who is removed from a \
      subject keeps what they have fetched and gets nothing new; their grades stay. A subject that \
      is shared already is shared again.

      Example: teachkit remove carl --from math
      """)

  @Argument(help: "Students, classes, groups.", completion: Candidates.who.completion)
  var who: [String]
  @Option(
    help: ArgumentHelp("The class, group or subject.", valueName: "class-or-subject"),
    completion: Candidates.memberships.completion)
  var from: String
  @Flag(name: .customLong("dry-run"), help: "Say what would be done, and do nothing.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try Membership(from, in: files)
    let present = try target.members(files)
    let students = try People(files).students(who, everyone: present)
    let leaving = students.filter(Set(present).contains)
    guard !leaving.isEmpty else {
      throw Failure(
        .notFound,
        students.isEmpty
          ? "there is nobody in \(who.joined(separator: ", "))"
          : "\(named(students)) \(students.count == 1 ? "is" : "are") not in '\(target.object)'",
        hint: present.isEmpty
          ? "nobody is" : "\(named(present)) \(present.count == 1 ? "is" : "are")")
    }
    var lost: [LostWork] = []
    try session.change("remove", target.object, in: store, file: target.file, dryRun: dryRun) {
      change in
      change.summary = "remove \(who.joined(separator: ", ")) from \(target.object)"
      let before = try LostWork.recipients(files)
      try target.remove(leaving, at: session.now, in: change)
      lost = LostWork.find(before, after: try LostWork.recipients(SchoolFiles(change)))
    }
    session.output.notice("\(dryRun ? "would remove" : "removed") \(named(leaving))")
    for work in lost { session.output.notice(work.words) }
    if target.subject != nil {
      session.output.notice("what they have fetched stays with them; they get nothing new")
    }
    if dryRun { return }
    for subject in try target.subjects(store.files) {
      try await session.publish(subject, in: store, publishing)
    }
  }
}
