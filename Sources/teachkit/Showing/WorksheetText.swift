import Course
import Model
import PlainYAML
import Reports
import Storage
import Text

/// A worksheet, or one exercise of it, as continuous text, with the known answers.
struct WorksheetText: Report {
  /// The record above the exercises.
  let head: Record
  let exercises: [Entry]
  /// The number of exercises in the worksheet.
  let total: Int
  let zone: Zone
  /// The maximum line width in columns.
  let width: Int

  struct Entry: Sendable {
    /// The position in the worksheet, from 1.
    let number: Int
    let exercise: Exercise
    /// The answer as the file has it: the answer, the gaps, the pairs or the items.
    let answer: Node?
    let choices: Node?
    /// Whether the reader may see how answers are graded.
    let showsKey: Bool
    /// The other fields in the file.
    let rest: [JSONValue.Member]
  }

  /// - Parameters:
  ///   - id: the only exercise to show; nil for all.
  ///   - showsAnswers: whether the reader may see the answers.
  init(
    _ head: Record, _ worksheet: Worksheet, in files: SchoolFiles, only id: String? = nil,
    showsAnswers: Bool, width: Int
  ) throws {
    self.head = head
    self.width = width
    zone = try files.zone()
    total = worksheet.exercises.count
    let nodes =
      try files.document(at: files.worksheetFile(worksheet.path))?.root["exercises"]?.sequence
    exercises = worksheet.exercises.enumerated().compactMap { index, exercise in
      guard id == nil || id == exercise.id else { return nil }
      let node = nodes.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      let answer = ["answer", "gaps", "pairs", "items"].compactMap { node?[$0] }.first
      return Entry(
        number: index + 1, exercise: exercise, answer: showsAnswers ? answer : nil,
        choices: node?["choices"], showsKey: showsAnswers,
        rest: Self.others.map { .init($0, AnswerText.json(node?[$0])) })
    }
  }

  /// The fields that are reported as written.
  private static let others = [
    "alt", "partial", "scoring", "wrong-choice", "floor", "unit-credit", "rubric", "language",
    "files", "limits", "cases", "test",
    "was",
  ]

  func text(_ layout: Layout) -> String {
    head.text(layout) + exercises.map { "\n" + text(of: $0, layout) }.joined()
  }

  private func text(of entry: Entry, _ layout: Layout) -> String {
    let question = QuestionText(exercise: entry.exercise, layout: layout, width: width)
    var lines = [question.heading(entry.number, of: total, in: zone)] + question.body(nil)
    for (name, text) in notes(on: entry) {
      let parts = wrapped(visible(text, keepingLines: true), to: max(20, width - 9))
      for (index, part) in parts.enumerated() where !part.isEmpty {
        let start = padded(index == 0 ? name : "", to: 9)
        lines.append(layout.paint(start, .quiet) + part)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func notes(on entry: Entry) -> [(String, String)] {
    let exercise = entry.exercise
    let answer = AnswerText.line(entry.answer, to: exercise.question).map { text in
      exercise.unit.map { "\(text) \($0)" } ?? text
    }
    let (file, tolerance, match) = judging(entry)
    let rubric = exercise.rubric.map { "\($0.title) (\(QuestionText.points($0.points)))" }
    return [
      ("Unit", exercise.unit), ("File", file.map { "work/" + $0 }), ("Hint", exercise.hint),
      ("Answer", answer), ("Within", tolerance.map { "± \($0)" }),
      ("Match", match == .folded ? nil : match?.rawValue), ("Why", exercise.explain),
      ("Rubric", rubric.isEmpty ? nil : rubric.joined(separator: "\n")),
    ].compactMap { name, text in text.map { (name, $0.withReadableFormulas) } }
  }

  /// The requested file, the tolerance of a number, and the comparison of texts.
  private func judging(_ entry: Entry) -> (file: String?, tolerance: Rational?, match: TextMatch?) {
    switch entry.exercise.question {
    case .file, .code: (entry.exercise.question.files.joined(separator: ", "), nil, nil)
    case .number(let key?) where entry.showsKey:
      (nil, key.tolerance.isZero ? nil : key.tolerance, nil)
    case .text(_, let match) where entry.showsKey, .gaps(_, let match) where entry.showsKey:
      (nil, nil, match)
    default: (nil, nil, nil)
    }
  }

  var json: JSONValue {
    var fields = head.fields.map { JSONValue.Member($0.name, $0.cell.value) }
    fields.append(.init("exercises", .array(exercises.map(json))))
    return Self.envelope(head.kind, "item", .object(fields))
  }

  private func json(of entry: Entry) -> JSONValue {
    let exercise = entry.exercise
    let (file, tolerance, match) = judging(entry)
    let members: [JSONValue.Member] = [
      .init("id", .string(exercise.id)),
      .init("type", .string(exercise.question.type.rawValue)),
      .init("points", .number(exercise.points)),
      .init("prompt", .string(exercise.prompt)),
      .init("hint", .text(exercise.hint)),
      .init("bonus", .boolean(exercise.isBonus)),
      .init("wrong", .number(exercise.wrong)),
      .init("unit", .text(exercise.unit)),
      .init("choices", AnswerText.json(entry.choices)),
      .init("answer", AnswerText.json(entry.answer)),
      .init("explain", .text(exercise.explain)),
      .init("file", .text(file)),
      .init("tolerance", .number(tolerance)),
      .init("match", .text(match?.rawValue)),
      .init("due", .text(exercise.due?.description)),
    ]
    return .object(members + entry.rest)
  }
}
