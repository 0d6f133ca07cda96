import Course
import Exchange
import Grading
import Model
import Reports
import Storage
import Text

/// Asks the questions of a worksheet in order, on a terminal or line by line from a pipe.
///
/// Each answer is saved at once.
struct WorkSession {
  /// The next step after a question.
  enum Move: Hashable {
    case next, back, leave, submit
    /// Ctrl-C.
    case interrupt
    case to(Int)
  }

  /// How the session ended.
  enum End: Hashable {
    case left, submits, interrupted
  }

  let session: Session
  let clone: StudentClone
  let worksheet: Worksheet
  /// The maximum width of lines in columns.
  let width: Int
  /// Whether to clear a screen before each question.
  let isOnScreen: Bool
  private let zone: Zone
  /// The introduction; nil once it was shown.
  private var opening: Message?
  /// The remarks about the last answer, for the next screen.
  private var remarks: [Remark] = []
  /// Checks answers at once, in practice.
  private let selfCheck: SelfCheck?

  /// A remark about an answer.
  private struct Remark {
    let text: Message
    let tone: Tone
  }

  /// - Parameter opening: the introduction before the first question.
  init(
    _ session: Session, _ clone: StudentClone, _ worksheet: Worksheet, opening: Message
  ) throws {
    self.opening = opening
    self.session = session
    self.clone = clone
    self.worksheet = try clone.inbox().applied(worksheet)
    zone = try clone.files.zone()
    selfCheck = worksheet.isPractice ? try? SelfCheck(worksheet) : nil
    let around = session.surroundings
    isOnScreen = around.inputIsTerminal && around.outputIsTerminal && !around.isPlainTerminal
    width = around.outputIsTerminal ? max(30, min(around.width, 100)) : 80
  }

  var layout: Layout { session.output.layout }

  /// Asks until the student leaves.
  ///
  /// - Parameter start: the first exercise.
  mutating func run(from start: String?) throws -> End {
    defer { session.endTyping() }
    let count = worksheet.exercises.count
    var place = try startingPlace(start)
    while true {
      switch place < count ? try ask(place) : try review() {
      case .next: place += 1
      case .back: place = max(0, place - 1)
      case .to(let other): place = min(max(0, other), count)
      case .leave: return .left
      case .submit: return .submits
      case .interrupt: return .interrupted
      }
    }
  }

  /// The index of the first question without an answer; in a pipe always 0, so that the lines match
  /// the questions in order.
  private func startingPlace(_ start: String?) throws -> Int {
    let exercises = worksheet.exercises
    if let start { return exercises.firstIndex { $0.id == start } ?? 0 }
    guard isOnScreen else { return 0 }
    let answered = try clone.answered(worksheet)
    return exercises.firstIndex { !answered.contains($0.id) } ?? exercises.count
  }

  // MARK: A question

  private mutating func ask(_ place: Int) throws -> Move {
    let exercise = worksheet.exercises[place]
    let entry = WorkEntry(session: session, exercise: exercise, width: width)
    var note: Message?
    var isShown = false
    while true {
      let answer = try clone.answers(worksheet)[exercise.id]
      if isOnScreen || !isShown { try show(place, answer) }
      isShown = true
      if let note { say(note) }
      switch try entry.read(keeping: answer) {
      case .move(let move): return move
      case .hint: note = entry.hint
      case .wrong(.isAFile(let name)): note = fileInstructions(name)
      case .wrong(let problem): note = words(for: problem)
      case .clear:
        try clone.set(nil, for: exercise, of: worksheet, expecting: answer)
        note = "Answer cleared."
      case .answer(let given, let move):
        if given != answer {
          try clone.set(given, for: exercise, of: worksheet, expecting: answer)
        }
        let verdict = try verdicts()?[exercise.id]
        remarks = remarks(on: given, to: exercise, verdict)
        if isOnScreen, move == .next, verdict?.outcome == .wrong || verdict?.outcome == .partial {
          note = nil
          continue
        }
        if !isOnScreen {
          printAnswer(given, to: exercise)
          printRemarks()
        }
        return move
      }
    }
  }

  private mutating func show(_ place: Int, _ answer: AnswerValue?) throws {
    let exercise = worksheet.exercises[place]
    let text = QuestionText(exercise: exercise, layout: layout, width: width)
    open()
    say("")
    say(text.heading(place + 1, of: worksheet.exercises.count, in: zone))
    say("")
    text.body(answer).forEach(say)
    say("")
    if !exercise.rubric.isEmpty {
      say("Your teacher looks for:" as Message)
      text.rubric.forEach(say)
      say("")
    }
    for name in exercise.question.files { say(try fileState(name)) }
    if let answer {
      printAnswer(answer, to: exercise)
      if let problem = AnswerProblem(in: answer, to: exercise.question) { say(words(for: problem)) }
    }
    say(layout.paint(text.instruction, .quiet))
    if isOnScreen {
      say(
        layout.paint(
          exercise.hint == nil
            ? "Return keeps and goes on · < back · ! clear · q quit"
            : "Return keeps and goes on · < back · ! clear · ? hint · q quit", .quiet))
    }
  }

  private func printAnswer(_ answer: AnswerValue, to exercise: Exercise) {
    let text = visible(AnswerText.line(answer, to: exercise.question), keepingLines: true)
    let lines = wrapped("Your answer: \(text)", to: width)
    for line in lines { say(layout.paint(line, .good)) }
  }

  /// The remarks about an answer: a suspicious unit, and in practice whether it is correct.
  private func remarks(
    on answer: AnswerValue, to exercise: Exercise, _ verdict: Verdict?
  ) -> [Remark] {
    let doubt = AnswerProblem.doubt(about: answer, to: exercise).map {
      Remark(text: "\(exercise.id): \($0)", tone: .warning)
    }
    let words: Remark? =
      switch verdict?.outcome {
      case .correct: Remark(text: "\(exercise.id): right", tone: .good)
      case .partial: Remark(text: "\(exercise.id): partly correct", tone: .warning)
      case .wrong: Remark(text: "\(exercise.id): wrong", tone: .warning)
      case .unanswered, .unreviewed, nil: nil
      }
    return [doubt, words].compactMap { $0 }
  }

  /// The verdict on each answer so far; nil if only the teacher can grade.
  func verdicts() throws -> [String: Verdict]? {
    guard let selfCheck else { return nil }
    return selfCheck.verdicts(try clone.content(of: worksheet))
  }

  private mutating func printRemarks() {
    for remark in remarks {
      for line in wrapped(visible(remark.text.text), to: width) {
        say(layout.paint(line, remark.tone))
      }
    }
    remarks = []
  }

  private func fileState(_ name: String) throws -> Message {
    let path = worksheet.path.work + "/work/" + name
    switch try clone.fileState(name, of: worksheet) {
    case .missing:
      try clone.makeWorkFolder(worksheet.path)
      return "Missing: save it as \(visible(path))."
    case .untouched: return "\(visible(path)) is unchanged."
    case .changed: return Message(verbatim: layout.paint("\(visible(path)) exists.", .good))
    case .unfit(let reason):
      return Message(
        verbatim: layout.paint(
          "\(visible(path)) can't be submitted: it \(reason.words).", .warning))
    }
  }

  /// The reply to text typed at a question for a file.
  private func fileInstructions(_ name: String) -> Message {
    let file = "\(clone.root)/\(worksheet.path.work)/work/\(name)"
    return note(
      "The answer is a file, so the text was discarded. Save the file as \(file), then press Return."
    )
  }

  private func words(for problem: AnswerProblem) -> Message {
    let lines = problem.failures.flatMap { failure in
      [note(failure.message).text] + (failure.hint.map { [wrappedText($0.text)] } ?? [])
    }
    return Message(verbatim: lines.joined(separator: "\n"))
  }

  private func note(_ message: Message) -> Message {
    Message(
      verbatim: wrapped(visible(message.text), to: width).map { layout.paint($0, .warning) }
        .joined(separator: "\n"))
  }

  private func wrappedText(_ text: String) -> String {
    wrapped(visible(text), to: width).joined(separator: "\n")
  }

  // MARK: The screen

  @_disfavoredOverload
  func say(_ text: String) { session.output.print(text) }

  func say(_ message: Message) { session.output.print(message) }

  /// Starts a screen with the worksheet's title; the first one with the introduction.
  ///
  /// - Returns: whether the title was printed.
  @discardableResult
  mutating func open() -> Bool {
    if isOnScreen { clear() }
    let text = opening?.text ?? (isOnScreen ? worksheet.context.title : "")
    opening = nil
    for line in text.isEmpty ? [] : wrapped(visible(text, keepingLines: true), to: width) {
      say(layout.paint(line, .quiet))
    }
    printRemarks()
    return !text.isEmpty
  }

  /// Clears the screen and moves to its top.
  private func clear() { session.output.print("\u{1B}[2J\u{1B}[H", terminator: "") }
}
