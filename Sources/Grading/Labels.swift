import Text

/// Texts that an answer names: choices, the sides of pairs, items.
///
/// An answer names a label that it equals; where there is none, the one that it equals without
/// regard to case, width and spacing, unless that could be two.
struct Labels: Sendable {
  private var exact: [String: Int] = [:]
  /// Nil where two different labels fold to one text.
  private var folded: [String: Int?] = [:]

  /// - Parameter texts: the same text may stand for several positions and then means the first.
  init(_ texts: [String] = []) {
    for (index, text) in texts.enumerated() { add(text, for: index) }
  }

  /// Makes `text` a name of `index` unless it is one of another already.
  mutating func add(_ text: String, for index: Int) {
    guard exact[text] == nil else { return }
    exact[text] = index
    let key = foldedForComparison(text)
    if let taken = folded[key] {
      if taken != index { folded[key] = .some(nil) }
    } else {
      folded[key] = index
    }
  }

  func index(of answer: String) -> Int? {
    exact[answer] ?? folded[foldedForComparison(answer)].flatMap { $0 }
  }
}
