import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Done: Command {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark a worksheet as done.",
    discussion: """
      For work without anything to submit, or to keep track. It submits nothing: use \
      'submit' for that.

      Example: teachkit done reading
      """,
    aliases: ["complete"])

  @Argument(help: "A worksheet.", completion: Candidates.content.completion) var path: String
  @Flag(help: "Take the mark back.") var undo = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let (worksheet, _) = try clone.find(path)
    let work = worksheet.path.work
    let hasChanged = try clone.setDone(worksheet, !undo)
    let state = try clone.state(of: worksheet)
    let isLate = state.isLate(at: session.now, in: try clone.files.zone())
    var sentence: Message =
      switch (undo, hasChanged) {
      case (false, true): "marked \(work) as done"
      case (false, false): "\(work) was already done"
      case (true, true): "\(work) is no longer marked as done"
      case (true, false): "\(work) was not marked as done"
      }
    if !undo, hasChanged, isLate { sentence += ", after the due date" }
    session.report(
      Statement(
        kind: "done", sentence: sentence,
        fields: [
          ("path", .string(work)), ("done", .boolean(!undo)), ("changed", .boolean(hasChanged)),
          ("late", .boolean(!undo && isLate)),
        ]))
    session.sendActivity(of: clone)
    if !undo, state.terms.isAssigned, state.acceptsSubmissions, state.handIn?.isCurrent != true {
      session.output.hint("submit your answers with 'teachkit submit \(work)'")
    }
  }
}
