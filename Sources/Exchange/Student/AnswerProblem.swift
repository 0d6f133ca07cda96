/// Why what was typed can't be the answer to a question.
public enum AnswerProblem: Error, Hashable, Sendable {
  /// How an answer is to be written in a file.
  public enum Shape: Hashable, Sendable {
    case one, list
    /// Each part under its name.
    case named([String])
  }

  /// Bytes that are no UTF-8.
  case notText
  /// Nothing was typed.
  case blank
  /// Stands under a name that no exercise has.
  case noExercise(String, among: [String])
  /// A list where one answer is asked for, or the like.
  case wrongShape(Shape)
  /// None of what there is to choose from; the words that would do.
  case unknown(String, among: [String])
  /// Named twice where each thing may be named once.
  case repeated(String)
  /// An order needs all of its items; those that were left out.
  case incomplete(missing: [String])
  /// More than one answer where one is wanted.
  case several(Int)
  /// Not written as numbers are.
  case notANumber(String)
  /// Neither true nor false.
  case notTrueOrFalse(String)
  /// Written as `1b` or `left=right`, but the pair can't be told apart.
  case notAPair(String)
  /// More values than gaps.
  case tooMany(Int, gaps: Int)
  /// The answer is a file with this name in the folder `work`.
  case isAFile(String)
}
