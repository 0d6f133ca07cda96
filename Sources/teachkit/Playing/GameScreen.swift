import Games
import Reports
import Text

/// The rows of a game on a full screen.
struct GameScreen {
  /// The smallest window that has room for a game.
  static let leastWidth = 20
  static let leastHeight = 9
  /// The rows above and below the question.
  private static let margins = 5

  let run: GameRun
  /// The text typed so far in reply to a card.
  let typed: String
  let width: Int
  let height: Int
  let paint: (String, Tone) -> String

  /// The rows from top to bottom, at most `height`, each at most `width` columns wide.
  var rows: [String] {
    guard width >= Self.leastWidth, height >= Self.leastHeight else {
      return [truncated("window too small", to: width)]
    }
    let room = height - Self.margins
    var middle = body(room)
    middle = Array(middle.prefix(room))
    let above = (room - middle.count) / 2
    middle = blank(above) + middle + blank(room - middle.count - above)
    return [
      paint(
        truncated("\(visible(run.title.singleSpaced))  (\(run.kind.rawValue))", to: width), .strong),
      truncated(status.text, to: width),
    ] + middle + [verdict, timeBar, paint(truncated(keys.text, to: width), .quiet)]
  }

  private var status: Message {
    let board = run.board
    var parts: [Message] = [
      board.isRepeated ? "again" : "\(board.number) of \(board.count)", "score \(board.score)",
      "streak \(board.streak)",
    ]
    if let lives = board.lives { parts.append("lives \(lives)") }
    return parts.joined(separator: "   ")
  }

  // MARK: The question

  private func body(_ room: Int) -> [String] {
    guard let view = run.game.view else {
      return run.board.phase == .pause
        ? centered("Round \(run.board.round - 1) of \(run.board.rounds) is over.", .strong) : []
    }
    let prompt = centered(visible(view.prompt, keepingLines: true), .strong)
    switch view.content {
    case .choices(let choices):
      let list = rows(of: choices)
      return prompt.prefix(max(1, room - list.count - 1)) + [""] + list
    case .passing(let answers):
      // The answers need most of the rows.
      let prompt = Array(prompt.prefix(max(1, room / 2)))
      return prompt + [""] + lane(answers, height: room - prompt.count - 1)
    case .card(let choices, let solution):
      let list =
        choices.isEmpty
        ? [] : centered(choices.map { visible($0) }.joined(separator: "  /  "), .plain)
      let answer =
        solution.map { centered(visible($0), .good) } ?? (isAsking ? [typedRow] : [""])
      return (prompt + list).prefix(max(1, room - answer.count - 1)) + [""] + answer
    }
  }

  private var isAsking: Bool { run.board.phase == .asking }

  /// The answers with the numbers of their keys, as one block in the middle.
  private func rows(of choices: [String]) -> [String] {
    var answered: GameOutcome?
    if case .answered(let outcome) = run.board.phase { answered = outcome }
    let most = width - 8
    let texts = choices.map { wrapped(visible($0), to: most) }
    let widest = texts.joined().reduce(0) { max($0, displayWidth($1)) }
    let indent = String(repeating: " ", count: max(0, (width - widest - 6) / 2))
    return zip(choices, texts).enumerated().flatMap { place, item in
      let (choice, lines) = item
      var (mark, tone) = (" ", Tone.plain)
      if let answered {
        if answered.question.answers.contains(choice) { (mark, tone) = ("✓", .good) }
        if answered.given == choice { (mark, tone) = ("✗", .bad) }
      }
      return lines.enumerated().map { number, line in
        let start = number == 0 ? "\(mark) \(place + 1)  " : "     "
        return indent + paint(start + line, tone)
      }
    }
  }

  /// The answers on their way down; the lowest is the one that can be taken.
  private func lane(_ answers: [PassingAnswer], height: Int) -> [String] {
    var rows = [String](repeating: "", count: max(0, height))
    for (place, answer) in answers.enumerated().reversed() {
      let row = min(Int(answer.position * Double(height)), height - 1)
      guard rows.indices.contains(row) else { continue }
      let text = truncated(visible(answer.text.singleSpaced), to: width - 4)
      rows[row] =
        place == 0
        ? center(paint("> \(text) <", .strong), displayWidth(text) + 4)
        : center(text, displayWidth(text))
    }
    return rows
  }

  /// The end of the typed line with a cursor, as far as it fits.
  private var typedRow: String {
    var tail = Substring(typed)
    while displayWidth(String(tail)) > width - 6 { tail.removeFirst() }
    return center("> \(tail)_", displayWidth(String(tail)) + 3)
  }

  // MARK: Below the question

  private var verdict: String {
    guard case .answered(let outcome) = run.board.phase else { return "" }
    let text = truncated(outcome.words(in: run.kind).text, to: width)
    return center(paint(text, outcome.isRight ? .good : .bad), displayWidth(text))
  }

  private var timeBar: String {
    guard isAsking, let left = run.game.view?.timeLeft else { return "" }
    let length = max(0, width - 2)
    let full = Int((left * Double(length)).rounded(.up))
    let tone: Tone = left > 0.5 ? .good : left > 0.2 ? .warning : .bad
    return "[" + paint(String(repeating: "=", count: full), tone)
      + String(repeating: " ", count: length - full) + "]"
  }

  private var keys: Message {
    if run.board.phase == .pause { return "Space: next round   q: end" }
    guard isAsking, let content = run.game.view?.content else { return "Space: go on   q: end" }
    return switch content {
    case .choices(let choices): "1-\(choices.count): answer   q: end"
    case .passing: "Space: take   n: let pass   q: end"
    case .card(_, nil): "Return: check, or see it   Ctrl-C: end"
    case .card: "Knew it? y or n   Ctrl-C: end"
    }
  }

  // MARK: Layout

  private func centered(_ text: String, _ tone: Tone) -> [String] {
    wrapped(text, to: width - 4).map { center(paint($0, tone), displayWidth($0)) }
  }

  private func centered(_ message: Message, _ tone: Tone) -> [String] {
    centered(message.text, tone)
  }

  private func center(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, (width - columns) / 2)) + text
  }

  private func blank(_ count: Int) -> [String] { [String](repeating: "", count: max(0, count)) }
}
