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
    if let comment = returned.comment { lines += [""] + paragraph(comment, "") }
    for exercise in returned.exercises { lines += [""] + self.lines(exercise, layout) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var grade: Grade { returned.grade }

  private func heading(_ layout: Layout) -> [String] {
    var line = layout.paint(visible(worksheet.context.title), .strong) + "  "
    if let score = grade.score {
      line += layout.paint("\(score) of \(grade.max)", .strong)
      if let percent = Percent.text(score, of: grade.max) { line += "  (\(percent))" }
    } else {
      line += grade.state.rawValue
    }
    var lines = [line]
    if let late = grade.late, let earned = grade.earned {
      let spent = grade.spent.map { ", \($0) of it covered by the budget" }
      lines.append(
        layout.paint(
          "\(late.words(isClosed: grade.isClosed))\(spent ?? ""): \(earned) before the deduction",
          .warning))
    } else if let earned = grade.earned, returned.exercises.contains(where: { $0.late != nil }) {
      let words = "\(earned) before the deduction for late exercises"
      lines.append(layout.paint(words, .warning))
    }
    if let why = returned.unreadable { lines += paragraph("unreadable: " + why, "") }
    if grade.state == .partial {
      lines.append(layout.paint("not final: some answers wait for your teacher", .warning))
    }
    if let excused = returned.excused { lines += paragraph("excused: " + excused, "") }
    if let why = returned.why { lines += paragraph("set by your teacher: " + why, "") }
    if returned.again != nil {
      lines.append(layout.paint("try again: your teacher asks for another attempt", .warning))
    }
    if let attempt = grade.attempt {
      let others = grade.attempts.map { " of \($0) counts" } ?? ""
      lines.append(layout.paint("attempt \(attempt)\(others)", .quiet))
    }
    return lines
  }

  private func lines(_ exercise: ReturnedGrade.Exercise, _ layout: Layout) -> [String] {
    let question = worksheet.exercise(everCalled: exercise.id)?.question
    let (mark, tone) = Self.mark(exercise.result)
    let points = exercise.points?.description ?? "?"
    let most = exercise.max.map { " of \($0)" } ?? ""
    let late = exercise.late.map { late in
      ", \(late.by.words(isClosed: late.isClosed))" + (late.left.map { ": \($0) remains" } ?? "")
    }
    var lines = [
      layout.paint(mark, tone) + " " + layout.paint(visible(exercise.id), .strong)
        + "  " + points + most + layout.paint(late ?? "", .warning)
    ]
    let own = AnswerText.line(exercise.answer, to: question)
    if let own { lines += paragraph("your answer: " + own, "  ") }
    if exercise.changed != nil {
      lines += paragraph(
        "the exercise changed after you answered: your teacher will mark your answer", "  ")
    }
    if exercise.result == .unanswered { lines.append("  not answered") }
    if let solution = AnswerText.line(exercise.solution, to: question), exercise.result != .correct
    {
      lines += paragraph("solution: " + solution, "  ")
    }
    if let compiler = exercise.compiler {
      lines.append("  it doesn't compile:")
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
    if let explain = exercise.explain { lines += paragraph(explain, "  ") }
    for item in worksheet.exercise(everCalled: exercise.id)?.rubric ?? [] {
      guard let points = exercise.rubric[item.id] else { continue }
      lines += paragraph("\(points) of \(item.points): \(item.title)", "  ")
    }
    if let comment = exercise.comment { lines += paragraph("comment: " + comment, "  ") }
    if let request = asked[exercise.id] {
      let isOpen = isOpen(request, exercise)
      lines += paragraph("you asked: " + request.text + (isOpen ? " (no answer yet)" : ""), "  ")
    }
    return lines
  }

  private func isOpen(_ request: Marks.Request, _ exercise: ReturnedGrade.Exercise) -> Bool {
    exercise.answered.map { $0 < request.at } ?? true
  }

  private func paragraph(_ text: String, _ indentation: String) -> [String] {
    var rest = visible(text, keepingLines: true)[...]
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

extension TimeSpan {
  /// A text such as `3d late, after the cutoff`.
  func words(isClosed: Bool) -> String {
    "\(self) late" + (isClosed ? ", after the cutoff" : "")
  }
}
