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
    abstract: "Mark a worksheet or an assigned file as done.",
    discussion: """
      For work without anything to submit, or to keep track. It submits nothing: use \
      'submit' for that.

      Example: teachkit done reading
      """,
    aliases: ["complete"])

  @Argument(help: "A worksheet or an assigned file.", completion: Candidates.content.completion)
  var path: String
  @Flag(help: "Take the mark back.") var undo = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let (hasChanged, state) = try setDone(in: clone)
    let work = state.path.work
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
    if !undo, state.terms.isAssigned, state.acceptsSubmissions, state.submission?.isCurrent != true
    {
      session.output.hint("submit your answers with 'teachkit submit \(work)'")
    }
  }
  /// - Returns: whether that changed anything, and the state afterwards.
  private func setDone(in clone: StudentClone) throws -> (Bool, WorkState) {
    if let state = try assignedFile(in: clone) {
      let hasChanged = try clone.setDone(file: state, !undo)
      return (hasChanged, try assignedFile(in: clone) ?? state)
    }
    let worksheet = try clone.find(path).worksheet
    let hasChanged = try clone.setDone(worksheet, !undo)
    return (hasChanged, try clone.state(of: worksheet))
  }

  /// The assigned file with this path, title or ending; nil for anything else.
  private func assignedFile(in clone: StudentClone) throws -> WorkState? {
    guard let state = try StudentView(clone).handout(path), (try? clone.find(path)) == nil else {
      return nil
    }
    guard state.path.file != nil else {
      throw Failure(
        .valueIsFaulty, "'\(visible(path))' is only a text, and can't be marked as done",
        hint: "mark worksheets and files")
    }
    return state
  }
}
