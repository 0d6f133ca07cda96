import ArgumentParser
import Model
import PlainYAML
import Storage

/// The fields of an exercise on the command line.
struct ExerciseOptions: ParsableArguments {
  @Option(
    help: "What kind of question it is.",
    completion: .list(ExerciseType.allCases.map(\.rawValue)))
  var type: String
  @Option(parsing: .unconditional, help: "The question.") var prompt: String
  @Option(parsing: .unconditional, help: "What it counts; 1 unless given.") var points: String?
  @Option(parsing: .unconditionalSingleValue, help: "A hint that students may ask for.")
  var hint: [String] = []
  @Option(help: "When it is due, where that is not the worksheet's time.") var due: String?
  @Flag(help: "It adds to what is earned and not to the total.") var bonus = false
  @Option(parsing: .unconditional, help: "Points taken off for a wrong answer.")
  var wrong: String?
  @Option(parsing: .unconditional, help: "The unit of a number, such as cm.") var unit: String?
  @Option(parsing: .unconditional, help: "What a picture in the prompt shows, in words.")
  var alt: String?
  @Option(
    parsing: .upToNextOption, help: "What there is to choose from: --choices 3/4 5/4 4/4.")
  var choices: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: "One thing to choose, which may begin with '-'; may be given again.")
  var choice: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What may stand in a gap {{name}} of the prompt; may be given again.",
      valueName: "name=text"))
  var gap: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Two that belong together; may be given again.", valueName: "left=right"))
  var pair: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: "The next of what is to be put in order; may be given again.")
  var item: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: "The answer; may be given again where several are right.")
  var answer: [String] = []
  @Option(parsing: .unconditional, help: "How far off a number may be.") var tolerance: String?
  @Option(
    help: "How words are compared.", completion: .list(TextMatch.allCases.map(\.rawValue)))
  var match: String?
  @Option(help: "The share of the points where the unit is missing.") var unitCredit: String?
  @Flag(help: "Points for the complete answer alone.") var allOrNothing = false
  @Option(parsing: .unconditionalSingleValue, help: "Why the answer is right.")
  var explain: [String] = []
  @Option(help: "The name of the file to hand in.") var file: String?

  /// The exercise as it is written into its file.
  ///
  /// - Throws: `Failure` for a gap or pair without `=`, and for two hints.
  func fields(id: String, due: Instant?) throws -> Value {
    let (gaps, pairs) = (try gaps(), try pairs())
    let (hint, explain) = (try one(hint, "hint"), try one(explain, "explain"))
    let values: [String: Value?] = [
      "id": .scalar(id), "type": .scalar(type), "prompt": .scalar(prompt),
      "points": .plain(points), "hint": .text(hint), "due": .text(due?.description),
      "bonus": .yes(bonus), "wrong": .plain(wrong), "unit": .text(unit), "alt": .text(alt),
      "choices": .list(choices + choice), "gaps": gaps, "pairs": pairs,
      "items": .list(item), "answer": answers, "tolerance": .plain(tolerance),
      "match": .text(match), "unit-credit": .plain(unitCredit),
      "partial": .no(allOrNothing), "explain": .text(explain),
      "file": .text(file),
    ]
    return .fields(values, in: Schema.exercise)
  }

  /// A text beside others that may be given again, which this one may not: none would be lost
  /// silently.
  private func one(_ texts: [String], _ option: String) throws -> String? {
    guard texts.count < 2 else {
      throw Failure(
        .valueIsFaulty, "'--\(option)' is given \(texts.count) times, and an exercise has one",
        hint: "write one text, with line breaks in it where there should be some")
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
        .valueIsFaulty, "'\(text)' is no value of '--\(option)'",
        hint: "write '--\(option) \(example)'")
    }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
}
