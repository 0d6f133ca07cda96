import Model

/// `feed`: answers pass by. All right ones are to be taken, and no wrong one; each question leaves a
/// little less time.
public struct FeedGame: Game {
  public private(set) var board: Scoreboard
  private let wrongAnswers: WrongAnswers
  private var random: SplitMix64
  /// The answers that haven't come yet, the next one last.
  private var waiting: [String] = []
  /// The answers on their way, oldest first, with the time since they came.
  private var passing: [(text: String, age: Int)] = []
  /// The number of right answers that weren't taken yet.
  private var missing = 0
  /// How long an answer takes to pass, in milliseconds. The next one comes halfway.
  private var duration = 0

  /// - Parameter pool: the questions whose answers are wrong ones for others.
  public init(_ questions: [GameQuestion], pool: [GameQuestion], seed: UInt64) {
    board = Scoreboard(questions, hasLives: true)
    wrongAnswers = WrongAnswers(pool)
    random = SplitMix64(seed: seed)
    ask()
  }

  private mutating func ask() {
    guard let question = board.question else { return }
    waiting = question.shown + wrongAnswers.answers(to: question, &random)
    waiting.deal(&random)
    missing = question.shown.count
    duration = max(2500, 6000 - 100 * board.outcomes.count)
    passing = []
    letNextCome()
  }

  private mutating func letNextCome() {
    if let next = waiting.popLast() { passing.append((next, 0)) }
  }

  public var view: GameView? {
    board.question.map {
      GameView(
        prompt: $0.prompt,
        content: .passing(
          passing.map {
            PassingAnswer(
              text: $0.text, position: Double(min($0.age, duration)) / Double(duration))
          }),
        timeLeft: nil)
    }
  }

  public mutating func handle(_ move: GameMove) {
    switch move {
    case .take: leave(isTaken: true)
    case .letPass: leave(isTaken: false)
    case .goOn: if board.goOn() { ask() }
    case .end: board.end()
    case .choose, .write, .judge: break
    }
  }

  /// The oldest answer leaves.
  private mutating func leave(isTaken: Bool) {
    guard board.phase == .asking, let question = board.question, let first = passing.first else {
      return
    }
    let isRight = question.shown.contains(first.text)
    guard isRight == isTaken else {
      return board.answer(false, given: isTaken ? first.text : nil)
    }
    if isRight { missing -= 1 }
    if missing == 0 { return board.answer(true) }
    passing.removeFirst()
    if passing.isEmpty { letNextCome() }
  }

  public mutating func tick(milliseconds: Int) {
    let wasAsking = board.phase == .asking
    if board.tick(milliseconds: milliseconds) { return handle(.goOn) }
    guard wasAsking else { return }
    for place in passing.indices { passing[place].age += milliseconds }
    if let newest = passing.last, newest.age >= duration / 2 { letNextCome() }
    if let oldest = passing.first, oldest.age >= duration { leave(isTaken: false) }
  }
}
