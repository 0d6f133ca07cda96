import Model
import Text

/// Finds wrong answers to the questions of a game.
///
/// No wrong answer equals a right one, or another wrong one, after folding.
struct WrongAnswers {
  /// The number of wrong answers to a calculation.
  static let forNumbers = 4
  /// The number of wrong answers that are the answers to other questions.
  static let forWords = 3

  /// The questions with words for answers, which are each other's wrong answers.
  private let words: [GameQuestion]
  /// The right answers by prompt: two words for the same thing are both right. All are folded.
  private let right: [String: Set<String>]

  init(_ questions: [GameQuestion]) {
    words = questions.filter {
      if case .words = $0.kind { true } else { false }
    }
    right = Dictionary(
      words.map { (foldedForComparison($0.prompt), Set($0.answers.map(foldedForComparison))) },
      uniquingKeysWith: { $0.union($1) })
  }

  /// Wrong answers in random order; fewer if there aren't enough, and all if the author wrote them.
  func answers(to question: GameQuestion, _ random: inout SplitMix64) -> [String] {
    var picked = Picked(question, right[foldedForComparison(question.prompt)] ?? [])
    switch question.kind {
    case .choice(let wrong), .choices(let wrong):
      for text in wrong { picked.add(text) }
    case .words:
      var others = words
      others.deal(&random)
      // Parts of the same exercise are the most likely ones.
      others =
        others.filter { $0.exercise == question.exercise }
        + others.filter { $0.exercise != question.exercise }
      for other in others where picked.texts.count < Self.forWords {
        picked.add(other.answers[0])
      }
    case .number(let result, let calculation):
      var groups = result.mistakes(calculation)
      for place in groups.indices { groups[place].deal(&random) }
      groups.deal(&random)
      // One of each kind first, for variety.
      let longest = groups.map(\.count).max() ?? 0
      for place in 0..<longest {
        for group in groups where place < group.count && picked.texts.count < Self.forNumbers {
          picked.add(group[place])
        }
      }
      for distance in 2..<20 {
        for text in result.distant(distance) where picked.texts.count < Self.forNumbers {
          picked.add(text)
        }
      }
    }
    var texts = picked.texts
    texts.deal(&random)
    return texts
  }

  private struct Picked {
    private(set) var texts: [String] = []
    private var known: Set<String>
    private let question: GameQuestion

    /// - Parameter right: further right answers, folded.
    init(_ question: GameQuestion, _ right: Set<String>) {
      self.question = question
      known = right.union(question.answers.map(foldedForComparison))
    }

    mutating func add(_ text: String) {
      if !question.accepts(text), known.insert(foldedForComparison(text)).inserted {
        texts.append(text)
      }
    }
  }
}
