import ArgumentParser
import Exchange
import Model
import Reports
import Storage

struct Feedback: Command {
  static let configuration = CommandConfiguration(
    commandName: "feedback",
    abstract: "See what came back: score, right and wrong, comments.",
    discussion: """
      Without PATH it takes the last work that was returned. Solutions and explanations show as \
      far as the teacher gives them out. Practice is never handed in: of what you answered in it \
      you see at once what is right.

      Example: teachkit feedback adding
      """)

  @Argument(help: "A worksheet.", completion: Candidates.worksheets.completion)
  var path: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let states = try clone.states()
    let state: WorkState
    if let path {
      let worksheet = try clone.find(path).worksheet
      state = try clone.state(of: worksheet)
    } else if let latest = states.latestReturned {
      state = latest
    } else {
      throw Failure(
        .notFound, "nothing was returned yet", hint: "'teachkit pull' asks for news")
    }
    let worksheet = try clone.files.worksheet(state.path)
    let around = session.surroundings
    session.report(
      FeedbackReport(
        worksheet: worksheet, returned: try returned(state, worksheet, clone),
        width: around.outputIsTerminal ? max(30, min(around.width, 100)) : 80))
    if state.isNewerThanGrade, let handIn = state.handIn {
      session.output.notice("attempt \(handIn.attempt) was handed in since")
    }
  }

  /// What came back; of practice what the student can see by themselves.
  private func returned(
    _ state: WorkState, _ worksheet: Worksheet, _ clone: StudentClone
  ) throws -> ReturnedGrade {
    if let returned = state.returned { return returned }
    let path = state.path.work
    if state.isPractice {
      guard state.answered > 0 else { throw SubmitError.nothingAnswered(state.path) }
      let grade = try SelfCheck(worksheet).grade(clone.content(of: worksheet))
      if let checked = try clone.checked(worksheet, grade) { return checked }
    }
    guard state.takesHandIns else {
      throw Failure(.notFound, "\(path) is there to look at: nothing comes back")
    }
    throw Failure(
      .notFound, "\(path) was not returned yet",
      hint: state.handIn == nil
        ? "hand in with 'teachkit submit \(path)'" : "'teachkit pull' asks for news")
  }
}
