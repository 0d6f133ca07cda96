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
      far as the teacher gives them out.

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
    guard let returned = state.returned else {
      throw Failure(
        .notFound, "\(state.path.work) was not returned yet",
        hint: state.handIn == nil
          ? "hand in with 'teachkit submit \(state.path.work)'" : "'teachkit pull' asks for news")
    }
    let around = session.surroundings
    session.report(
      FeedbackReport(
        worksheet: try clone.files.worksheet(state.path), returned: returned,
        width: around.outputIsTerminal ? max(30, min(around.width, 100)) : 80))
  }
}
