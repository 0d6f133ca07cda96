import Model
import PlainYAML
import Text

/// An entry in a student's file that can't be correct for any answer key, with its location.
public struct ImpossibleAnswer: Hashable, Sendable {
  /// Its name.
  public let exercise: String
  public let problem: AnswerProblem
  public let position: Position
}

extension AnswerSheet {
  /// The handwritten entries that can't be right, in the order of the file.
  public func impossible(for worksheet: Worksheet) -> [ImpossibleAnswer] {
    let nodes = nodes
    return positions.compactMap { key, position in
      let problem: AnswerProblem? =
        if let exercise = worksheet.exercise(key) {
          AnswerSheet.answer(nodes[key]).flatMap { AnswerProblem(in: $0, to: exercise.question) }
        } else {
          .noExercise(key, among: worksheet.exercises.map(\.id))
        }
      return problem.map { ImpossibleAnswer(exercise: key, problem: $0, position: position) }
    }
  }
}

extension AnswerProblem {
  /// Why an answer can't be correct as written; nil if it can.
  ///
  /// Labels such as `1` and `a` are only for typing: files use names.
  public init?(in answer: AnswerValue, to question: Question) {
    do throws(AnswerProblem) {
      try AnswerProblem.check(answer, question)
      return nil
    } catch {
      self = error
    }
  }

  private static func check(
    _ answer: AnswerValue, _ question: Question
  ) throws(AnswerProblem) {
    switch (question, answer) {
    case (.file, _), (.code, _): throw .isAFile(question.files.joined(separator: ", "))
    case (.choice(let choices, _), .text(let text)): try AnswerFinder(choices).check(text)
    case (.multiple(let choices, _, _), .text(let text)): try AnswerFinder(choices).check(text)
    case (.multiple(let choices, _, _), .list(let texts)):
      for text in texts { try AnswerFinder(choices).check(text) }
    case (.trueFalse, .text(let text)):
      guard ["true", "false", "yes", "no"].contains(foldedForComparison(text)) else {
        throw .notTrueOrFalse(text)
      }
    case (.number, .text(let text)): _ = try AnswerInput.number(text)
    case (.text, .text), (.essay, .text): return
    case (.gaps(let gaps, _), .mapping(let texts)):
      for name in texts.keys.sorted() { try AnswerFinder(gaps.map(\.name)).check(name) }
    case (.match(let lefts, let rights, _), .mapping(let texts)):
      for (left, right) in texts.sorted(by: { $0.key < $1.key }) {
        try AnswerFinder(lefts).check(left)
        try AnswerFinder(rights).check(right)
      }
    case (.order(let shown, _), .list(let texts)): try checkOrder(texts, of: shown)
    case (.multiple, _), (.order, _): throw .wrongShape(.list)
    case (.gaps(let gaps, _), _): throw .wrongShape(.named(gaps.map(\.name)))
    case (.match(let lefts, _, _), _): throw .wrongShape(.named(lefts))
    case (.choice, _), (.trueFalse, _), (.number, _), (.text, _), (.essay, _):
      throw .wrongShape(.one)
    }
  }

  private static func checkOrder(
    _ texts: [String], of shown: [String]
  ) throws(AnswerProblem) {
    let finder = AnswerFinder(shown)
    var left = shown.compactMap(finder.named)
    for text in texts {
      try finder.check(text)
      guard let place = left.firstIndex(where: { $0 == finder.named(text) }) else {
        throw .repeated(text)
      }
      left.remove(at: place)
    }
    if !left.isEmpty { throw .incomplete(missing: left.map { shown[$0] }) }
  }
}

extension AnswerFinder {
  /// - Throws: `AnswerProblem.unknown` for an unknown name.
  fileprivate func check(_ text: String) throws(AnswerProblem) {
    if named(text) == nil { throw .unknown(text, among: things.flatMap(\.texts)) }
  }
}
