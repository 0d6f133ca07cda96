import Course
import Exchange
import Model
import Reports
import Substrings
import Text

/// The text of a question on a screen.
struct QuestionText {
  let exercise: Exercise
  let layout: Layout
  /// The maximum width of lines in columns.
  let width: Int

  /// A heading such as `3/8  half   2 points`.
  func heading(_ number: Int, of count: Int, in zone: Zone) -> String {
    var notes = [QuestionText.points(exercise.points)]
    if exercise.isBonus { notes.append("bonus") }
    if !exercise.wrong.isZero { notes.append("−\(exercise.wrong) when wrong") }
    if case .multiple(_, _, let scoring) = exercise.question {
      notes += QuestionText.notes(on: scoring, points: exercise.points)
    }
    if let due = exercise.due { notes.append("due \(zone.text(due))") }
    return layout.paint("\(number)/\(count)", .strong) + "  "
      + layout.paint(visible(exercise.id), .strong) + "  "
      + layout.paint(notes.joined(separator: " · "), .quiet)
  }

  /// How picks are scored. Without `wrong-choice`, the cost of one would reveal how many choices are
  /// right.
  private static func notes(on scoring: ChoiceScoring, points: Rational) -> [Message] {
    var notes: [Message] = []
    switch scoring.rule {
    case .allOrNone: notes.append("all or none")
    case .rightMinusWrong: notes.append("right minus wrong choices")
    case .perChoice: notes.append("each choice counts, picked or not")
    case .negative:
      guard let cost = scoring.wrongChoice.flatMap({ try? $0 * points }) else {
        notes.append("wrong choices cost points")
        break
      }
      notes.append(cost.isZero ? "wrong choices cost nothing" : "−\(cost) per wrong choice")
    }
    if scoring.canGoBelowZero {
      let lowest = scoring.floor.flatMap { try? $0.magnitude * points }
      notes.append(lowest.map { "not below −\($0)" } ?? "can go below 0")
    }
    return notes
  }

  /// The prompt and the choices.
  ///
  /// - Parameter answer: the answer so far, which is marked or fills gaps.
  func body(_ answer: AnswerValue?) -> [String] {
    let (prompt, gaps) = prompt(answer)
    var lines = layout.markdown(prompt, keeping: gaps, to: width)
    if let alt = exercise.alt {
      lines += wrapped("Picture: \(shown(alt))", to: width).map { layout.paint($0, .quiet) }
    }
    let answerParts = self.answerParts(answer)
    return answerParts.isEmpty ? lines : lines + [""] + answerParts
  }

  /// The instruction for typing an answer. It contains no example, which could be the right answer.
  var instruction: Message {
    switch exercise.question {
    case .choice: "Type one of these."
    case .multiple: "Type all correct ones, separated by commas, or 'none'."
    case .trueFalse: "Type 'true' or 'false'."
    case .number:
      exercise.unit.map { "Type a number with its unit, \(shown($0))." }
        ?? "Type a whole number, a decimal or a fraction."
    case .text: "Type your answer."
    case .gaps: "Fill each gap."
    case .match: "Type the pairs, each a number with its letter, separated by spaces."
    case .order:
      AnswerInput.labels(of: exercise.question)?.first == .letters
        ? "Type the letters in the right order, separated by spaces."
        : "Type the numbers in the right order, separated by spaces."
    case .essay: "Write as many lines as you like; a line with a single '.' ends the text."
    case .file(let name): "Save your answer as \(shown(name)) in the folder 'work'."
    case .code(let task):
      """
      Save your program as \(shown(task.files.joined(separator: ", "))) in the folder 'work'; \
      'teachkit try' runs it.
      """
    }
  }

  /// The prompt and its gaps in brackets, with their answers.
  private func prompt(_ answer: AnswerValue?) -> (text: String, gaps: [String]) {
    guard case .gaps(let gaps, _) = exercise.question else { return (exercise.prompt, []) }
    var filled: [String: String] = [:]
    if case .mapping(let entries) = answer { filled = entries }
    var text = exercise.prompt
    let names = gaps.map { gap in
      let name = "[\(filled[gap.name].map { "\(gap.name): \($0)" } ?? gap.name)]"
      text = text.replacing("{{\(gap.name)}}", with: name)
      return name
    }
    return (text, names)
  }

  /// The criteria of the teacher, with their points.
  var rubric: [String] {
    exercise.rubric.flatMap { item in
      let points = QuestionText.points(item.points).text
      let start = padded("  \(points)", to: 13)
      let lines = wrapped(shown(item.title), to: max(20, width - 13))
      return lines.enumerated().map { place, line in
        layout.paint(place == 0 ? start : padded("", to: 13), .quiet) + line
      }
    }
  }

  private func answerParts(_ answer: AnswerValue?) -> [String] {
    guard let labels = AnswerInput.labels(of: exercise.question) else { return [] }
    switch exercise.question {
    case .choice(let choices, _), .multiple(let choices, _, _):
      let picked = Set(QuestionText.texts(answer))
      return choices.enumerated().flatMap { index, choice in
        let isPicked = picked.contains(choice.id ?? choice.text)
        return item(labels.first.label(index), choice.text, isPicked: isPicked)
      }
    case .order(let items, _):
      return items.enumerated().flatMap { item(labels.first.label($0), $1, isPicked: false) }
    case .match(let lefts, let rights, _):
      return columns(
        lefts.enumerated().map { (labels.first.label($0), $1) },
        rights.enumerated().map { (labels.second.label($0), $1) })
    default: return []
    }
  }

  private func item(_ label: String, _ text: String, isPicked: Bool) -> [String] {
    let mark = isPicked ? "*" : " "
    let lines = wrapped(shown(text), to: width - 6)
    return lines.enumerated().map { index, line in
      let start = index == 0 ? "\(mark) \(padded(label, to: 2, .right))  " : "      "
      return layout.paint(start, isPicked ? .good : .strong)
        + layout.paint(line, isPicked ? .good : .plain)
    }
  }

  /// The left and right sides in two columns, or below each other on a narrow screen.
  private func columns(
    _ lefts: [(label: String, text: String)], _ rights: [(label: String, text: String)]
  ) -> [String] {
    let widest = lefts.reduce(0) { max($0, displayWidth(shown($1.text))) }
    let room = rights.reduce(0) { max($0, displayWidth(shown($1.text))) } + widest + 16
    guard room <= width else {
      return lefts.flatMap { item($0.label, $0.text, isPicked: false) } + [""]
        + rights.flatMap { item($0.label, $0.text, isPicked: false) }
    }
    func cell(_ label: String, _ text: String) -> String {
      layout.paint(padded(label, to: 4, .right), .strong) + "  " + shown(text)
    }
    return (0..<max(lefts.count, rights.count)).map { row in
      let left = row < lefts.count ? lefts[row] : ("", "")
      let gap = String(repeating: " ", count: max(0, widest - displayWidth(shown(left.1))) + 4)
      guard row < rights.count else { return cell(left.0, left.1) }
      return cell(left.0, left.1) + gap + cell(rights[row].label, rights[row].text)
    }
  }

  private func paragraph(_ text: String) -> [String] { wrapped(shown(text), to: width) }

  private func shown(_ text: String) -> String {
    visible(text.withReadableFormulas, keepingLines: true)
  }

  static func texts(_ answer: AnswerValue?) -> [String] {
    switch answer {
    case .text(let text): [text]
    case .list(let items): items
    default: []
    }
  }

  /// A text such as `1 point` or `2.5 points`.
  static func points(_ points: Rational) -> Message {
    points == .one ? "1 point" : "\(points) points"
  }
}
