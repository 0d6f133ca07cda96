import Course
import Exchange
import Grading
import Model
import Text

extension AnswerProblem: Explainable {
  var failures: [Failure] {
    let (message, hint) = words
    return [Failure(.valueIsFaulty, message, hint: hint)]
  }

  private var words: (message: Message, hint: Message?) {
    switch self {
    case .blank: ("no answer", "give an answer, or clear it with --clear")
    case .notText: ("the answer is not valid UTF-8", "save it as UTF-8")
    case .noExercise(let name, let known):
      ("unknown exercise", didYouMean(name, among: known))
    case .wrongShape(.one):
      ("expected one answer, not a list", "write it without brackets")
    case .wrongShape(.list):
      ("expected a list", "write it in brackets: [one, another]")
    case .wrongShape(.named(let parts)):
      (
        "expected named parts",
        "write it as {\(parts.prefix(2).map { "\($0): …" }.joined(separator: ", "))}"
      )
    case .unknown(let word, let known):
      (
        "'\(word)' is not one of the choices",
        didYouMean(word, among: known) ?? "choose from \(list(known))"
      )
    case .repeated(let word): ("'\(word)' appears twice", "name each of them once")
    case .incomplete(let missing):
      ("the order is not complete", "add the missing items: \(list(missing))")
    case .several(let count): ("\(count) answers, but only one is allowed", "choose one of them")
    case .notANumber(let text):
      ("'\(text)' is not a number", "write it as 3, 0.75, 3/4, 1 1/2 or 75%")
    case .notTrueOrFalse(let text):
      ("'\(text)' is neither true nor false", "write 'true' or 'false'")
    case .notAPair(let text):
      ("'\(text)' is not a pair", "write pairs as '1b 2a', or as 'left=right'")
    case .tooMany(let count, let gaps):
      (
        "\(count) texts for \(gaps == 1 ? "one gap" : "\(gaps) gaps")",
        "name the gaps: 'name=text', in quotes if it contains spaces"
      )
    case .isAFile(let name):
      ("the answer is a file", "put it into the folder work as '\(name)'")
    }
  }

  /// A warning about the unit of an answer, which affects its grade.
  static func doubt(about answer: AnswerValue, to exercise: Exercise) -> Message? {
    guard let unit = exercise.unit else { return nil }
    return switch exercise.unitUse(in: answer) {
    case .missing: "the unit is missing: answer in \(unit)"
    case .other: "wrong unit: answer in \(unit)"
    case .asked, nil: nil
    }
  }

  private func list(_ words: [String]) -> String {
    let shown = words.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return words.count > 8 ? shown + " …" : shown
  }
}
