import Model
import Text

/// The games, with their names on the command line.
public enum GameKind: String, CaseIterable, Sendable {
  case keys, feed, cards

  /// Starts a game with the questions that fit it, at most `Scoreboard.mostQuestions` of them.
  ///
  /// - Parameters:
  ///   - questions: in the author's order, which games don't keep.
  ///   - cards: picks and orders the cards of `cards`; all by default.
  public func start(
    _ questions: [GameQuestion], seed: UInt64,
    cards: (([GameQuestion], inout SplitMix64) -> [GameQuestion])? = nil
  ) -> any Game {
    var random = SplitMix64(seed: seed)
    var picked = playable(questions)
    if self == .cards, let cards { picked = cards(picked, &random) } else { picked.deal(&random) }
    picked = Array(picked.prefix(Scoreboard.mostQuestions))
    let seed = random.next()
    return switch self {
    case .keys: KeysGame(picked, pool: questions, seed: seed)
    case .feed: FeedGame(picked, pool: questions, seed: seed)
    case .cards: CardsGame(picked)
    }
  }

  /// The questions that fit the game: a choice needs wrong answers, a card a single answer.
  public func playable(_ questions: [GameQuestion]) -> [GameQuestion] {
    if self == .cards { return questions.filter { !$0.hasSeveral } }
    let wrongAnswers = WrongAnswers(questions)
    var random = SplitMix64(seed: 0)
    return questions.filter { !wrongAnswers.answers(to: $0, &random).isEmpty }
  }
}

extension Scoreboard {
  /// Adds the results so far to a record of activity: the score, and each question.
  public func record(in attempt: inout ActivityAttempt) throws(ActivityFault) {
    guard !outcomes.isEmpty else { return }
    for outcome in outcomes {
      let title = outcome.question.prompt.singleSpaced.prefix(ActivityItem.longestTitle)
      try attempt.set(
        ActivityItem(
          id: outcome.question.id, title: String(title), value: .binary(.correct, outcome.isRight)))
    }
    try attempt.set(
      primary: ActivityItem(
        id: "score", title: "Score",
        value: .score(Rational(score), max: Rational(outcomes.count))))
  }
}
