import Exchange
import Grading
import Model
import Reports
import Storage
import Text

/// A worksheet's questions, one after the other: on a terminal, or line by line in a pipe.
///
/// Each answer is saved as soon as it is given.
struct WorkSession {
  /// Where to go from a question.
  enum Move: Hashable {
    case next, back, leave, handIn
    /// Ctrl-C.
    case interrupt
    case to(Int)
  }

  /// How the student left.
  enum End: Hashable {
    case left, handsIn, interrupted
  }

  let session: Session
  let clone: StudentClone
  let worksheet: Worksheet
  /// Columns that lines may take.
  let width: Int
  /// Whether somebody sees a screen that can be cleared for each question.
  let isOnScreen: Bool
  private let zone: Zone
  /// What is said first, until it was said.
  private var opening: String?
  /// What is to be said of the last answer on the next screen.
  private var remarks: [Remark] = []
  /// Says at once what is right, in practice.
  private let selfCheck: SelfCheck?

  /// What there is to say to an answer.
  private struct Remark {
    let text: String
    let tone: Tone
  }

  /// - Parameter opening: what is said before the first question.
  init(
    _ session: Session, _ clone: StudentClone, _ worksheet: Worksheet, opening: String
  ) throws {
    self.opening = opening
    self.session = session
    self.clone = clone
    self.worksheet = try clone.inbox().told(worksheet)
    zone = try clone.files.zone()
    selfCheck = worksheet.isPractice ? try? SelfCheck(worksheet) : nil
    let around = session.surroundings
    isOnScreen = around.inputIsTerminal && around.outputIsTerminal && !around.isPlainTerminal
    width = around.outputIsTerminal ? max(30, min(around.width, 100)) : 80
  }

  var layout: Layout { session.output.layout }

  /// Asks until the student leaves.
  ///
  /// - Parameter start: the exercise to begin with.
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
      case .handIn: return .handsIn
      case .interrupt: return .interrupted
      }
    }
  }

  /// On a screen the first question without an answer; in a pipe always the first, so that lines
  /// fall to questions in their order.
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
    var note: String?
    var isShown = false
    while true {
      let answer = try clone.answers(worksheet)[exercise.id]
      if isOnScreen || !isShown { try show(place, answer) }
      isShown = true
      if let note { say(note) }
      switch try entry.read(keeping: answer) {
      case .move(let move): return move
      case .hint: note = entry.hint
      case .wrong(.isAFile(let name)): note = whereItGoes(name)
      case .wrong(let problem): note = words(for: problem)
      case .clear:
        try clone.set(nil, for: exercise, of: worksheet, expecting: answer)
        note = "The answer is cleared."
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
          sayAnswer(given, to: exercise)
          sayRemarks()
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
    for name in exercise.question.files { say(try fileState(name)) }
    if let answer {
      sayAnswer(answer, to: exercise)
      if let problem = AnswerProblem(in: answer, to: exercise.question) { say(words(for: problem)) }
    }
    say(layout.paint(text.instruction, .quiet))
    if isOnScreen {
      say(layout.paint("? hint · < back · Enter goes on · ! clears · q leaves", .quiet))
    }
  }

  private func sayAnswer(_ answer: AnswerValue, to exercise: Exercise) {
    let text = visible(AnswerText.line(answer, to: exercise.question), keepingLines: true)
    let lines = wrapped("Your answer: " + text, to: width)
    for line in lines { say(layout.paint(line, .good)) }
  }

  /// A doubt about its unit; in practice whether it is right.
  private func remarks(
    on answer: AnswerValue, to exercise: Exercise, _ verdict: Verdict?
  ) -> [Remark] {
    let doubt = AnswerProblem.doubt(about: answer, to: exercise).map {
      Remark(text: "\(exercise.id): \($0)", tone: .warning)
    }
    let words: Remark? =
      switch verdict?.outcome {
      case .correct: Remark(text: "\(exercise.id): right", tone: .good)
      case .partial: Remark(text: "\(exercise.id): partly right", tone: .warning)
      case .wrong: Remark(text: "\(exercise.id): not right", tone: .warning)
      case .unanswered, .unreviewed, nil: nil
      }
    return [doubt, words].compactMap { $0 }
  }

  /// What each answer so far is worth; nil where only the teacher can tell.
  func verdicts() throws -> [String: Verdict]? {
    guard let selfCheck else { return nil }
    return selfCheck.verdicts(try clone.content(of: worksheet))
  }

  private mutating func sayRemarks() {
    for remark in remarks {
      for line in wrapped(visible(remark.text), to: width) { say(layout.paint(line, remark.tone)) }
    }
    remarks = []
  }

  private func fileState(_ name: String) throws -> String {
    let path = worksheet.path.work + "/work/" + name
    switch try clone.fileState(name, of: worksheet) {
    case .missing:
      try clone.makeWorkFolder(worksheet.path)
      return "It is not there yet: put it at \(visible(path))."
    case .untouched: return "\(visible(path)) is still as it was handed out."
    case .changed: return layout.paint("\(visible(path)) is there.", .good)
    case .unfit(let reason):
      return layout.paint("\(visible(path)) can't be handed in: it \(reason.words).", .warning)
    }
  }

  /// What is said to somebody who types at a question for a file.
  private func whereItGoes(_ name: String) -> String {
    let file = "\(clone.root)/\(worksheet.path.work)/work/\(name)"
    return note(
      "What you typed was not kept: the answer is a file. Put it at \(file), and Enter goes on.")
  }

  private func words(for problem: AnswerProblem) -> String {
    problem.failures.map { failure in
      note(failure.message) + (failure.hint.map { "\n" + wrappedText($0) } ?? "")
    }
    .joined(separator: "\n")
  }

  private func note(_ text: String) -> String {
    wrapped(visible(text), to: width).map { layout.paint($0, .warning) }.joined(separator: "\n")
  }

  private func wrappedText(_ text: String) -> String {
    wrapped(visible(text), to: width).joined(separator: "\n")
  }

  // MARK: The screen

  func say(_ text: String) { session.output.print(text) }

  /// Begins a screen with the worksheet's title; the first one with all that is to be said.
  ///
  /// - Returns: whether the title is there.
  @discardableResult
  mutating func open() -> Bool {
    if isOnScreen { clear() }
    let text = opening ?? (isOnScreen ? worksheet.context.title : "")
    opening = nil
    for line in text.isEmpty ? [] : wrapped(visible(text, keepingLines: true), to: width) {
      say(layout.paint(line, .quiet))
    }
    sayRemarks()
    return !text.isEmpty
  }

  /// Clears the screen and starts at its top.
  private func clear() { session.output.print("\u{1B}[2J\u{1B}[H", terminator: "") }
}
