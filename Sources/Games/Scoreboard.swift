import Model

/// The answer to one question of a game.
public struct GameOutcome: Hashable, Sendable {
  public let question: GameQuestion
  public let isRight: Bool
  /// The wrong answer; nil if it was right, or if the player gave none.
  public let given: String?
}

/// The state that all games share: questions in rounds, lives, streaks, time and results.
public struct Scoreboard: Sendable {
  public enum Phase: Hashable, Sendable {
    /// The player is to answer.
    case asking
    /// The last answer is shown until the player goes on, or for some time.
    case answered(GameOutcome)
    /// A round is over, and another one follows.
    case pause
    case over
  }

  /// The number of questions in a round.
  public static let roundLength = 10
  /// The most questions of a game: a record has room for each of them.
  public static let mostQuestions = 100
  public static let mostLives = 3
  /// A streak of this many right answers gives back a life.
  static let streakForLife = 10
  /// How long a right and a wrong answer are shown, in milliseconds.
  private static let shownRight = 700
  private static let shownWrong = 3000

  /// The questions to ask; those after `count` are repeated.
  private var questions: [GameQuestion]
  /// The number of different questions.
  public let count: Int
  /// The number of questions that were answered, with repeated ones.
  private var place = 0
  public private(set) var phase: Phase
  /// The remaining lives; nil if mistakes cost none.
  public private(set) var lives: Int?
  /// The number of right answers since the last mistake.
  public private(set) var streak = 0
  public private(set) var bestStreak = 0
  /// The first answer to each question, in order.
  public private(set) var outcomes: [GameOutcome] = []
  /// The time that passed while the player was to answer.
  public private(set) var milliseconds = 0
  private var shownFor = 0

  /// - Parameter hasLives: whether the game ends after some mistakes.
  init(_ questions: [GameQuestion], hasLives: Bool) {
    self.questions = questions
    count = questions.count
    lives = hasLives ? Self.mostLives : nil
    phase = questions.isEmpty ? .over : .asking
  }

  /// The question being asked, or the one whose answer is shown.
  public var question: GameQuestion? {
    phase == .over || phase == .pause || !questions.indices.contains(place)
      ? nil : questions[place]
  }

  /// The number of right answers. It counts each question once.
  public var score: Int { outcomes.reduce(0) { $0 + ($1.isRight ? 1 : 0) } }

  /// The number of the question in the game, from 1; a repeated one keeps that of the last.
  public var number: Int { min(place + 1, count) }

  /// The number of the round, from 1.
  public var round: Int { place / Self.roundLength + 1 }

  /// The number of rounds so far planned.
  public var rounds: Int { (questions.count + Self.roundLength - 1) / Self.roundLength }

  /// Whether the question was asked before.
  public var isRepeated: Bool { place >= count }

  /// Counts the answer to the question.
  ///
  /// - Parameter repeats: whether a question is asked again after a mistake.
  mutating func answer(_ isRight: Bool, given: String? = nil, repeats: Bool = false) {
    guard phase == .asking, let question else { return }
    let outcome = GameOutcome(
      question: question, isRight: isRight, given: isRight ? nil : given)
    if !isRepeated { outcomes.append(outcome) }
    streak = isRight ? streak + 1 : 0
    bestStreak = max(bestStreak, streak)
    if let lives {
      if !isRight {
        self.lives = lives - 1
      } else if streak.isMultiple(of: Self.streakForLife) {
        self.lives = min(lives + 1, Self.mostLives)
      }
    }
    if repeats, !isRight { questions.append(question) }
    phase = .answered(outcome)
    shownFor = 0
  }

  /// Goes on after an answer or a round.
  ///
  /// - Returns: whether another question is asked now.
  mutating func goOn() -> Bool {
    switch phase {
    case .answered:
      place += 1
      if place >= questions.count || lives == 0 {
        phase = .over
      } else {
        phase = place.isMultiple(of: Self.roundLength) ? .pause : .asking
      }
    case .pause: phase = .asking
    case .asking, .over: return false
    }
    return phase == .asking
  }

  mutating func end() { phase = .over }

  /// Lets time pass.
  ///
  /// - Returns: whether the last answer was shown long enough.
  mutating func tick(milliseconds: Int) -> Bool {
    switch phase {
    case .asking: self.milliseconds += milliseconds
    case .answered(let outcome):
      shownFor += milliseconds
      return shownFor >= (outcome.isRight ? Self.shownRight : Self.shownWrong)
    case .pause, .over: break
    }
    return false
  }
}
