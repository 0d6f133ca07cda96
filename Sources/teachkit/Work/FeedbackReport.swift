import Course
import Exchange
import Model
import Reports
import Text

/// A returned grade by exercise.
struct FeedbackReport: Report {
  let worksheet: Worksheet
  let returned: ReturnedGrade
  /// The student's questions by exercise.
  let asked: [String: Marks.Request]
  let width: Int

  func text(_ layout: Layout) -> String {
    var lines = heading(layout)
    if let comment = returned.comment { lines += [""] + layout.markdown(comment, to: width) }
    for exercise in returned.exercises { lines += [""] + self.lines(exercise, layout) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var grade: Grade { returned.grade }

  private func heading(_ layout: Layout) -> [String] {
    var line = layout.paint(visible(worksheet.context.title), .strong) + "  "
    if let score = grade.score {
      line += layout.paint("\(score) of \(grade.max)" as Message, .strong)
      if let percent = Percent.text(score, of: grade.max) { line += "  (\(percent))" }
    } else {
      line += grade.state.message.text
    }
    var lines = [line]
    if let late = grade.late, let earned = grade.earned {
      let spent: Message = grade.spent.map { ", \($0) of it covered by the budget" } ?? ""
      let deduction: Message =
        earned == grade.score ? ", without a deduction" : ": \(earned) before the deduction"
      lines.append(
        layout.paint(
          "\(late.words(isClosed: grade.isClosed))\(spent)\(deduction)" as Message, .warning))
    } else if let earned = grade.earned, returned.exercises.contains(where: { $0.late != nil }) {
      lines.append(
        layout.paint("\(earned) before the deduction for late exercises" as Message, .warning))
    }
    if let why = returned.unreadable {
      lines.append(contentsOf: paragraph("unreadable: \(why)" as Message, ""))
    }
    if grade.state == .partial {
      lines.append(
        layout.paint("not final: some answers wait for your teacher" as Message, .warning))
    }
    if let excused = returned.excused {
      lines.append(contentsOf: paragraph("excused: \(excused)" as Message, ""))
    }
    if let why = returned.why {
      lines.append(contentsOf: paragraph("set by your teacher: \(why)" as Message, ""))
    }
    if returned.again != nil {
      lines.append(
        layout.paint("try again: your teacher asks for another attempt" as Message, .warning))
    }
    if let attempt = grade.attempt {
      let attempts: Message =
        grade.attempts.map { "attempt \(attempt) of \($0) counts" } ?? "attempt \(attempt)"
      lines.append(layout.paint(attempts, .quiet))
    }
    return lines
  }

  private func lines(_ exercise: ReturnedGrade.Exercise, _ layout: Layout) -> [String] {
    let question = worksheet.exercise(everCalled: exercise.id)?.question
    let (mark, tone) = Self.mark(exercise.result)
    let points = exercise.points?.description ?? "?"
    let score: Message = exercise.max.map { "\(points) of \($0)" } ?? "\(points)"
    let late: Message? = exercise.late.map { late in
      let words = late.by.words(isClosed: late.isClosed)
      return late.left.map { ", \(words): \($0) remains" } ?? ", \(words)"
    }
    var lines = [
      layout.paint(mark, tone) + " " + layout.paint(visible(exercise.id), .strong)
        + "  " + score.text + layout.paint(late ?? "", .warning)
    ]
    let answer = AnswerText.line(exercise.answer, to: question)
    if let answer { lines.append(contentsOf: paragraph("your answer: \(answer)" as Message, "  ")) }
    if exercise.changed != nil {
      lines.append(
        contentsOf: paragraph(
          "the exercise changed after you answered: your teacher will mark your answer" as Message,
          "  "))
    }
    if exercise.result == .unanswered { lines.append(layout.paint("  not answered")) }
    if let solution = AnswerText.line(exercise.solution, to: question), exercise.result != .correct
    {
      lines.append(contentsOf: paragraph("solution: \(solution)" as Message, "  "))
    }
    if let compiler = exercise.compiler {
      lines.append(layout.paint("  it doesn't compile:"))
      lines += visible(compiler, keepingLines: true).split(whereSeparator: \.isNewline).prefix(20)
        .map { "    \($0)" }
    }
    for run in exercise.runs {
      lines.append(
        run.outcome == .ok
          ? "  ✓ \(visible(run.name))"
          : "  ✗ \(visible(run.name))"
            + (run.outcome == .wrong ? "" : ": \(run.outcome.words())"))
    }
    if let explain = exercise.explain {
      lines += layout.markdown(explain, to: width - 2).map { "  \($0)" }
    }
    for item in worksheet.exercise(everCalled: exercise.id)?.rubric ?? [] {
      guard let points = exercise.rubric[item.id] else { continue }
      lines.append(
        contentsOf: paragraph("\(points) of \(item.points): \(item.title)" as Message, "  "))
    }
    if let comment = exercise.comment {
      let comment = "comment: \(comment)" as Message
      lines += layout.markdown(comment.text, to: width - 2).map { "  \($0)" }
    }
    if let request = asked[exercise.id] {
      let isOpen = isOpen(request, exercise)
      lines.append(
        contentsOf: paragraph(
          (isOpen
            ? "you asked: \(request.text) (no answer yet)" : "you asked: \(request.text)")
            as Message,
          "  "))
    }
    return lines
  }

  private func isOpen(_ request: Marks.Request, _ exercise: ReturnedGrade.Exercise) -> Bool {
    exercise.answered.map { $0 < request.at } ?? true
  }

  @_disfavoredOverload
  private func paragraph(_ text: String, _ indentation: String) -> [String] {
    paragraph(Message(verbatim: text), indentation)
  }

  private func paragraph(_ message: Message, _ indentation: String) -> [String] {
    var rest = visible(message.text.withReadableFormulas, keepingLines: true)[...]
    while rest.last?.isNewline == true { rest.removeLast() }
    return wrapped(String(rest), to: width - indentation.count).map { indentation + $0 }
  }

  static func mark(_ result: ReturnedGrade.Result?) -> (String, Tone) {
    switch result {
    case .correct: ("✓", .good)
    case .partial: ("½", .warning)
    case .wrong: ("✗", .bad)
    case .unanswered: ("·", .bad)
    case .unreviewed, nil: ("?", .quiet)
    }
  }

  var json: JSONValue {
    let exercises = returned.exercises.map { exercise -> JSONValue in
      [
        "id": .string(exercise.id), "points": .number(exercise.points),
        "max": .number(exercise.max), "late": .text(exercise.late?.by.description),
        "left": .number(exercise.late?.left), "closed": .boolean(exercise.late?.isClosed ?? false),
        "result": .text(exercise.result?.rawValue),
        "changed": .text(exercise.changed?.rawValue),
        "answer": AnswerText.json(exercise.answer), "solution": AnswerText.json(exercise.solution),
        "rubric": .object(
          exercise.rubric.sorted { $0.key < $1.key }.map { .init($0.key, .number($0.value)) }),
        "compiler": .text(exercise.compiler),
        "runs": .object(exercise.runs.map { .init($0.name, .string($0.outcome.rawValue)) }),
        "explain": .text(exercise.explain), "comment": .text(exercise.comment),
        "asked": .text(asked[exercise.id]?.text),
        "answered": asked[exercise.id].map { .boolean(!isOpen($0, exercise)) } ?? nil,
      ]
    }
    return Self.envelope(
      "feedback", "item",
      [
        "path": .string(worksheet.path.work), "title": .string(worksheet.context.title),
        "state": .string(grade.state.rawValue), "score": .number(grade.score),
        "earned": .number(grade.earned), "max": .number(grade.max),
        "late": .text(grade.late?.description), "closed": .boolean(grade.isClosed),
        "unreadable": .text(returned.unreadable), "proof": .text(grade.proof?.rawValue),
        "attempt": grade.attempt.map { .integer($0) } ?? nil,
        "attempts": (grade.attempts ?? grade.attempt).map { .integer($0) } ?? nil,
        "commit": .text(grade.commit),
        "comment": .text(returned.comment), "excused": .text(returned.excused),
        "why": .text(returned.why), "again": .boolean(returned.again != nil),
        "exercises": .array(exercises),
      ])
  }
}

extension Grade.State {
  /// The state in words: `graded`.
  var message: Message { Message(template: rawValue) }
}

extension TimeSpan {
  /// A text such as `up to 3d late, after the cutoff`: lateness counts in days or hours begun.
  func words(isClosed: Bool) -> Message {
    isClosed ? "up to \(self) late, after the cutoff" : "up to \(self) late"
  }
}
