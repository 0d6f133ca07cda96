import Model
import Text

/// `keys`: four answers on four keys. The right one is to be picked before the time runs out, and
/// each question leaves a little less time.
public struct KeysGame: Game {
  /// The most answers to choose from.
  public static let mostChoices = 4

  public private(set) var board: Scoreboard
  private let wrongAnswers: WrongAnswers
  private var random: SplitMix64
  private var choices: [String] = []
  /// The time limit of the question, and the time used of it, in milliseconds.
  private var limit = 0
  private var used = 0

  /// - Parameter pool: the questions whose answers are wrong ones for others.
  public init(_ questions: [GameQuestion], pool: [GameQuestion], seed: UInt64) {
    board = Scoreboard(questions, hasLives: true)
    wrongAnswers = WrongAnswers(pool)
    random = SplitMix64(seed: seed)
    ask()
  }

  private mutating func ask() {
    guard let question = board.question else { return }
    let right = question.shown[random.next(below: question.shown.count)]
    choices = Array(wrongAnswers.answers(to: question, &random).prefix(Self.mostChoices - 1))
    choices.append(right)
    choices.deal(&random)
    // Long texts take time to read.
    let width = choices.reduce(displayWidth(question.prompt)) { $0 + displayWidth($1) }
    limit = max(3000, 10_000 - 200 * board.outcomes.count) + 50 * max(0, width - 20)
    used = 0
  }

  public var view: GameView? {
    board.question.map {
      GameView(
        prompt: $0.prompt, content: .choices(choices),
        timeLeft: 1 - Double(min(used, limit)) / Double(limit))
    }
  }

  public mutating func handle(_ move: GameMove) {
    switch move {
    case .choose(let place):
      guard board.phase == .asking, choices.indices.contains(place), let question = board.question
      else { return }
      board.answer(question.shown.contains(choices[place]), given: choices[place])
    case .goOn: if board.goOn() { ask() }
    case .end: board.end()
    case .take, .letPass, .write, .judge: break
    }
  }

  public mutating func tick(milliseconds: Int) {
    let wasAsking = board.phase == .asking
    if board.tick(milliseconds: milliseconds) { return handle(.goOn) }
    guard wasAsking else { return }
    used += milliseconds
    if used >= limit { board.answer(false) }
  }
}
