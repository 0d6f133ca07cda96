import Games
import Reports
import Text

/// A game in the hands of a player.
struct GameRun {
  private(set) var game: any Game
  let kind: GameKind
  /// The title of the questions.
  let title: String
  /// Called after each answer that counts, before the player goes on.
  let onOutcome: (Scoreboard) -> Void

  var board: Scoreboard { game.board }

  mutating func handle(_ move: GameMove) {
    let before = board.outcomes.count
    game.handle(move)
    if board.outcomes.count > before { onOutcome(board) }
  }

  mutating func tick(milliseconds: Int) {
    let before = board.outcomes.count
    game.tick(milliseconds: milliseconds)
    if board.outcomes.count > before { onOutcome(board) }
  }
}

/// The result of a game in lines of text.
struct GameSummary {
  let board: Scoreboard
  /// The maximum width of lines in columns.
  let width: Int

  /// A line such as `17 of 20 right, best streak 9, 1 min 23 s`, and the mistakes.
  var lines: [String] {
    if board.outcomes.isEmpty { return ["nothing answered"] }
    var parts: [Message] = [
      "\(board.score) of \(board.outcomes.count) right", "best streak \(board.bestStreak)",
    ]
    if board.milliseconds >= 1000 { parts.append(durationWords(Int64(board.milliseconds / 1000))) }
    let mistakes = board.outcomes.filter { !$0.isRight }.flatMap { outcome in
      wrapped("  \(visible(mistake(outcome).text))", to: width)
    }
    return wrapped(parts.joined(separator: ", ").text, to: width)
      + (mistakes.isEmpty ? [] : ["", "To practise:"] + mistakes)
  }

  private func mistake(_ outcome: GameOutcome) -> Message {
    let question = outcome.question
    let answer: Message = "\(question.prompt.singleSpaced): \(question.solution)"
    return outcome.given.map { "\(answer), not \($0)" } ?? answer
  }
}

extension GameOutcome {
  /// The verdict in words, with the solution after a mistake.
  func words(in game: GameKind) -> Message {
    if isRight { return "Right." }
    if let given { return "Wrong: not \(visible(given)), but \(visible(question.solution))." }
    let solution = visible(question.solution)
    return game == .cards ? "Asked again later: \(solution)." : "Missed: \(solution)."
  }
}
