import ArgumentParser
import Model
import Storage
import Text

struct Add: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put students into a class, a group or a subject.",
    discussion: """
      Being in a class and taking part in a subject are two things: a class is added to a subject \
      as the students that are in it now. A subject that is shared already is shared again. \
      'teachkit create student' makes somebody new.

      Example: teachkit add 7b carl --to math
      """)

  @Argument(help: "Students, classes, groups.", completion: Candidates.who.completion)
  var who: [String]
  @Option(
    help: ArgumentHelp("The class, group or subject.", valueName: "class-or-subject"),
    completion: Candidates.memberships.completion)
  var to: String
  @Option(
    help: "What they may do in a subject.",
    completion: .list(Participant.Permission.allCases.map(\.rawValue)))
  var permission: Participant.Permission?
  @Flag(name: .customLong("dry-run"), help: "Say what would be done, and do nothing.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try Membership(to, in: files)
    let people = People(files)
    let students =
      try target.subject.map { try people.students(who, joining: $0) }
      ?? people.students(who)
    let present = Set(try target.members(files))
    let new = students.filter { !present.contains($0) }
    let changing =
      try permission.map { try target.members(among: students, without: $0, files) } ?? []
    guard !new.isEmpty || !changing.isEmpty else {
      throw Failure(
        .addOperationFailed,
        students.isEmpty
          ? "there is nobody in \(who.joined(separator: ", "))"
          : "\(named(students)) \(students.count == 1 ? "is" : "are") in '\(target.object)' already"
      )
    }
    let keeping = try permission == nil ? target.keepingPermission(new, files) : []
    try session.change("add", target.object, in: store, file: target.file, dryRun: dryRun) {
      change in
      change.summary = "add \(who.joined(separator: ", ")) to \(target.object)"
      try target.add(new + changing, permission, at: session.now, in: change)
    }
    if !new.isEmpty { session.output.notice("\(dryRun ? "would add" : "added") \(named(new))") }
    session.output.tell(keeping: keeping)
    session.output.tell(changing, may: permission, would: dryRun)
    let unchanged = students.filter { present.contains($0) && !changing.contains($0) }
    if !unchanged.isEmpty { session.output.notice("in there already: \(named(unchanged))") }
    if dryRun { return }
    for subject in try target.subjects(store.files) {
      try await session.publish(subject, in: store, publishing)
    }
  }
}

extension Participant.Permission: ExpressibleByArgument {}

extension Output {
  /// Says who may do something else from now on.
  func tell(_ students: [String], may permission: Participant.Permission?, would: Bool = false) {
    guard let permission, !students.isEmpty else { return }
    notice("\(would ? "would be" : "now") \(permission.rawValue): \(named(students))")
  }

  /// Says who is taken back with the permission that they had.
  func tell(keeping participants: [Participant]) {
    guard let permission = participants.first?.permission else { return }
    notice("\(permission.rawValue) as before: \(named(participants.map(\.id)))")
    hint("'--permission' says what they may do from now on")
  }
}

/// `'ada', 'ben'`; of many the first ten and how many more.
func named(_ ids: [String]) -> String {
  let shown = ids.prefix(10).map { "'\(visible($0))'" }.joined(separator: ", ")
  return ids.count > 10 ? "\(shown) and \(ids.count - 10) more" : shown
}
