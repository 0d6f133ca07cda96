import Model

/// Several choices: the right picks less the wrong ones, not below 0, out of the right choices;
/// without partial credit all or none.
///
/// A choice picked twice counts once; a pick that is none of the choices is a wrong one. One text
/// is a list of one. Where no choice is right, the empty list is the right answer.
struct MultipleChecker: Checker {
  private let choices: ChoiceNames
  private let right: Set<Int>
  private let partial: Bool

  init(
    _ exercise: String, _ choices: [Choice], answer: [String], partial: Bool
  ) throws(KeyProblem) {
    let names = ChoiceNames(choices)
    var right: Set<Int> = []
    for text in answer { right.insert(try names.key(text, of: exercise)) }
    self.choices = names
    self.right = right
    self.partial = partial
  }

  func isAnswered(_ answer: AnswerValue) -> Bool {
    !answer.isBlank || right.isEmpty && answer == .list([])
  }

  func credit(for answer: AnswerValue) -> Credit {
    let picks: [String]
    switch answer {
    case .text(let text): picks = [text]
    case .list(let texts): picks = texts
    case .mapping, .other: return .wrongShape(.list)
    }
    var chosen: Set<Int> = []
    var strangers: Set<String> = []
    for pick in picks {
      if let choice = choices.index(of: pick) {
        chosen.insert(choice)
      } else {
        strangers.insert(pick)
      }
    }
    if strangers.isEmpty, chosen == right { return .right }
    guard partial, !right.isEmpty else { return wrong(strangers) }
    let hits = chosen.intersection(right).count
    let misses = chosen.count - hits + strangers.count
    return hits > misses ? .share(hits - misses, of: right.count) : wrong(strangers)
  }

  private func wrong(_ strangers: Set<String>) -> Credit {
    .share(.zero, strangers.isEmpty ? nil : .noSuchChoice)
  }
}
