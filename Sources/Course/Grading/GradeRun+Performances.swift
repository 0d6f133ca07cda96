import Exchange
import Git
import Grading
import Model
import PlainYAML
import Storage

extension GradeRun {
  /// The results of all students on a worksheet.
  public struct Performances {
    public var all: [Performance] = []
    /// Students whose work isn't on this machine.
    public var absent: [String] = []
    /// Students whose work couldn't be graded.
    public var failures = StudentFailures()
    /// Students whose grade in the gradebook differs or is missing.
    public var outdated: [String] = []
    /// Whether no work has a score.
    public var isEmpty = false

    public init() {}
  }

  /// Grades a worksheet as `grade` does, without writing.
  ///
  /// - Parameters:
  ///   - student: the student to grade; nil for all who count.
  ///   - grades: the gradebook of the worksheet, if it was read before.
  public func performances(
    on worksheet: Worksheet, of student: String? = nil, besides grades: GradeLedger? = nil,
    at now: Instant
  ) throws -> Performances {
    let ledger = try grades ?? files.grades(worksheet.path)
    var submitted: [String: [String: AnswerValue]] = [:]
    var found = Performances()
    var outcome = Outcome(path: worksheet.path, title: worksheet.context.title)
    let who = student.map { Who.only([$0]) } ?? .counting
    try assessAll(worksheet, of: who, noting: &outcome) { work, assessment in
      let grade = assessment.grade
      var answers: [String: String] = [:]
      for (exercise, verdict) in zip(worksheet.exercises, assessment.verdicts) {
        guard verdict.outcome == .wrong || verdict.outcome == .partial,
          let commit = verdict.commit,
          let submission = work.chain.first(where: { "\($0.commit)" == commit })
        else { continue }
        if submitted[commit] == nil,
          case .answers(let all) = try submissions?.answers(of: submission.commit)
        {
          submitted[commit] = try reader.translate(all, of: submission.origin, to: worksheet) {
            try submissions?.files(of: submission.commit) ?? []
          }.answers
        }
        answers[exercise.id] = exercise.own(in: submitted[commit] ?? [:]).map {
          AnswerText.line($0, to: exercise.question)
        }
      }
      found.all.append(
        Performance(
          student: work.student, grade: grade, verdicts: assessment.verdicts, answers: answers,
          isAwaited: grade.state == .missing && work.terms.isOpen(at: now)))
      let isKnown = grade.score != nil || ledger[work.student] != nil
      if isKnown, !ledger.holds(grade, for: work.student) {
        found.outdated.append(work.student)
      }
      return nil
    }
    found.absent = outcome.kept.map(\.student)
    found.failures = outcome.failures
    return found
  }

  /// The scores of the participants who count, as the gradebook has them.
  public func scores(in grades: GradeLedger) -> [Rational] {
    participants.counting.compactMap { grades[$0.id]?.score }
  }
}
