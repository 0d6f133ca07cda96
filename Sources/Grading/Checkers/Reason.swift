import Model

/// The reason for a verdict.
public enum Reason: Hashable, Sendable {
  /// The answer doesn't have the shape that the question needs.
  case wrongShape(expected: Shape)
  /// The answer isn't a number, or neither true nor false.
  case unreadable
  /// The answer is not one of the choices.
  case noSuchChoice
  case unitMissing
  /// The number has a different unit.
  case otherUnit
  /// Matching the pattern took too long.
  case tooHard
  /// Essays and files are marked by hand.
  case markedByHand
  /// The program was not run.
  case notRun
  /// The test program broke off, with these messages; for the teacher only.
  case testBrokeOff(String)
  /// The exercise has no answer key.
  case noKey
  /// The submitted file is unreadable.
  case unreadableSubmission
  /// There are marks without a submission, but none for this exercise.
  case notMarked
  /// The answer changed since it was marked: the points that it got, and for which submission, as
  /// marks name it.
  case markedBefore(Rational?, String)
  /// The exercise changed after the answer, which can't be translated.
  case worksheetChanged(WorksheetChange)

  /// The shapes of answers.
  public enum Shape: String, Sendable {
    case text, list, mapping
  }
}
