import Model
import Testing

@testable import Games

private func table(_ drill: String = "1-10 x 1-10", _ count: Int = 25) throws -> [GameQuestion] {
  var random = SplitMix64(seed: 1)
  return Drill.questions([try Drill(drill)], atMost: count, &random)
}

/// Answers the question rightly or wrongly, and goes on.
private func play(_ game: inout some Game, _ isRight: Bool) {
  guard let question = game.board.question, let view = game.view else { return }
  switch view.content {
  case .choices(let choices):
    let place = choices.firstIndex { question.answers.contains($0) == isRight }
    game.handle(.choose(place ?? 9))
  case .passing:
    while case .passing(let answers)? = game.view?.content, let first = answers.first,
      game.board.phase == .asking
    {
      game.handle(question.answers.contains(first.text) == isRight ? .take : .letPass)
    }
  case .card: game.handle(.write(isRight ? question.answers[0] : "no idea"))
  }
}

/// Goes on until the next question, or the end.
private func goOn(_ game: inout some Game) {
  for _ in 0..<2 where game.board.phase != .asking { game.handle(.goOn) }
}

@Test(arguments: GameKind.allCases)
func theResultStartsAtZeroAndIncludesTheLastQuestion(_ kind: GameKind) throws {
  var game = kind.start(try table(), seed: 3)
  #expect(game.board.score == 0)
  #expect(game.board.outcomes.isEmpty)
  var attempt = ActivityAttempt(started: Instant(seconds: 0))
  try game.board.record(in: &attempt)
  #expect(attempt.isEmpty)
  while game.board.phase != .over {
    play(&game, true)
    goOn(&game)
  }
  #expect(game.board.score == 25)
  #expect(game.board.outcomes.count == 25)
  #expect(game.board.bestStreak == 25)
  try game.board.record(in: &attempt)
  #expect(attempt.primary?.value == .score(Rational(25), max: Rational(25)))
  #expect(attempt.items.count == 25)
  #expect(attempt.items.allSatisfy { $0.value == .binary(.correct, true) })
}

@Test(arguments: GameKind.allCases)
func endingKeepsWhatWasPlayed(_ kind: GameKind) throws {
  var game = kind.start(try table(), seed: 3)
  play(&game, true)
  goOn(&game)
  play(&game, false)
  // The answer is still shown.
  game.handle(.end)
  #expect(game.board.phase == .over)
  #expect(game.board.outcomes.map(\.isRight) == [true, false])
  #expect(game.view == nil)
  var attempt = ActivityAttempt(started: Instant(seconds: 0))
  try game.board.record(in: &attempt)
  #expect(attempt.primary?.value == .score(Rational(1), max: Rational(2)))
  #expect(attempt.items.map(\.value) == [.binary(.correct, true), .binary(.correct, false)])
}

@Test(arguments: [GameKind.keys, .feed])
func threeMistakesEndTheGame(_ kind: GameKind) throws {
  var game = kind.start(try table(), seed: 4)
  for lives in [3, 2, 1] {
    #expect(game.board.lives == lives)
    play(&game, false)
    goOn(&game)
  }
  #expect(game.board.lives == 0)
  #expect(game.board.phase == .over)
  #expect(game.board.outcomes.count == 3)
}

@Test func tenRightAnswersInARowGiveBackALife() throws {
  var game = GameKind.keys.start(try table(), seed: 4)
  play(&game, false)
  for streak in 0..<10 {
    goOn(&game)
    #expect(game.board.streak == streak)
    #expect(game.board.lives == 2)
    play(&game, true)
  }
  #expect(game.board.lives == 3)
  #expect(game.board.bestStreak == 10)
}

@Test func roundsHaveTenQuestionsAndABreakBetween() throws {
  var game = GameKind.keys.start(try table(), seed: 4)
  #expect(game.board.rounds == 3)
  for _ in 0..<10 {
    #expect(game.board.phase == .asking)
    #expect(game.board.round == 1)
    play(&game, true)
    game.handle(.goOn)
  }
  #expect(game.board.phase == .pause)
  #expect(game.view == nil)
  game.tick(milliseconds: 100_000)
  #expect(game.board.phase == .pause)
  game.handle(.goOn)
  #expect(game.board.phase == .asking)
  #expect(game.board.round == 2)
}

@Test(arguments: GameKind.allCases)
func theSameSeedGivesTheSameGame(_ kind: GameKind) throws {
  func views(_ seed: UInt64) throws -> [GameView?] {
    var game = kind.start(try table(), seed: seed)
    return (0..<20).map { _ in
      play(&game, true)
      goOn(&game)
      return game.view
    }
  }
  #expect(try views(8) == views(8))
  #expect(try views(8) != views(9))
}

@Test(arguments: GameKind.allCases)
func eachQuestionIsAskedOnce(_ kind: GameKind) throws {
  let questions = try table()
  var game = kind.start(questions, seed: 5)
  while game.board.phase != .over {
    play(&game, true)
    goOn(&game)
  }
  #expect(Set(game.board.outcomes.map(\.question.id)) == Set(questions.map(\.id)))
  #expect(game.board.outcomes.count == questions.count)
}

@Test(arguments: GameKind.allCases)
func movesOfOtherGamesChangeNothing(_ kind: GameKind) throws {
  var game = kind.start(try table(), seed: 5)
  let moves: [GameMove] =
    switch kind {
    case .keys: [.take, .letPass, .write("x"), .judge(true), .goOn, .choose(4), .choose(-1)]
    case .feed: [.choose(0), .write("x"), .judge(true), .goOn]
    case .cards: [.choose(0), .take, .letPass, .judge(true), .goOn]
    }
  let view = game.view
  for move in moves { game.handle(move) }
  #expect(game.view == view)
  #expect(game.board.outcomes.isEmpty)
}

@Test(arguments: GameKind.allCases)
func aGameWithoutQuestionsIsOver(_ kind: GameKind) {
  var game = kind.start([], seed: 5)
  #expect(game.board.phase == .over)
  game.handle(.goOn)
  game.tick(milliseconds: 1000)
  #expect(game.board.phase == .over)
}

@Suite struct Keys {
  @Test func choicesContainTheRightAnswerOnce() throws {
    for seed in 0..<50 as Range<UInt64> {
      let game = KeysGame(try table(), pool: try table(), seed: seed)
      guard case .choices(let choices)? = game.view?.content, let question = game.board.question
      else {
        Issue.record("no choices")
        continue
      }
      #expect(choices.count == 4)
      #expect(choices.filter { question.accepts($0) }.count == 1)
    }
  }

  @Test func theTimeRunsOut() throws {
    var game = KeysGame(try table(), pool: try table(), seed: 1)
    #expect(game.view?.timeLeft == 1)
    game.tick(milliseconds: 5000)
    #expect(game.view?.timeLeft == 0.5)
    game.tick(milliseconds: 4999)
    #expect(game.board.phase == .asking)
    game.tick(milliseconds: 1)
    #expect(game.board.outcomes.map(\.isRight) == [false])
    #expect(game.board.outcomes.first?.given == nil)
    #expect(game.board.milliseconds == 10_000)
    // The solution is shown for some seconds, which don't count.
    game.tick(milliseconds: 2999)
    #expect(game.board.phase != .asking)
    game.tick(milliseconds: 1)
    #expect(game.board.phase == .asking)
    #expect(game.board.milliseconds == 10_000)
  }

  @Test func itGetsFaster() throws {
    var game: any Game = KeysGame(try table(), pool: try table(), seed: 1)
    play(&game, true)
    goOn(&game)
    game.tick(milliseconds: 9799)
    #expect(game.board.phase == .asking)
    game.tick(milliseconds: 1)
    #expect(game.board.phase != .asking)
  }
}

@Suite struct Feed {
  private func game(_ answers: [String], wrong: [String]) throws -> FeedGame {
    let question = try #require(
      GameQuestion(id: "q", prompt: "Prime?", answers: answers, .choices(wrong: wrong)))
    return FeedGame([question], pool: [question], seed: 2)
  }

  @Test func allRightAnswersHaveToBeTaken() throws {
    var game = try game(["2", "3"], wrong: ["4", "6"])
    var taken: [String] = []
    while game.board.phase == .asking, case .passing(let answers)? = game.view?.content {
      let isRight = ["2", "3"].contains(answers[0].text)
      if isRight { taken.append(answers[0].text) }
      game.handle(isRight ? .take : .letPass)
    }
    #expect(taken.sorted() == ["2", "3"])
    #expect(game.board.outcomes.map(\.isRight) == [true])
  }

  @Test func aWrongAnswerThatIsTakenIsAMistake() throws {
    var game = try game(["2"], wrong: ["4"])
    while case .passing(let answers)? = game.view?.content, answers[0].text == "2" {
      // Only one seed puts the right one first; letting it pass is a mistake as well.
      game.handle(.letPass)
      #expect(game.board.outcomes.first?.given == nil)
      return
    }
    game.handle(.take)
    #expect(game.board.outcomes.map(\.given) == ["4"])
  }

  @Test func answersPassInTime() throws {
    var game = try game(["2"], wrong: ["4", "6", "8", "9"])
    var texts: Set<String> = []
    var elapsed = 0
    while game.board.phase == .asking {
      guard case .passing(let answers)? = game.view?.content else { break }
      #expect((1...3).contains(answers.count))
      #expect(answers.map(\.position).sorted(by: >) == answers.map(\.position))
      texts.formUnion(answers.map(\.text))
      game.tick(milliseconds: 50)
      elapsed += 50
    }
    // The right one passed without being taken.
    #expect(game.board.outcomes.map(\.isRight) == [false])
    #expect(texts.contains("2"))
    #expect(elapsed >= 6000 && elapsed <= 18_000)
  }
}

@Suite struct Cards {
  private let now = Instant(seconds: 1_000_000)

  private func words() throws -> [GameQuestion] {
    try [word("dog", "der Hund"), word("cat", "die Katze"), word("cow", "die Kuh")]
      .map { try #require($0) }
  }

  @Test func aCardThatWasNotKnownComesAgain() throws {
    var game: any Game = CardsGame(try words())
    play(&game, false)
    #expect(game.board.outcomes.first?.given == "no idea")
    goOn(&game)
    for _ in 0..<2 {
      play(&game, true)
      goOn(&game)
    }
    #expect(game.board.isRepeated)
    #expect(game.board.question?.prompt == "dog")
    play(&game, true)
    goOn(&game)
    #expect(game.board.phase == .over)
    // The first answer counts.
    #expect(game.board.outcomes.map(\.isRight) == [false, true, true])
  }

  @Test func answersAreFolded() throws {
    var game = CardsGame(try words())
    game.handle(.write("  DER  hund "))
    #expect(game.board.outcomes.map(\.isRight) == [true])
  }

  @Test func aCardCanBeTurnedAndJudged() throws {
    var game = CardsGame(try words())
    game.handle(.write(" "))
    #expect(game.view?.content == .card(choices: [], solution: "der Hund"))
    game.handle(.write("der Hund"))
    #expect(game.board.outcomes.isEmpty)
    game.handle(.judge(true))
    #expect(game.board.outcomes.map(\.isRight) == [true])
  }

  @Test func cardsOfLowBoxesComeFirstAndOthersWhenTheyAreDue() throws {
    let questions = try words()
    let boxes = try [
      "dog": #require(CardBox(3, at: now.adding(seconds: -68 * 3600))),
      "cow": #require(CardBox(2, at: now.adding(seconds: -19 * 3600))),
    ]
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let due = CardsGame.due(questions, in: boxes, at: now, &random)
      #expect(due.map(\.prompt) == ["cat", "dog"])
    }
  }

  @Test func boxesRiseAndFall() {
    var box = CardBox(after: nil, isKnown: true, at: now)
    #expect(box.number == 2)
    #expect(box.due == now.adding(seconds: 20 * 3600))
    for expected in [3, 4, 5, 5] {
      box = CardBox(after: box, isKnown: true, at: now)
      #expect(box.number == expected)
    }
    box = CardBox(after: box, isKnown: false, at: now)
    #expect(box.number == 1)
    #expect(box.due == now)
    #expect(CardBox(0, at: now) == nil)
    #expect(CardBox(6, at: now) == nil)
  }
}
