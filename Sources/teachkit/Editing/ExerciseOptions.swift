import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

/// The fields of an exercise on the command line.
struct ExerciseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The type: \(ExerciseType.allCases.map(\.rawValue).joined(separator: ", "))."),
    completion: .list(ExerciseType.allCases.map(\.rawValue)))
  var type: String
  @Option(parsing: .unconditional, help: "The question.") var prompt: String
  @Option(parsing: .unconditional, help: "The points; 1 by default.") var points: String?
  @Option(parsing: .unconditionalSingleValue, help: "A hint for students who ask for one.")
  var hint: [String] = []
  @Option(help: "The due date, if it differs from the worksheet's.") var due: String?
  @Flag(help: "Count its points as a bonus, not in the maximum.") var bonus = false
  @Option(parsing: .unconditional, help: "The points deducted for a wrong answer.")
  var wrong: String?
  @Option(parsing: .unconditional, help: "The unit of a numeric answer, such as cm.") var unit:
    String?
  @Option(parsing: .unconditional, help: "A description of the picture in the prompt.")
  var alt: String?
  @Option(
    parsing: .upToNextOption, help: "The choices: --choices 3/4 5/4 4/4.")
  var choices: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: "One choice, which may begin with '-'; can be repeated.")
  var choice: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An accepted text for the gap {{name}} of the prompt; can be repeated.",
      valueName: "name=text"))
  var gap: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A pair that belongs together; can be repeated.", valueName: "left=right"))
  var pair: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: "The next item of an ordering; can be repeated.")
  var item: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: "A correct answer; can be repeated.")
  var answer: [String] = []
  @Option(parsing: .unconditional, help: "The tolerance of a numeric answer.") var tolerance:
    String?
  @Option(
    help: "The way texts are compared.", completion: .list(TextMatch.allCases.map(\.rawValue)))
  var match: String?
  @Option(help: "The share of the points if the unit is missing.") var unitCredit: String?
  @Flag(help: "Give points only for a complete answer: --scoring all-or-none.")
  var allOrNothing = false
  @Option(
    help: "The way several choices are scored.",
    completion: .list(ChoiceScoring.Rule.allCases.map(\.rawValue)))
  var scoring: String?
  @Option(help: "The share of the points that a wrong choice costs, with --scoring negative.")
  var wrongChoice: String?
  @Option(
    parsing: .unconditional,
    help: "The lowest share of the points, such as -25%, or 'no' for none; 0 by default.")
  var floor: String?
  @Option(parsing: .unconditionalSingleValue, help: "An explanation of the answer.")
  var explain: [String] = []
  @Option(help: "The name of the file to submit.") var file: String?

  /// The exercise's fields for its file.
  ///
  /// - Throws: `Failure` for a gap or pair without `=`, and for several hints or explanations.
  func fields(id: String, due: String?) throws -> Value {
    let (gaps, pairs) = (try gaps(), try pairs())
    let (hint, explain) = (try one(hint, "hint"), try one(explain, "explain"))
    let values: [String: Value?] = [
      "id": .scalar(id), "type": .scalar(type), "prompt": .scalar(prompt),
      "points": .plain(points), "hint": .text(hint), "due": .text(due),
      "bonus": .yes(bonus), "wrong": .plain(wrong), "unit": .text(unit), "alt": .text(alt),
      "choices": .list(choices + choice), "gaps": gaps, "pairs": pairs,
      "items": .list(item), "answer": answers, "tolerance": .plain(tolerance),
      "match": .text(match), "unit-credit": .plain(unitCredit),
      "partial": .no(allOrNothing), "scoring": .text(scoring),
      "wrong-choice": .plain(wrongChoice), "floor": .plain(floor), "explain": .text(explain),
      "file": .text(file),
    ]
    return .fields(values, in: Schema.exercise)
  }

  /// Returns the text of an option that must not be repeated, so that no text is silently lost.
  private func one(_ texts: [String], _ option: String) throws -> String? {
    guard texts.count < 2 else {
      throw Failure(
        .valueIsFaulty, "'--\(option)' was given \(texts.count) times",
        hint: "write one text, with line breaks if needed")
    }
    return texts.first
  }

  private var answers: Value? {
    guard let first = answer.first else { return nil }
    if type == "number" || type == "true-false", answer.count == 1 { return .plain(first) }
    return answer.count == 1 && type != "multiple" ? .scalar(first) : .list(answer)
  }

  private func gaps() throws -> Value? {
    var names: [String] = []
    var accepted: [String: [String]] = [:]
    for (name, text) in try gap.map({ try parts($0, "gap", "drink=water") }) {
      if accepted[name] == nil { names.append(name) }
      accepted[name, default: []].append(text)
    }
    if names.isEmpty { return nil }
    return .mapping(names.map { .init($0, .list(accepted[$0] ?? []) ?? .null) })
  }

  private func pairs() throws -> Value? {
    if pair.isEmpty { return nil }
    return .mapping(
      try pair.map { try parts($0, "pair", "one=eins") }.map { .init($0, .scalar($1)) })
  }

  private func parts(_ text: String, _ option: String, _ example: String) throws
    -> (String, String)
  {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw Failure(
        .valueIsFaulty, "invalid value '\(text)' for '--\(option)'",
        hint: "write '--\(option) \(example)'")
    }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
}
