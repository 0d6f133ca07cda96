import ArgumentParser
import Course
import Exchange
import Games
import Model
import Storage
import Text

struct Play: Command {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a game with practice questions.",
    discussion: """
      'keys': pick one of four answers before the time runs out. 'feed': answers pass by; take \
      all right ones. 'cards': flash cards; those that you know come back later. Plays a \
      practice worksheet, or calculations with '--drill', such as '2,5 x 1-10', '1-20 + 1-20' or \
      '1-100 : 1-10'. Without PATH, plays the only practice worksheet. In a pipe and with \
      '--plain', goes line by line without a time limit. Ctrl-C ends the game, and the result so \
      far counts.

      Example: teachkit play times-tables --game feed
      """)

  static var formats: [Format] { [.text] }

  @Argument(help: "A practice worksheet.", completion: Candidates.content.completion)
  var path: String?
  @Option(help: "The game.") var game = GameKind.keys
  @Option(help: ArgumentHelp("Calculations; repeat it to mix some.", valueName: "calculations"))
  var drill: [String] = []
  @Flag(help: "Go line by line, without a time limit.") var plain = false
  @Flag(help: "With 'cards': ask all cards, also those that aren't due.") var all = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if drill.isEmpty { return try playWorksheet(session) }
    if path != nil {
      throw Failure(.commandIsFaulty, "'--drill' and a worksheet can't be combined")
    }
    var random = SplitMix64(seed: session.random.next())
    let questions = Drill.questions(
      try drill.map { try Drill($0) }, atMost: Scoreboard.mostQuestions, &random)
    let title = drill.map { visible($0.singleSpaced) }.joined(separator: ", ")
    play(GameRun(game: start(questions, session), kind: game, title: title) { _ in }, session)
  }

  // MARK: A worksheet

  private func playWorksheet(_ session: Session) throws {
    let clone = try session.openClone()
    let worksheet = try path.map { try clone.find($0).worksheet } ?? onlyWorksheet(clone)
    let name = worksheet.path.work
    guard worksheet.isPractice else {
      throw Failure(
        .valueIsFaulty, "'\(name)' is not for practice",
        hint: "answer it with 'teachkit work \(name)'")
    }
    let questions = worksheet.gameQuestions.questions
    let playable = game.playable(questions)
    guard !playable.isEmpty else {
      throw Failure(
        .valueIsFaulty, "'\(name)' has no questions for '\(game.rawValue)'",
        hint: "answer it with 'teachkit work \(name)'")
    }
    let boxes = game == .cards ? try clone.activity(of: worksheet.path).cards : [:]
    let started = start(questions, session) { questions, random in
      all
        ? shuffled(questions, &random)
        : CardsGame.due(questions, in: boxes, at: session.now, &random)
    }
    guard started.board.phase != .over else {
      return try reportNextCard(playable.compactMap { boxes[$0.id]?.due }.min(), clone, session)
    }
    try session.announceRecording(at: ActivityPlace(worksheet.path), clone)
    let recording = WorkRecording(
      clone, worksheet, session, isNew: true, summary: "Play \(name)")
    let run = GameRun(game: started, kind: game, title: worksheet.context.title) { board in
      record(board, of: questions.count, boxes, in: recording, clone, worksheet, session)
    }
    defer { recording.end() }
    play(run, session)
    recording.end()
    if game == .cards { try reportBoxes(of: playable, worksheet, clone, session) }
    try recording.finish()
  }

  private func onlyWorksheet(_ clone: StudentClone) throws -> Worksheet {
    let found = try clone.worksheets().filter {
      $0.isPractice && !$0.gameQuestions.questions.isEmpty
    }
    if found.count == 1 { return found[0] }
    throw Failure(
      .commandIsFaulty, found.isEmpty ? "no practice worksheets" : "several practice worksheets",
      hint: found.isEmpty
        ? "practise calculations with 'teachkit play --drill \"1-10 x 1-10\"'"
        : "name one of \(found.prefix(8).map { "'\($0.path.work)'" }.joined(separator: ", "))")
  }

  /// Records the score, the answers, the progress and the boxes of cards after each answer, so that a
  /// killed game loses nothing.
  private func record(
    _ board: Scoreboard, of count: Int, _ boxes: [String: CardBox], in recording: WorkRecording,
    _ clone: StudentClone, _ worksheet: Worksheet, _ session: Session
  ) {
    recording.record { attempt in
      try board.record(in: &attempt)
      let share = Rational(Int128(min(board.outcomes.count, count)), over: Int128(count))
      try attempt.coverage.add(.zero, share ?? .zero)
    }
    guard game == .cards, let last = board.outcomes.last else { return }
    let box = CardBox(after: boxes[last.question.id], isKnown: last.isRight, at: session.now)
    recording.keepingFaults {
      try clone.moveCards([last.question.id: box], of: worksheet.path)
    }
  }

  private func reportNextCard(
    _ due: Instant?, _ clone: StudentClone, _ session: Session
  ) throws {
    let zone = try clone.files.zone()
    session.output.notice(
      due.map { "no card is due before \(zone.text($0))" } ?? "no cards to ask")
    session.output.hint("ask all of them with '--all'")
  }

  /// Says how many cards are in each box.
  private func reportBoxes(
    of questions: [GameQuestion], _ worksheet: Worksheet, _ clone: StudentClone,
    _ session: Session
  ) throws {
    let boxes = try clone.activity(of: worksheet.path).cards
    let numbers = questions.map { boxes[$0.id]?.number ?? 1 }
    let counts = (1...CardBox.count).map { number in "\(numbers.count { $0 == number })" }
    session.output.print(
      "Cards in boxes 1 to \(CardBox.count): \(counts.joined(separator: ", "))")
  }

  // MARK: Playing

  private func start(
    _ questions: [GameQuestion], _ session: Session,
    cards: (([GameQuestion], inout SplitMix64) -> [GameQuestion])? = nil
  ) -> any Game {
    game.start(questions, seed: session.random.next(), cards: cards)
  }

  private func shuffled(
    _ questions: [GameQuestion], _ random: inout SplitMix64
  ) -> [GameQuestion] {
    var questions = questions
    questions.deal(&random)
    return questions
  }

  /// Plays until the end, and prints the result.
  private func play(_ run: GameRun, _ session: Session) {
    let around = session.surroundings
    let isOnScreen =
      !plain && around.inputIsTerminal && around.outputIsTerminal && !around.isPlainTerminal
    var board: Scoreboard?
    if isOnScreen {
      var screen = ScreenGame(session, run)
      if screen.play() { board = screen.run.board }
    }
    if board == nil {
      var lines = PlainGame(session, run)
      lines.play()
      board = lines.run.board
    }
    guard let board else { return }
    let width = around.outputIsTerminal ? max(20, around.width) : 80
    for line in GameSummary(board: board, width: width).lines { session.output.print(line) }
  }
}

extension GameKind: ExpressibleByArgument {}

extension Drill.Problem: Explainable {
  var failures: [Failure] {
    let example: Message = "write it as '1-10 x 1-10', '2,5 x 1-10' or '1-20 + 1-20'"
    return switch self {
    case .unreadable(let text):
      [Failure(.valueIsFaulty, "invalid drill '\(visible(text))'", hint: example)]
    case .tooLarge(let text):
      [
        Failure(
          .valueIsFaulty,
          "the drill '\(visible(text))' has more than \(Drill.maxCalculations) calculations",
          hint: "use smaller ranges")
      ]
    case .empty(let text):
      [
        Failure(
          .valueIsFaulty, "the drill '\(visible(text))' has no calculations",
          hint: "results are whole numbers and not negative, as in '1-20 - 1-10'")
      ]
    }
  }
}
