import ArgumentParser
import Course
import Model
import Storage
import Text

struct Archive: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Archive an assignment that is over.",
    discussion: """
      Archived assignments leave your lists and those of the students; '--all' shows them. \
      Grades, feedback and totals stay as they are. Students can still read the work, but \
      submit nothing more; attempts from before still count. '--undo' makes the assignment \
      active again. If the subject is already shared, students see the change at once.

      Example: teachkit archive math/fractions/adding
      """)

  @Argument(
    help: "An assignment, or its work if only one assignment includes it.",
    completion: Candidates.content.completion)
  var path: String
  @Flag(help: "Make the assignment active again.") var undo = false
  @Flag(name: .customLong("dry-run"), help: "Show the change without making it.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let assignment = try AssignmentChoice(files, preferring: undo ? .archived : .active).find(path)
    let name = "assignments/\(assignment.id)"
    if assignment.state == .draft {
      throw Failure(
        .valueIsFaulty, "'\(name)' is a draft, which no student sees",
        hint: "run 'teachkit delete \(name)' to delete it")
    }
    let standing = try AssignmentStanding(files, root: store.root, at: session.now)
    let counts = try standing.progress(of: assignment).counts
    let isDone = assignment.state == (undo ? .active : .archived)
    try session.change("archive", .assignment(assignment.id), in: store, dryRun: dryRun) {
      $0.summary = undo ? "make \(name) active again" : "archive \(name)"
      if !isDone { try $0.archive(assignment.id, at: undo ? nil : session.now) }
    }
    let open = counts.new + counts.opened
    if !undo, !isDone, assignment.mode != .view, open > 0 {
      session.output.notice(
        "closed without a submission: \(counted(open, "piece of work", "pieces of work"))")
    }
    if dryRun { return }
    for subject in try files.subjects(of: assignment) {
      try await session.publish(subject, in: store, publishing)
    }
  }
}
