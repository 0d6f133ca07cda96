import ArgumentParser
import Exchange
import Model
import PlainYAML
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

      '--ask EXERCISE TEXT' asks your teacher to look at an exercise again. It goes out at once, and \
      the answer comes with a later 'teachkit pull'.

      With '--as student:ID' a teacher sees what that student has got back.

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
    if !ask.isEmpty, ask.count != 2 || ask[1].trimmed.isEmpty {
      throw ValidationError("'--ask' takes an exercise and a text: --ask half \"Why …?\"")
    }
  }

  func run(_ session: Session) throws {
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
        .notFound, "nothing was returned yet", hint: "'teachkit pull' asks for news")
    }
    let worksheet = try clone.files.worksheet(state.path)
    if !ask.isEmpty { return try ask(state, worksheet, clone, session) }
    report(
      worksheet, try returned(state, worksheet, clone), try clone.requests(about: worksheet),
      session)
    if state.isNewerThanGrade, let handIn = state.handIn {
      session.output.notice("attempt \(handIn.attempt) was handed in since")
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

  /// Shows a teacher what a student has got back.
  private func showAsSeen(_ session: Session) throws {
    if !ask.isEmpty { throw Failure(.commandIsFaulty, "only the student can ask") }
    let views = try session.studentViews(at: path)
    let states = try views.flatMap { try $0.workStates(at: path) }
    guard let state = states.latestReturned, let returned = state.returned,
      let view = views.first(where: { $0.subject == state.path.subject })
    else {
      throw Failure(
        .notFound, path.map { "'\($0)' was not returned yet" } ?? "nothing was returned yet",
        hint: "'teachkit return' gives grades to the students")
    }
    let marks = try session.schoolFiles().marks(state.path)[view.student ?? ""]
    report(
      try view.files.worksheet(state.path), returned, marks.map { Marks($0).asked } ?? [:], session)
  }

  /// Asks the teacher about an exercise.
  private func ask(
    _ state: WorkState, _ worksheet: Worksheet, _ clone: StudentClone, _ session: Session
  ) throws {
    let (path, text) = (state.path.work, ask[1].trimmed)
    guard let exercise = worksheet.exercise(everCalled: ask[0]) else {
      throw Failure(
        .notFound, "there is no exercise '\(ask[0])' in \(path)",
        hint: didYouMean(ask[0], among: worksheet.exercises.map(\.id))
          ?? "it has \(worksheet.exercises.map(\.id).joined(separator: ", "))")
    }
    guard state.returned != nil, !state.isPractice else {
      throw Failure(
        .notFound, "\(path) was not returned yet", hint: "you can ask about what came back")
    }
    guard text.count <= StudentClone.longestRequest else {
      throw Failure(
        .valueIsFaulty,
        "that is \(text.count) characters long, and \(StudentClone.longestRequest) are the most")
    }
    do {
      try clone.ask(text, about: exercise.id, of: state.path)
    } catch CloneError.noHub {
      throw Failure(
        .noHub, "questions go over a hub, and this clone came from a file",
        hint: "ask your teacher in another way")
    }
    session.report(
      Statement(
        kind: "asked", sentence: "asked about \(path)/\(exercise.id)",
        fields: [
          ("path", .string(path)), ("exercise", .string(exercise.id)), ("text", .string(text)),
        ]))
    session.output.notice("your teacher sees it with the next 'teachkit collect'")
  }

  /// What came back; of practice what the student can see by themselves.
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
    guard state.takesHandIns else {
      throw Failure(.notFound, "\(path) is there to look at: nothing comes back")
    }
    throw Failure(
      .notFound, "\(path) was not returned yet",
      hint: state.handIn == nil
        ? "hand in with 'teachkit submit \(path)'" : "'teachkit pull' asks for news")
  }
}
