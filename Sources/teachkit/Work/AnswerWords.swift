import Exchange
import Grading
import Model
import Text

extension AnswerProblem: Explainable {
  var failures: [Failure] {
    let (message, hint) = words
    return [Failure(.valueIsFaulty, message, hint: hint)]
  }

  private var words: (message: String, hint: String?) {
    switch self {
    case .blank: ("there is no answer", "give one, or clear it with --clear")
    case .notText: ("this is no text in UTF-8", "write it in UTF-8, or in plain letters")
    case .noExercise(let name, let known):
      ("there is no such exercise", didYouMean(name, among: known))
    case .wrongShape(.one):
      ("one answer is asked for", "write it without brackets")
    case .wrongShape(.list):
      ("a list is asked for", "write it in brackets: [one, another]")
    case .wrongShape(.named(let parts)):
      (
        "each part is asked for under its name",
        "write it as {" + parts.prefix(2).map { "\($0): …" }.joined(separator: ", ") + "}"
      )
    case .unknown(let word, let known):
      (
        "'\(word)' is not among what there is to choose from",
        didYouMean(word, among: known) ?? "it is one of " + list(known)
      )
    case .repeated(let word): ("'\(word)' is there twice", "name each of them once")
    case .incomplete(let missing):
      ("the order is not complete", "these are missing: " + list(missing))
    case .several(let count): ("\(count) answers where one is asked for", "choose one of them")
    case .notANumber(let text):
      ("'\(text)' can't be read as a number", "write it as 3, 0.75, 3/4, 1 1/2 or 75%")
    case .notTrueOrFalse(let text):
      ("'\(text)' is neither true nor false", "write 'true' or 'false'")
    case .notAPair(let text):
      ("'\(text)' is no pair", "write pairs as '1b 2a', or as 'left=right'")
    case .tooMany(let count, let gaps):
      (
        "\(count) texts for \(gaps == 1 ? "one gap" : "\(gaps) gaps")",
        "name the gaps: 'name=text', in quotes where there are spaces"
      )
    case .isAFile(let name):
      ("the answer is a file", "put it into the folder work as '\(name)'")
    }
  }

  /// What an answer will be graded by and may not be meant: its unit.
  static func doubt(about answer: AnswerValue, to exercise: Exercise) -> String? {
    guard let unit = exercise.unit else { return nil }
    return switch exercise.unitUse(in: answer) {
    case .missing: "the unit is missing: the answer is asked for in \(unit)"
    case .other: "the answer is asked for in \(unit), and this is another unit"
    case .asked, nil: nil
    }
  }

  private func list(_ words: [String]) -> String {
    let shown = words.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return words.count > 8 ? shown + " …" : shown
  }
}
