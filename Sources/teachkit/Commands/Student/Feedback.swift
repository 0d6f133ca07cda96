import ArgumentParser
import Course
import Exchange
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Feedback: Command {
  static let configuration = CommandConfiguration(
    commandName: "feedback",
    abstract: "Show returned work: score, results, comments.",
    discussion: """
      Without PATH, shows the work that was returned last. Solutions and \
      explanations are included if the teacher publishes them. Practice \
      isn't submitted; it shows at once which of your answers are right.

      '--ask EXERCISE TEXT' asks your teacher to check an exercise again. It \
      is sent at once, and the answer comes with a later 'teachkit pull'.

      With '--as student:ID', teachers see the feedback for that student.

      Example: teachkit feedback adding --ask half "Is 0.75 not 3/4?"
      """)

  @Argument(help: "A worksheet.", completion: Candidates.worksheets.completion)
  var path: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Ask about an exercise, such as 'half'.", valueName: "exercise text"))
  var ask: [String] = []

  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if !ask.isEmpty, ask.count != 2 || ask[1].singleSpaced.isEmpty {
      throw ValidationError("'--ask' requires an exercise and a text: --ask half \"Why …?\"")
    }
  }

  func run(_ session: Session) throws {
    session.output.isPaged = true
    if session.viewer != nil, case .school = try session.place() { return try showAsSeen(session) }
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
        .notFound, "nothing has been returned yet", hint: "run 'teachkit pull' to check")
    }
    let worksheet = try clone.files.worksheet(state.path)
    if !ask.isEmpty { return try ask(state, worksheet, clone, session) }
    report(
      worksheet, try returned(state, worksheet, clone), try clone.requests(about: worksheet),
      session)
    if state.isNewerThanGrade, let submission = state.submission {
      session.output.notice("attempt \(submission.attempt) was submitted later")
    }
  }

  private func report(
    _ worksheet: Worksheet, _ returned: ReturnedGrade, _ asked: [String: Marks.Request],
    _ session: Session
  ) {
    let around = session.surroundings
    session.report(
      FeedbackReport(
        worksheet: worksheet, returned: returned, asked: asked,
        width: around.outputIsTerminal ? max(30, min(around.width, 100)) : 80))
  }

  /// Shows a teacher the feedback of a student.
  private func showAsSeen(_ session: Session) throws {
    if !ask.isEmpty { throw Failure(.commandIsFaulty, "only students can ask") }
    let views = try session.studentViews(at: path)
    let states = try views.flatMap { try $0.workStates(at: path) }
    guard let state = states.latestReturned, let returned = state.returned,
      let view = views.first(where: { $0.subject == state.path.subject })
    else {
      throw Failure(
        .notFound, path.map { "'\($0)' hasn't been returned yet" } ?? "nothing returned yet",
        hint: "run 'teachkit return' to return grades")
    }
    let marks = try session.schoolFiles().marks(state.path)[view.student ?? ""]
    report(
      try view.files.worksheet(state.path), returned, marks.map { Marks($0).asked } ?? [:], session)
  }

  /// Sends a question about an exercise to the teacher.
  private func ask(
    _ state: WorkState, _ worksheet: Worksheet, _ clone: StudentClone, _ session: Session
  ) throws {
    let (path, text) = (state.path.work, ask[1].singleSpaced)
    guard let exercise = worksheet.exercise(everCalled: ask[0]) else {
      throw Failure(
        .notFound, "no exercise '\(ask[0])' in \(path)",
        hint: didYouMean(ask[0], among: worksheet.exercises.map(\.id))
          ?? "use one of \(worksheet.exercises.map(\.id).joined(separator: ", "))")
    }
    guard state.returned != nil, !state.isPractice else {
      throw Failure(
        .notFound, "\(path) hasn't been returned yet", hint: "ask after it is returned")
    }
    guard text.count <= StudentClone.longestRequest else {
      throw Failure(
        .valueIsFaulty,
        "the text has \(text.count) characters; the maximum is \(StudentClone.longestRequest)")
    }
    let former = try clone.requests(about: worksheet)[exercise.id]
    do {
      try clone.ask(text, about: exercise.id, of: state.path)
    } catch CloneError.noHub {
      throw Failure(
        .noHub, "cannot ask: this clone was created from a file and has no hub",
        hint: "ask your teacher in another way")
    }
    if let former, former.text != text {
      session.output.notice("replaced your former question: \(visible(former.text))")
    }
    session.report(
      Statement(
        kind: "asked", sentence: "asked about \(path)/\(exercise.id)",
        fields: [
          ("path", .string(path)), ("exercise", .string(exercise.id)), ("text", .string(text)),
        ]))
    session.output.notice("your teacher gets the question with the next 'teachkit collect'")
  }

  /// The returned grade; for practice, the result of checking the answers in the clone.
  private func returned(
    _ state: WorkState, _ worksheet: Worksheet, _ clone: StudentClone
  ) throws -> ReturnedGrade {
    if let returned = state.returned { return returned }
    let path = state.path.work
    if state.isPractice {
      guard state.isBegun else { throw SubmitError.nothingAnswered(state.path) }
      let grade = try SelfCheck(worksheet).grade(clone.content(of: worksheet))
      if let checked = try clone.checked(worksheet, grade) { return checked }
    }
    guard state.acceptsSubmissions else {
      throw Failure(.notFound, "\(path) accepts no submissions and has no feedback")
    }
    throw Failure(
      .notFound, "\(path) hasn't been returned yet",
      hint: state.submission == nil
        ? "submit it with 'teachkit submit \(path)'" : "run 'teachkit pull' to check")
  }
}
