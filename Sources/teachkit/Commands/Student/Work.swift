import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Work: Command {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Answer a worksheet, question by question.",
    discussion: """
      Without PATH, opens the work that is due next. Each answer is saved at once. '?' \
      shows the hint, '<' goes back, Return goes on without changing the answer, '!' \
      clears it, 'q' quits; put a backslash before one of these to use it as your \
      answer. Practice shows at once which answers are right. At the end you see all \
      answers and can submit. In a pipe, reads one line per question, without a screen.

      Example: teachkit work adding
      """)

  static var formats: [Format] { [.text] }

  @Argument(
    help: "A worksheet, or an exercise to start with.", completion: Candidates.content.completion)
  var path: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    guard let (worksheet, exercise) = try chosen(clone, session) else {
      session.output.notice("nothing to do")
      return session.output.hint("run 'teachkit pull' to check for new work")
    }
    let name = worksheet.path.work
    guard !worksheet.exercises.isEmpty else {
      session.output.notice("\(name) has no questions")
      return
    }
    var work = try WorkSession(
      session, clone, worksheet, opening: try introduction(clone, worksheet, session))
    let recording = WorkRecording(clone, worksheet, session, summary: "Work on \(name)")
    func saveActivity() {
      recording.end { attempt in
        if let answered = try? clone.answered(worksheet).count,
          let share = Rational(Int128(answered), over: Int128(worksheet.exercises.count))
        {
          try attempt.coverage.add(.zero, share)
        }
      }
    }
    // Answers given before an error stay saved.
    defer { saveActivity() }
    let end = try work.run(from: exercise?.id)
    saveActivity()
    if end == .interrupted { session.interrupt() }
    let state = try clone.state(of: worksheet)
    if end == .submits {
      try Submit.submit(worksheet, clone, session)
    } else if state.answered < state.exercises {
      session.output.hint(
        "\(state.answered) of \(state.exercises) answered: continue with 'teachkit work \(name)'")
    } else if state.isPractice {
      session.output.hint("run 'teachkit feedback \(name)' to see the solutions")
    } else if state.acceptsSubmissions, state.submission?.isCurrent != true {
      session.output.hint("submit with 'teachkit submit \(name)'")
    }
    try recording.finish()
  }

  private func chosen(
    _ clone: StudentClone, _ session: Session
  ) throws -> (Worksheet, Exercise?)? {
    if let path { return try clone.find(path) }
    guard let next = try clone.states().nextToWorkOn(at: session.now) else { return nil }
    return (try clone.files.worksheet(next.path), nil)
  }

  /// An introduction such as `Adding fractions: due 2026-11-28 23:59, in 3 days`, and the teacher's
  /// instructions.
  private func introduction(
    _ clone: StudentClone, _ worksheet: Worksheet, _ session: Session
  ) throws -> Message {
    let state = try clone.state(of: worksheet)
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    var text = Message(verbatim: worksheet.context.title)
    if let title = state.terms.title, title != worksheet.context.title { text += " (\(title))" }
    if let due = state.due { text += ": due \(times.at(due)), \(times.distance(to: due))" }
    if state.isClosed(at: session.now) { text += "; closed for submissions" }
    if let instructions = state.terms.instructions {
      text += "\n\(instructions.trimmingLineEnds)"
    }
    return text
  }
}
