import ArgumentParser
import Exchange
import Model
import Reports
import Storage
import Text

struct Work: Command {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Answer a worksheet, question after question.",
    discussion: """
      Without PATH it takes what is due next. Each answer is saved at once. '?' shows the hint, \
      '<' goes back, Enter goes on and leaves the answer as it is, '!' clears it, 'q' leaves; a \
      backslash before one of these makes it your answer. In practice it says at once what is \
      right. At the end you see all answers and can \
      hand in. In a pipe it reads one line for each question, without touching the screen.

      Example: teachkit work adding
      """)

  static var formats: [Format] { [.text] }

  @Argument(
    help: "A worksheet, or an exercise to begin with.", completion: Candidates.content.completion)
  var path: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    guard let (worksheet, exercise) = try chosen(clone, session) else {
      session.output.notice("nothing is to be done")
      return session.output.hint("'teachkit pull' asks for more")
    }
    let name = worksheet.path.work
    guard !worksheet.exercises.isEmpty else {
      session.output.notice("\(name) has no questions")
      return
    }
    var work = try WorkSession(
      session, clone, worksheet, opening: try introduction(clone, worksheet, session))
    let end: WorkSession.End
    do {
      end = try work.run(from: exercise?.id)
    } catch {
      // What was answered before stays answered.
      try clone.record("Work on \(name)")
      throw error
    }
    try clone.record("Work on \(name)")
    if end == .interrupted { session.interrupt() }
    let state = try clone.state(of: worksheet)
    if end == .handsIn {
      try Submit.handIn(worksheet, clone, session)
    } else if state.answered < state.exercises {
      session.output.hint(
        "\(state.answered) of \(state.exercises) answered: go on with 'teachkit work \(name)'")
    } else if state.isPractice {
      session.output.hint("'teachkit feedback \(name)' shows the solutions")
    } else if state.takesHandIns, state.handIn?.isCurrent != true {
      session.output.hint("hand in with 'teachkit submit \(name)'")
    }
  }

  private func chosen(
    _ clone: StudentClone, _ session: Session
  ) throws -> (Worksheet, Exercise?)? {
    if let path { return try clone.find(path) }
    guard let next = try clone.states().nextToWorkOn(at: session.now) else { return nil }
    return (try clone.files.worksheet(next.path), nil)
  }

  /// `Adding fractions: due 2026-11-28 23:59, in 3 days`, and what the teacher says to it.
  private func introduction(
    _ clone: StudentClone, _ worksheet: Worksheet, _ session: Session
  ) throws -> String {
    let state = try clone.state(of: worksheet)
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    var text = worksheet.context.title
    if let due = state.due { text += ": due \(times.at(due)), \(times.distance(to: due))" }
    if state.isClosed(at: session.now) { text += "; it is closed, nothing more is taken" }
    if let instructions = state.terms.instructions { text += "\n" + instructions }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
