import Model

/// Grades the work of any number of students on one worksheet.
///
/// A pure function of what it is given. Keys and patterns are prepared once.
public struct Grader: Sendable {
  /// An exercise with its checker; a class, since passing one around then copies nothing.
  final class Prepared: Sendable {
    let exercise: Exercise
    let checker: any Checker

    init(_ exercise: Exercise) throws(KeyProblem) {
      self.exercise = exercise
      checker = try makeChecker(for: exercise)
    }
  }

  /// The points of all exercises that are no bonus.
  public let maximum: Rational
  let prepared: [Prepared]

  /// - Throws: the first of `problems(in:)`.
  public init(_ worksheet: Worksheet) throws(KeyProblem) {
    var prepared: [Prepared] = []
    for exercise in worksheet.exercises { prepared.append(try Prepared(exercise)) }
    self.prepared = prepared
    maximum = try Grader.maximum(of: worksheet)
  }

  /// The answer keys that nothing can be checked against, in the worksheet's order.
  public static func problems(in worksheet: Worksheet) -> [KeyProblem] {
    var problems: [KeyProblem] = []
    for exercise in worksheet.exercises {
      do { _ = try makeChecker(for: exercise) } catch { problems.append(error) }
    }
    do { _ = try maximum(of: worksheet) } catch { problems.append(error) }
    return problems
  }

  private static func maximum(of worksheet: Worksheet) throws(KeyProblem) -> Rational {
    do {
      return try worksheet.maximum
    } catch {
      throw KeyProblem(exercise: worksheet.exercises.last?.id ?? "", kind: .outOfRange)
    }
  }

  /// What each answer is worth by itself, in the worksheet's order, with the marks given by hand.
  public func check(
    _ content: Content, marks: Marks = Marks()
  ) throws(RationalOverflow) -> [Verdict] {
    var verdicts: [Verdict] = []
    for item in prepared { verdicts.append(try verdict(on: item, content, marks)) }
    return verdicts
  }

  /// A mark by hand decides; otherwise the answer does.
  ///
  /// - Parameter content: nil where nothing was handed in.
  func verdict(
    on item: Prepared, _ content: Content?, _ marks: Marks
  ) throws(RationalOverflow) -> Verdict {
    let exercise = item.exercise
    if let points = try marks.points(for: exercise) {
      let outcome: Verdict.Outcome =
        points >= exercise.points ? .correct : points > .zero ? .partial : .wrong
      return Verdict(exercise.id, outcome, points: points, isByHand: true)
    }
    switch content {
    case nil: return Verdict(exercise.id, .unreviewed, points: nil, reason: .notMarked)
    case .unreadable:
      return Verdict(exercise.id, .unreviewed, points: nil, reason: .unreadableSubmission)
    case .answers(let answers, let files, let runs):
      guard let answer = exercise.answer(among: answers, files), item.checker.isAnswered(answer)
      else { return Verdict(exercise.id, .unanswered, points: .zero) }
      if let code = item.checker as? CodeChecker, let result = exercise.own(in: runs) {
        let (credit, report) = try code.credit(for: result)
        return try exercise.verdict(credit, report: report)
      }
      return try exercise.verdict(item.checker.credit(for: answer))
    }
  }
}

extension Exercise {
  /// The answer in files is that they are there.
  fileprivate func answer(
    among answers: [String: AnswerValue], _ files: Set<String>
  ) -> AnswerValue? {
    !question.files.isEmpty ? .list(question.own(of: files)) : own(in: answers)
  }

  /// The points for a share of them; an answer without any credit costs what `wrong` says.
  fileprivate func verdict(
    _ credit: Credit, report: CodeReport? = nil
  ) throws(RationalOverflow) -> Verdict {
    switch credit {
    case .unreviewed(let reason):
      return Verdict(id, .unreviewed, points: nil, reason: reason, report: report)
    case .share(let share, let reason):
      if share.isZero {
        return Verdict(id, .wrong, points: -wrong.magnitude, reason: reason, report: report)
      }
      let outcome: Verdict.Outcome = share < .one ? .partial : .correct
      return Verdict(id, outcome, points: try points * share, reason: reason, report: report)
    }
  }
}

extension Marks {
  /// Whether anything was marked, be it on paper.
  var hasPoints: Bool { !points.isEmpty || !rubric.isEmpty }

  /// The points given by hand: those of the exercise, else the sum of its rubric once each item of
  /// it is marked.
  func points(for exercise: Exercise) throws(RationalOverflow) -> Rational? {
    if let given = points[exercise.id] { return given }
    guard let marked = rubric[exercise.id], !marked.isEmpty else { return nil }
    let items = exercise.rubric.isEmpty ? marked.keys.sorted() : exercise.rubric.map(\.id)
    var sum = Rational.zero
    for item in items {
      guard let given = marked[item] else { return nil }
      sum = try sum + given
    }
    return sum
  }
}
