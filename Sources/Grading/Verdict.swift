import Model

/// What one answer is worth, and why.
public struct Verdict: Hashable, Sendable {
  /// What became of an answer.
  public enum Outcome: String, CaseIterable, Sendable {
    case correct
    /// Some of it is right.
    case partial
    case wrong
    /// Nothing was answered.
    case unanswered
    /// It waits for a person.
    case unreviewed
  }

  public let exercise: String
  public let outcome: Outcome
  /// Points, below 0 where a wrong answer costs some; nil while it waits for a person.
  public let points: Rational?
  /// What there is to say about an answer that is not simply right or wrong.
  public let reason: Reason?
  /// Whether a teacher decided it.
  public let isByHand: Bool
  /// The attempt that it goes by, as a commit in hexadecimal; nil where there is none.
  public internal(set) var commit: String?
  /// How late that attempt is for this exercise; nil in time.
  public internal(set) var late: TimeSpan?
  /// The share of the points that lateness leaves, 0 to 1.
  public internal(set) var kept = Rational.one
  /// Whether that attempt came after the cutoff for this exercise.
  public internal(set) var isClosed = false
  /// What a program came to.
  public let report: CodeReport?
  /// Whether only a person can ever decide it: essays, files, and questions without an answer key.
  /// Anything else that waits was meant to be graded, and something in the answer prevented it.
  public var needsPerson: Bool {
    points == nil && (reason == .markedByHand || reason == .noKey)
  }

  /// The submission that marks name for points given by hand; nil if they name none.
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

/// Why an answer got what it got.
public enum Reason: Hashable, Sendable {
  /// The answer has not the shape that the question asks for.
  case wrongShape(expected: Shape)
  /// A number is not written as one, or neither true nor false was answered.
  case unreadable
  /// The answer is none of the choices.
  case noSuchChoice
  case unitMissing
  /// The number has another unit than the one asked for.
  case otherUnit
  /// The pattern took too long on this answer.
  case tooHard
  /// Essays and files are marked by a person.
  case markedByHand
  /// The program was not run.
  case notRun
  /// The program that tests broke off, with these words; for the teacher alone.
  case testBrokeOff(String)
  /// The exercise has no answer key.
  case noKey
  /// The file that was handed in can't be read.
  case unreadableSubmission
  /// Marks were given without a submission, but none for this exercise.
  case notMarked
  /// The answer changed since it was marked: the points that it got, and for which submission, as
  /// marks name it.
  case markedBefore(Rational?, String)

  /// The shapes of answers.
  public enum Shape: String, Sendable {
    case text, list, mapping
  }
}
