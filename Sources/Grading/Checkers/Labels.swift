import Text

/// Texts that an answer can name: choices, the sides of pairs, items.
///
/// An answer names an equal label, or else the only label that is equal when case, width and
/// spacing are ignored.
struct Labels: Sendable {
  private var exact: [String: Int] = [:]
  /// Nil if two different labels fold to the same text.
  private var folded: [String: Int?] = [:]

  /// - Parameter texts: a text that occurs several times means its first position.
  init(_ texts: [String] = []) {
    for (index, text) in texts.enumerated() { add(text, for: index) }
  }

  /// Makes `text` a name of `index` unless it already names another index.
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
