import Model

/// The points for one answer, with the reason.
public struct Verdict: Hashable, Sendable {
  /// The outcome of checking an answer.
  public enum Outcome: String, CaseIterable, Sendable {
    case correct
    /// Partly right.
    case partial
    case wrong
    /// No answer.
    case unanswered
    /// Waits for marks.
    case unreviewed
  }

  public let exercise: String
  public let outcome: Outcome
  /// The points, negative if a wrong answer costs some; nil while the answer waits for marks.
  public let points: Rational?
  /// The reason, if the answer isn't simply right or wrong.
  public let reason: Reason?
  /// Whether a teacher decided it.
  public let isByHand: Bool
  /// The attempt that it is based on, as a commit id in hexadecimal; nil if there is none.
  public internal(set) var commit: String?
  /// How late that attempt is for this exercise; nil in time.
  public internal(set) var late: TimeSpan?
  /// The share of the points that remains after the late penalty, 0 to 1.
  public internal(set) var kept = Rational.one
  /// Whether that attempt came after the cutoff for this exercise.
  public internal(set) var isClosed = false
  /// The results of a program.
  public let report: CodeReport?
  /// Whether only a person can decide it: essays, files, and questions without an answer key. Every
  /// other waiting answer prevented its own grading.
  public var needsPerson: Bool {
    points == nil && (reason == .markedByHand || reason == .noKey)
  }

  /// The submission for which points were given by hand; nil if the marks name none.
  public let markedFor: String?

  init(
    _ exercise: String, _ outcome: Outcome, points: Rational?, reason: Reason? = nil,
    markedFor: String? = nil, isByHand: Bool = false, report: CodeReport? = nil
  ) {
    self.exercise = exercise
    self.outcome = outcome
    self.points = points
    self.reason = reason
    self.markedFor = markedFor
    self.isByHand = isByHand
    self.report = report
  }
}
