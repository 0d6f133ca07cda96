import Model
import PlainYAML
import Storage

/// The feedback on one piece of work: `grades/<work>.yaml` of an inbox.
struct GradeFile {
  let worksheet: Worksheet
  let grade: Grade
  let marks: Marks
  /// The student's answers by exercise; empty if they are unreadable.
  let answers: [String: Node]
  /// Why they are unreadable.
  let unreadable: String?
  /// The submitted files below `work/`.
  let files: Set<String>
  /// Whether solutions and explanations are included.
  let showsSolutions: Bool
  /// The scale of the school mark.
  var scale: MarkScale?
  /// The number of attempts after which another one is requested; nil for no request.
  var again: Int?

  var bytes: [UInt8] { Array(Printer.print(value).utf8) }

  private var value: Value {
    // The points of exercises are part of the exercises below.
    var pairs = GradeFile.pairs(of: grade).filter {
      !["items", "late-items", "runs", "changed"].contains($0.key)
    }
    if let unreadable { pairs.append(.init("unreadable", .scalar(unreadable))) }
    if let mark { pairs.append(.init("mark", .scalar(mark))) }
    if let again { pairs.append(.init("again", .plain(String(again)))) }
    if let comment = marks.comment { pairs.append(.init("comment", .scalar(comment))) }
    if let why = marks.excused { pairs.append(.init("excused", .scalar(why))) }
    if let why = marks.override?.why { pairs.append(.init("why", .scalar(why))) }
    let items = Dictionary(
      grade.items.map { ($0.exercise, $0) }, uniquingKeysWith: { first, _ in first })
    let exercises = worksheet.exercises.compactMap { exercise -> Value.Pair? in
      guard let item = items[exercise.id] else { return nil }
      return .init(exercise.id, .mapping(fields(of: exercise, item)))
    }
    if !exercises.isEmpty { pairs.append(.init("exercises", .mapping(exercises))) }
    return .mapping(pairs)
  }

  private var mark: String? {
    guard grade.state != .excused, !grade.max.isZero,
      let share = try? (grade.score ?? .zero) / grade.max
    else { return nil }
    return scale?.mark(for: share)
  }

  private static func pairs(of grade: Grade) -> [Value.Pair] { pairs(of: grade.value) }

  private static func pairs(of value: Value?) -> [Value.Pair] {
    guard case .mapping(let pairs) = value else { return [] }
    return pairs
  }

  private func fields(of exercise: Exercise, _ item: Grade.Item) -> [Value.Pair] {
    let points = item.points
    var pairs: [Value.Pair] = []
    if let points { pairs.append(.init("points", .plain(points.exact))) }
    pairs.append(.init("max", .plain(exercise.points.exact)))
    pairs += GradeFile.pairs(of: item.late?.value)
    let answer = exercise.own(in: answers).flatMap { $0.isNull ? nil : $0 }
    pairs.append(.init("result", .scalar(result(exercise, points, answer))))
    if let change = grade.changed[exercise.id] {
      pairs.append(.init("changed", .plain(change.rawValue)))
    }
    if let answer { pairs.append(.init("answer", answer.quoted)) }
    if let report = grade.runs[exercise.id], case .code(let task) = exercise.question {
      pairs += report.fields(of: task)
    }
    if points != nil, let rubric = marks.given(for: exercise.id, of: grade.commit)?.rubric,
      !rubric.isEmpty
    {
      let items = exercise.rubric.compactMap { item in
        rubric[item.id].map { Value.Pair(item.id, .plain($0.exact)) }
      }
      pairs.append(.init("rubric", .mapping(items)))
    }
    // A student who sees the solutions can't be asked to try again.
    if showsSolutions, again == nil {
      if let solution = exercise.solution {
        pairs.append(.init("solution", solution))
      }
      if let explain = exercise.explain { pairs.append(.init("explain", .scalar(explain))) }
    }
    if let comment = marks.comments[exercise.id] {
      pairs.append(.init("comment", .scalar(comment)))
    }
    if let answered = marks.asked[exercise.id]?.answered {
      pairs.append(.init("answered", .scalar(answered.description)))
    }
    return pairs
  }

  private func result(_ exercise: Exercise, _ points: Rational?, _ answer: Node?) -> String {
    guard let points else { return "unreviewed" }
    if points >= exercise.points { return "correct" }
    if points > .zero { return "partial" }
    let isAnswered =
      !exercise.question.files.isEmpty
      ? !exercise.question.own(of: files).isEmpty
      : answer.map { !AnswerValue($0).isBlank } ?? false
    return isAnswered ? "wrong" : "unanswered"
  }
}

extension Node {
  /// The quotation of an answer in a returned grade. Nested lists, which no exercise expects, are
  /// written on one line, because indentation could make the grade too large for students to read.
  fileprivate var quoted: Value {
    let parts = (sequence ?? []) + (mapping ?? []).map(\.value)
    let isNested = parts.contains { $0.sequence != nil || $0.mapping != nil }
    return isNested ? .flow(Value(self)) : Value(self)
  }
}

extension Worksheet {
  /// Whether anything is shown as a solution.
  var hasSolutions: Bool { exercises.contains { $0.solution != nil || $0.explain != nil } }
}

extension Exercise {
  /// The solution with its unit, as in returned grades; nil if there is none, or it can't be shown,
  /// such as a pattern.
  public var solution: Value? {
    if let unit, case .number(let key?) = question { return .scalar("\(key.written) \(unit)") }
    return question.solution
  }
}

extension Question {
  /// The solution in the shape of a student's answer; nil if there is none, or it can't be shown,
  /// such as a pattern.
  var solution: Value? {
    switch self {
    case .choice(let choices, let answer):
      answer.map { Question.shown($0, choices) }
    case .multiple(let choices, let answer, _):
      answer.map { .sequence($0.map { Question.shown($0, choices) }) }
    case .trueFalse(let answer):
      answer.map { .plain($0 ? "true" : "false") }
    case .number(let key):
      key.map { .scalar($0.written) }
    case .text(let accepted, let match):
      match == .pattern ? nil : accepted.flatMap(Question.texts)
    case .gaps(let gaps, let match):
      match == .pattern
        ? nil
        : .mapping(
          gaps.compactMap { gap in
            Question.texts(gap.accepted).map { Value.Pair(gap.name, $0) }
          })
    case .match(_, _, let pairs):
      pairs.map { .mapping($0.map { .init($0.left, .scalar($0.right)) }) }
    case .order(_, let solution):
      solution.map { .sequence($0.map { .scalar($0) }) }
    case .essay, .file, .code:
      nil
    }
  }

  /// A choice by its text, even if the key names its identifier.
  private static func shown(_ answer: String, _ choices: [Choice]) -> Value {
    .scalar(choices.first { $0.id == answer }?.text ?? answer)
  }

  private static func texts(_ accepted: [String]) -> Value? {
    accepted.count == 1
      ? .scalar(accepted[0]) : accepted.isEmpty ? nil : .sequence(accepted.map { .scalar($0) })
  }
}

extension CodeReport {
  /// A student's view of the cases: visible ones with their verdict, hidden ones with only verdict
  /// and number.
  fileprivate func fields(of task: CodeTask) -> [Value.Pair] {
    switch self {
    case .notCompiled(let message): return [.init("compiler", .scalar(message))]
    case .tests(let tests):
      return [.init("tests", .fields(tests.map { ($0.name, .plain($0.passed ? "ok" : "wrong")) }))]
    case .cases(let outcomes):
      let shown = zip(task.names(of: outcomes.count), outcomes).map { name, outcome in
        Value.Pair(name, .plain(outcome.rawValue))
      }
      return [.init("cases", .mapping(shown))]
    }
  }
}
