import Model
import Text

extension Worksheet {
  /// The worksheet as printed, with matching and ordering exercises in the students' order, not
  /// that of the answer key.
  var onPaper: Worksheet {
    var copy = self
    copy.exercises = exercises.map(\.mixed)
    return copy
  }

  /// Worksheets with the same exercises in different orders, as far as there is anything to
  /// shuffle. The same seed gives the same variants.
  ///
  /// - Parameter keepsOrder: whether to keep the order of exercises and shuffle only their contents.
  public func variants(_ count: Int, seed: UInt64, keepsOrder: Bool) -> [Worksheet] {
    var generator = SplitMix64(
      seed: sha256(Array("\(seed)\0\(path)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    var made: [Worksheet] = []
    for _ in 0..<count {
      var variant = shuffled(&generator, keepsOrder)
      for _ in 0..<50 where made.contains(variant) {
        variant = shuffled(&generator, keepsOrder)
      }
      made.append(variant)
    }
    return made
  }

  private func shuffled(_ generator: inout SplitMix64, _ keepsOrder: Bool) -> Worksheet {
    var copy = self
    copy.exercises = exercises.map { $0.shuffled(&generator) }
    if !keepsOrder { copy.exercises.deal(&generator) }
    return copy
  }
}

extension Exercise {
  fileprivate var mixed: Exercise {
    var copy = self
    switch question {
    case .match(let lefts, let rights, let pairs?):
      copy.question = .match(
        lefts: Exercise.mixed(lefts, id), rights: Exercise.mixed(rights, id), pairs: pairs)
    case .order(_, let solution?):
      copy.question = .order(shown: Exercise.mixed(solution, id), solution: solution)
    default: break
    }
    return copy
  }

  fileprivate func shuffled(_ generator: inout SplitMix64) -> Exercise {
    var copy = mixed
    switch copy.question {
    case .choice(var choices, let answer):
      choices.deal(&generator)
      copy.question = .choice(choices, answer: answer)
    case .multiple(var choices, let answer, let scoring):
      choices.deal(&generator)
      copy.question = .multiple(choices, answer: answer, scoring)
    case .match(var lefts, var rights, let pairs):
      lefts.deal(&generator)
      rights.deal(&generator)
      copy.question = .match(lefts: lefts, rights: rights, pairs: pairs)
    case .order(var shown, let solution):
      // Items already in the right order would make no question.
      for attempt in 0..<50 where attempt == 0 || shown == solution { shown.deal(&generator) }
      copy.question = .order(shown: shown, solution: solution)
    default: break
    }
    return copy
  }
}
