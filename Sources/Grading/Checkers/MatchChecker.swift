import Model

/// Checks pairs: an equal share for each correct pair.
///
/// Equal right sides are interchangeable. Unknown left sides are ignored.
struct MatchChecker: Checker {
  private let lefts: [String]
  private let leftNames: Labels
  private let rights: [Int]
  private let rightNames: Labels

  init(_ pairs: [MatchPair]) {
    lefts = pairs.map(\.left)
    leftNames = Labels(lefts)
    let names = Labels(pairs.map(\.right))
    rightNames = names
    rights = pairs.indices.map { names.index(of: pairs[$0].right) ?? $0 }
  }

  func credit(for answer: AnswerValue) -> Credit {
    guard case .mapping(let texts) = answer else { return .wrongShape(.mapping) }
    var answers: [Int: String] = [:]
    // Of two spellings of a left side, the exact one counts, or else the first one in order.
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let left = leftNames.index(of: name), answers[left] == nil else { continue }
      answers[left] = texts[lefts[left]] ?? text
    }
    let hits = answers.count { left, text in rightNames.index(of: text) == rights[left] }
    return .share(hits, of: lefts.count)
  }
}
