import Model

/// `cards`: flash cards in Leitner's boxes, without a time limit. A card that wasn't known comes
/// again at the end.
public struct CardsGame: Game {
  public private(set) var board: Scoreboard
  private var isTurned = false

  /// - Parameter questions: in the order in which they are asked.
  public init(_ questions: [GameQuestion]) {
    board = Scoreboard(questions, hasLives: false)
  }

  /// Picks the cards that are due: those of the lowest boxes first, and in random order within a box.
  public static func due(
    _ questions: [GameQuestion], in boxes: [String: CardBox], at now: Instant,
    _ random: inout SplitMix64
  ) -> [GameQuestion] {
    var due = questions.filter { boxes[$0.id].map { $0.due <= now } ?? true }
    due.deal(&random)
    return (1...CardBox.count).flatMap { number in
      due.filter { boxes[$0.id]?.number ?? 1 == number }
    }
  }

  public var view: GameView? {
    board.question.map { question in
      let choices: [String] =
        if case .choice(let wrong) = question.kind { (question.answers + wrong).sorted() } else {
          []
        }
      return GameView(
        prompt: question.prompt,
        content: .card(choices: choices, solution: isTurned ? question.solution : nil),
        timeLeft: nil)
    }
  }

  public mutating func handle(_ move: GameMove) {
    switch move {
    case .write(let text):
      guard board.phase == .asking, !isTurned, let question = board.question else { return }
      if text.allSatisfy(\.isWhitespace) {
        isTurned = true
      } else {
        board.answer(question.accepts(text), given: text, repeats: true)
      }
    case .judge(let isRight):
      if isTurned { board.answer(isRight, repeats: true) }
    case .goOn: if board.goOn() { isTurned = false }
    case .end: board.end()
    case .choose, .take, .letPass: break
    }
  }

  public mutating func tick(milliseconds: Int) {
    if board.tick(milliseconds: milliseconds) { handle(.goOn) }
  }
}
