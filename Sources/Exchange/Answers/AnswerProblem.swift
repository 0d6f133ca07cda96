/// Why an input can't be an answer.
public enum AnswerProblem: Error, Hashable, Sendable {
  /// The required notation of an answer in a file.
  public enum Shape: Hashable, Sendable {
    case one, list
    /// Each part under its name.
    case named([String])
  }

  /// Not UTF-8.
  case notText
  /// Empty.
  case blank
  /// An unknown exercise.
  case noExercise(String, among: [String])
  /// Another notation, such as a list instead of a single answer.
  case wrongShape(Shape)
  /// Not one of the choices, which are listed.
  case unknown(String, among: [String])
  /// Named twice, although each item can be named only once.
  case repeated(String)
  /// An order without some of its items.
  case incomplete(missing: [String])
  /// More than one answer to a question for one.
  case several(Int)
  /// Not a number.
  case notANumber(String)
  /// Neither true nor false.
  case notTrueOrFalse(String)
  /// An ambiguous pair.
  case notAPair(String)
  /// More values than gaps.
  case tooMany(Int, gaps: Int)
  /// The answer must be a file with this name in the folder `work`.
  case isAFile(String)
}
