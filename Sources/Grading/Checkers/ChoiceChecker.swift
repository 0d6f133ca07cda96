import Model

/// Checks a single choice, given by its text or id: all or nothing.
///
/// An answer that is not one of the choices is wrong.
struct ChoiceChecker: Checker {
  private let choices: ChoiceNames
  private let right: Int

  init(_ exercise: String, _ choices: [Choice], answer: String) throws(KeyProblem) {
    self.choices = ChoiceNames(choices)
    right = try self.choices.key(answer, of: exercise)
  }

  func credit(for answer: AnswerValue) -> Credit {
    guard case .text(let text) = answer else { return .wrongShape(.text) }
    guard let choice = choices.index(of: text) else { return .share(.zero, .noSuchChoice) }
    return .unlessWrong(choice == right)
  }
}

/// The names of choices: ids first, then texts.
struct ChoiceNames: Sendable {
  private var labels = Labels()

  init(_ choices: [Choice]) {
    for (index, choice) in choices.enumerated() {
      if let id = choice.id { labels.add(id, for: index) }
    }
    for (index, choice) in choices.enumerated() { labels.add(choice.text, for: index) }
  }

  func index(of text: String) -> Int? { labels.index(of: text) }

  func key(_ text: String, of exercise: String) throws(KeyProblem) -> Int {
    guard let index = index(of: text) else {
      throw KeyProblem(exercise: exercise, kind: .noSuchChoice(text))
    }
    return index
  }
}
