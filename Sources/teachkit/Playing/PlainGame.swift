import Course
import Games
import Model
import Reports
import Text

/// Plays a game line by line: without a time limit: in a pipe, on a terminal without cursor
/// control, or for a screen reader.
struct PlainGame {
  let session: Session
  var run: GameRun
  /// The maximum width of lines in columns.
  let width: Int

  init(_ session: Session, _ run: GameRun) {
    (self.session, self.run) = (session, run)
    let around = session.surroundings
    width = around.outputIsTerminal ? max(20, min(around.width, 100)) : 80
  }

  /// Plays until the game is over or the player ends it.
  mutating func play() {
    defer { session.endTyping() }
    say(introduction)
    while let view = run.game.view {
      showQuestion(view)
      answer()
      guard case .answered(let outcome) = run.board.phase else { continue }
      say(state(after: outcome))
      run.handle(.goOn)
      if run.board.phase == .pause {
        run.handle(.goOn)
        say("")
        say("Round \(run.board.round) of \(run.board.rounds).")
      }
    }
    say("")
  }

  private var introduction: Message {
    let count = counted(run.board.count, "question", "questions")
    return switch run.kind {
    case .keys:
      "\(run.title): \(count). Type the number of the answer, or q to end."
    case .feed:
      "\(run.title): \(count). Answers pass by: type y to take one, Return to let it pass, q to end."
    case .cards:
      "\(run.title): \(count). Type the answer, Return to see it, or q to end."
    }
  }

  private func showQuestion(_ view: GameView) {
    say("")
    let prompt = visible(view.prompt, keepingLines: true)
    say(
      run.board.isRepeated
        ? "Again: \(prompt)" : "\(run.board.number) of \(run.board.count): \(prompt)")
    switch view.content {
    case .choices(let choices):
      for (place, choice) in choices.enumerated() { say("\(place + 1): \(visible(choice))") }
    case .card(let choices, _) where !choices.isEmpty:
      say("One of: \(choices.map { visible($0) }.joined(separator: ", "))")
    case .card, .passing: break
    }
  }

  /// Reads until the question is answered.
  private mutating func answer() {
    while run.board.phase == .asking, let view = run.game.view {
      let text: Message?
      let prompt: Message
      switch view.content {
      case .choices(let choices): (text, prompt) = (nil, "Your answer, 1 to \(choices.count)> ")
      case .passing(let answers):
        (text, prompt) = ("\(visible(answers.first?.text ?? ""))?", "[y/N] ")
      case .card(_, nil): (text, prompt) = (nil, "Your answer> ")
      case .card(_, let solution?):
        (text, prompt) = ("The answer is \(visible(solution)). Did you know it?", "[y/n] ")
      }
      if let text { say(text) }
      switch session.typeLine(prompt) {
      case .text(let text):
        if let move = move(text, at: view.content) {
          run.handle(move)
        } else {
          say(help(view.content))
        }
      case .notText: say(help(view.content))
      case .end, .interrupted: run.handle(.end)
      }
    }
  }

  private func move(_ text: String, at content: GameView.Content) -> GameMove? {
    let word = text.singleSpaced.lowercased()
    if word == "q" { return .end }
    switch content {
    case .choices(let choices):
      if let number = Int(word), choices.indices.contains(number - 1) { return .choose(number - 1) }
      let folded = foldedForComparison(text)
      return choices.firstIndex { foldedForComparison($0) == folded }.map { .choose($0) }
    case .passing:
      return ["y", "yes"].contains(word) ? .take : ["", "n", "no"].contains(word) ? .letPass : nil
    case .card(_, nil):
      // A backslash makes the word 'q' an answer.
      return .write(word == "\\q" ? "q" : text)
    case .card:
      return ["y", "yes"].contains(word)
        ? .judge(true) : ["n", "no"].contains(word) ? .judge(false) : nil
    }
  }

  private func help(_ content: GameView.Content) -> Message {
    switch content {
    case .choices(let choices): "Type a number from 1 to \(choices.count), or q to end."
    case .passing: "Type y to take it, Return to let it pass, or q to end."
    case .card: "Type y if you knew it, n if not, or q to end."
    }
  }

  /// The verdict and the score.
  private func state(after outcome: GameOutcome) -> Message {
    let board = run.board
    var parts: [Message] = ["Score \(board.score)"]
    if board.streak > 1 { parts.append("streak \(board.streak)") }
    if let lives = board.lives { parts.append(counted(lives, "life", "lives")) }
    return "\(outcome.words(in: run.kind)) \(parts.joined(separator: ", "))."
  }

  private func say(_ message: Message) {
    for line in wrapped(message, to: width) { session.output.print(line) }
  }
}
