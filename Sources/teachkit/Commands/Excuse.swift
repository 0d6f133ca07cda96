import ArgumentParser
import Model
import Storage

struct Excuse: Command {
  static let configuration = CommandConfiguration(
    commandName: "excuse",
    abstract: "Excuse students from work: it counts neither for nor against them.",
    discussion: """
      The students read the reason with their grade. '--undo' takes the excuse back; marks that were \
      there before count again.

      Example: teachkit excuse ben math/poster --why "was ill"
      """)

  @Argument(help: "A student, class or group.", completion: Candidates.who.completion)
  var who: String
  @Argument(
    help: "A worksheet, or a chapter or subject with all that is graded in it.",
    completion: Candidates.content.completion)
  var path: String
  @Option(help: ArgumentHelp("The reason.", valueName: "text")) var why: String?
  @Flag(help: "They are no longer excused.") var undo = false
  @Flag(name: .customLong("dry-run"), help: "Say what would be done, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if undo == (why?.isEmpty == false) {
      throw ValidationError(undo ? "'--undo' wants no reason" : "say why: --why '…'")
    }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let root = try WorkSelection.root(path, in: store.files)
    var worksheets = try WorkSelection(root.description, in: store.files).worksheets
    if try store.files.isWorksheet(root) {
      let target = try MarkTarget(path, in: store.files)
      if let exercise = target.exercise {
        throw Failure(
          .valueIsFaulty, "'\(root)' is excused as a whole, and not '\(exercise.id)' alone",
          hint: "'teachkit mark \(root) \(who) \(exercise.id)=…' gives points for one exercise")
      }
      worksheets = [target.worksheet]
    }
    let students = try session.participants(who, in: root.subject, of: store.files)
    let markings = students.map { Marking($0, [.init(.excused, undo ? nil : why)]) }
    try session.mark(
      worksheets.map { ($0, markings) }, "excuse",
      summary: "\(undo ? "no longer excuse" : "excuse") \(who) from \(root)", in: store,
      dryRun: dryRun)
  }
}
