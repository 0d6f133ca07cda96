import ArgumentParser
import Course
import Model
import Storage
import Text

struct Add: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add students to a class, group or subject.",
    discussion: """
      Adding a class to a subject adds its current members; students who join the \
      class later must be added separately. If the subject is already shared, it \
      is shared again. To create a new student, use 'teachkit create student'.

      Example: teachkit add 7b carl --to math
      """)

  @OptionGroup var people: PeopleArguments
  @Option(
    help: ArgumentHelp("The class, group or subject.", valueName: "class-or-subject"),
    completion: Candidates.memberships.completion)
  var to: String
  @Option(
    help: "The students' permission in the subject.",
    completion: .list(Participant.Permission.allCases.map(\.rawValue)))
  var permission: Participant.Permission?
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try Membership(to, in: files)
    let finder = People(files)
    let students =
      try target.subject.map { try finder.students(people.all, joining: $0) }
      ?? finder.students(people.all)
    let present = Set(try target.members(files))
    let new = students.filter { !present.contains($0) }
    let changing =
      try permission.map { try target.members(among: students, without: $0, files) } ?? []
    guard !new.isEmpty || !changing.isEmpty else {
      throw Failure(
        .addOperationFailed,
        students.isEmpty
          ? "no students in \(people.all.joined(separator: ", "))"
          : "already in '\(target.object)': \(named(students))"
      )
    }
    var overdue: [OverdueWork] = []
    let keeping = try permission == nil ? target.keepingPermission(new, files) : []
    try session.change("add", target.object, in: store, file: target.file, dryRun: dryRun) {
      change in
      change.summary = "add \(people.all.joined(separator: ", ")) to \(target.object)"
      try target.add(new + changing, permission, at: session.now, in: change)
      overdue = try OverdueWork.find(
        for: new, before: files, after: SchoolFiles(change), now: session.now)
    }
    if !new.isEmpty { session.output.notice("\(dryRun ? "would add" : "added") \(named(new))") }
    session.output.summarize(keeping: keeping)
    session.output.summarize(changing, may: permission, would: dryRun)
    let unchanged = students.filter { present.contains($0) && !changing.contains($0) }
    if !unchanged.isEmpty { session.output.notice("already added: \(named(unchanged))") }
    session.summarize(overdue)
    if dryRun { return }
    for subject in try target.subjects(store.files) {
      try await session.publish(subject, in: store, publishing)
    }
  }
}

extension Participant.Permission: ExpressibleByArgument {}

extension Output {
  /// Reports students with a new permission.
  func summarize(_ students: [String], may permission: Participant.Permission?, would: Bool = false)
  {
    guard let permission, !students.isEmpty else { return }
    notice("\(would ? "would be" : "now") \(permission.rawValue): \(named(students))")
  }

  /// Reports returning participants, who keep their previous permission.
  func summarize(keeping participants: [Participant]) {
    guard let permission = participants.first?.permission else { return }
    notice("\(permission.rawValue) (unchanged): \(named(participants.map(\.id)))")
    hint("use '--permission' to change it")
  }
}

extension Session {
  /// Reports worksheets that were due before they were assigned to students.
  func summarize(_ overdue: [OverdueWork]) {
    for notice in overdue.notices { output.notice(notice) }
    if let hint = overdue.hint { output.hint(hint) }
  }
}
