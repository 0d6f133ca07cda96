import ArgumentParser
import Course
import Model
import Storage
import Text

struct Excuse: Command {
  static let configuration = CommandConfiguration(
    commandName: "excuse",
    abstract: "Excuse students from work, so that it doesn't count.",
    discussion: """
      The students see the reason with their grades. With \
      '--undo', the work and existing marks count again.

      Example: teachkit excuse ben math/poster --why "was ill"
      """)

  @Argument(help: "A student, class or group.", completion: Candidates.who.completion)
  var who: String
  @Argument(
    help: "A worksheet, chapter or subject.",
    completion: Candidates.content.completion)
  var path: String?
  @OptionGroup var forOptions: PeopleOptions
  @Option(help: ArgumentHelp("The reason.", valueName: "text")) var why: String?
  @Flag(help: "Undo the excuse.") var undo = false
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if path == nil, forOptions.people.isEmpty {
      throw ValidationError("missing argument: name the students and the work")
    }
    if undo == (why?.isEmpty == false) {
      throw ValidationError(undo ? "'--undo' takes no reason" : "missing reason: add --why '…'")
    }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    // The work may come first, or alone with --for.
    let words =
      path.map { WorkAndPeople($0, who, for: forOptions.people, in: store.files) }
      ?? WorkAndPeople(who, nil, for: forOptions.people, in: store.files)
    let names = words.people.joined(separator: " ")
    let root = try WorkSelection.root(words.path, in: store.files)
    var worksheets = try WorkSelection(root.description, in: store.files).worksheets
    if try store.files.isWorksheet(root) {
      let target = try MarkTarget(words.path, in: store.files)
      if let exercise = target.exercise {
        throw Failure(
          .valueIsFaulty, "cannot excuse only '\(exercise.id)': excuse '\(root)' as a whole",
          hint: "for one exercise, give points: 'teachkit mark \(root) \(names) \(exercise.id)=…'")
      }
      worksheets = [target.worksheet]
    }
    let students = try session.participants(words.people, in: root.subject, of: store.files)
    let markings = students.map { Marking($0, [.init(.excused, undo ? nil : why)]) }
    try session.mark(
      worksheets.map { ($0, markings) }, "excuse",
      summary: "\(undo ? "no longer excuse" : "excuse") \(names) from \(root)", in: store,
      dryRun: dryRun)
  }
}
