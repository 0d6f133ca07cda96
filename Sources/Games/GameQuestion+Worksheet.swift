import Model
import Substrings
import Text

extension Worksheet {
  /// The questions for games, in order, and the exercises that can't be played.
  ///
  /// Gaps and pairs are questions of their own. Texts to write, files, programs, orders and answers
  /// compared with a pattern can't be played, nor can exercises without an answer key.
  public var gameQuestions: (questions: [GameQuestion], others: [Exercise]) {
    var questions: [GameQuestion] = []
    var others: [Exercise] = []
    for exercise in exercises {
      let found = exercise.gameQuestions
      if found.isEmpty { others.append(exercise) }
      questions += found
    }
    return (questions, others)
  }
}

extension Exercise {
  fileprivate var gameQuestions: [GameQuestion] {
    switch question {
    case .choice(let choices, let answer?):
      let isRight = { (choice: Choice) in (choice.id ?? choice.text) == answer }
      return one(
        choices.filter(isRight).map(\.text),
        .choice(wrong: choices.filter { !isRight($0) }.map(\.text)))
    case .multiple(let choices, let answers?, _):
      let isRight = { (choice: Choice) in answers.contains(choice.id ?? choice.text) }
      return one(
        choices.filter(isRight).map(\.text),
        .choices(wrong: choices.filter { !isRight($0) }.map(\.text)))
    case .trueFalse(let answer?):
      return one([answer ? "true" : "false"], .choice(wrong: [answer ? "false" : "true"]))
    case .number(let key?):
      let result = WrittenResult(key, unit: unit)
      let calculation = Calculation(prompt: prompt)
      return one(
        [result.text],
        .number(result, calculation?.result == result.wholeNumber ? calculation : nil))
    case .text(let accepted?, let match) where match != .pattern:
      return one(accepted, .words(isExact: match == .exact))
    case .gaps(let gaps, let match) where match != .pattern:
      guard gaps.allSatisfy({ !$0.accepted.isEmpty }) else { return [] }
      return gaps.compactMap { gap in
        part(
          gap.name, prompt: sentence(gaps, without: gap), answers: gap.accepted,
          .words(isExact: match == .exact))
      }
    case .match(_, _, let pairs?):
      return pairs.enumerated().compactMap { place, pair in
        part(
          partName(pair.left) ?? "\(place + 1)", prompt: pair.left, answers: [pair.right],
          .words(isExact: false))
      }
    default: return []
    }
  }

  private func one(_ answers: [String], _ kind: GameQuestion.Kind) -> [GameQuestion] {
    GameQuestion(id: id, prompt: prompt, answers: answers, kind).map { [$0] } ?? []
  }

  private func part(
    _ name: String, prompt: String, answers: [String], _ kind: GameQuestion.Kind
  ) -> GameQuestion? {
    GameQuestion(
      id: "\(id).\(name)", partOf: id, prompt: prompt, answers: answers, kind)
  }

  /// A text as part of an identifier; nil if it is too long. Unlike its place, it stays the same when
  /// other pairs are added.
  private func partName(_ text: String) -> String? {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isSpace = scalar.properties.isWhitespace || scalar.properties.isPatternWhitespace
      name.append(isSpace || scalar.value < 0x20 ? "-" : scalar)
    }
    return id.count + 1 + name.count <= ActivityItem.longestID ? String(name) : nil
  }

  /// The sentence with one gap open and the others filled.
  private func sentence(_ gaps: [Gap], without open: Gap) -> String {
    gaps.reduce(prompt) { text, gap in
      text.replacing(
        "{{\(gap.name)}}", with: gap == open ? "____" : gap.accepted.first ?? "")
    }
  }
}
