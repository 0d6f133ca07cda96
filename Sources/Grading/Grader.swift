import Model

/// Grades the work of any number of students on one worksheet.
///
/// A pure function. Keys and patterns are prepared once.
public struct Grader: Sendable {
  /// An exercise with its checker. It is a class so that passing it copies nothing.
  final class Prepared: Sendable {
    let exercise: Exercise
    let checker: any Checker

    init(_ exercise: Exercise) throws(KeyProblem) {
      self.exercise = exercise
      checker = try makeChecker(for: exercise)
    }
  }

  /// The points of all exercises except bonus exercises.
  public let maximum: Rational
  let prepared: [Prepared]

  /// - Throws: the first of `problems(in:)`.
  public init(_ worksheet: Worksheet) throws(KeyProblem) {
    var prepared: [Prepared] = []
    for exercise in worksheet.exercises { prepared.append(try Prepared(exercise)) }
    self.prepared = prepared
    maximum = try Grader.maximum(of: worksheet)
  }

  /// The invalid answer keys, in the worksheet's order.
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

  /// The possible points of each answer, in the worksheet's order.
  public func check(_ content: Content) throws(RationalOverflow) -> [Verdict] {
    var verdicts: [Verdict] = []
    for item in prepared { verdicts.append(try verdict(on: item, content, .none)) }
    return verdicts
  }

  /// Uses the mark given by hand, or else the answer.
  ///
  /// - Parameter content: nil if nothing was submitted.
  func verdict(
    on item: Prepared, _ content: Content?, _ mark: Mark
  ) throws(RationalOverflow) -> Verdict {
    let exercise = item.exercise
    switch mark {
    case .fits(let given, let submission):
      guard let points = try given.points(for: exercise) else { break }
      let outcome: Verdict.Outcome =
        points >= exercise.points ? .correct : points > .zero ? .partial : .wrong
      return Verdict(exercise.id, outcome, points: points, markedFor: submission, isByHand: true)
    case .isForAnother(let given, let submission):
      return Verdict(
        exercise.id, .unreviewed, points: nil,
        reason: .markedBefore(try given.points(for: exercise), submission))
    case .none: break
    }
    switch content {
    case nil: return Verdict(exercise.id, .unreviewed, points: nil, reason: .notMarked)
    case .unreadable:
      return Verdict(exercise.id, .unreviewed, points: nil, reason: .unreadableSubmission)
    case .answers(let answers, let files, let runs, let changed):
      if let change = changed[exercise.id] {
        return Verdict(
          exercise.id, .unreviewed, points: nil, reason: .worksheetChanged(change))
      }
      guard let answer = exercise.answer(among: answers, files), item.checker.isAnswered(answer)
      else { return Verdict(exercise.id, .unanswered, points: .zero) }
      if let code = item.checker as? CodeChecker, let result = exercise.own(in: runs) {
        let (credit, report) = try code.credit(for: result)
        return try exercise.verdict(credit, report: report)
      }
      return try exercise.verdict(try item.checker.credit(for: answer))
    }
  }
}

extension Exercise {
  /// The answer of a file exercise is the existence of its files.
  fileprivate func answer(
    among answers: [String: AnswerValue], _ files: [String: String]
  ) -> AnswerValue? {
    !question.files.isEmpty ? .list(question.own(of: files.keys)) : own(in: answers)
  }

  /// The points for a share of them; an answer without credit costs the points in `wrong`.
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
      let outcome: Verdict.Outcome =
        share.isNegative ? .wrong : share < .one ? .partial : .correct
      return Verdict(id, outcome, points: try points * share, reason: reason, report: report)
    }
  }
}

extension Marks {
  /// Whether anything was marked, possibly on paper.
  var hasPoints: Bool { !points.isEmpty || !rubric.isEmpty }
}
