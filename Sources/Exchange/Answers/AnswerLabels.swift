import Model
import Text

/// Short labels for choosing the items of a question: `1`, `2`, `3` or `a`, `b`, `c`.
public enum AnswerLabels: Hashable, Sendable {
  case numbers, letters

  /// Numbers, unless an item could be mistaken for one or more numbers, such as `1,5`.
  public init(for texts: [String]) {
    let looksLikeLabel = texts.contains { text in
      let parts = text.split { $0 == "," || $0 == " " }.map { Int($0) }
      if parts.count > 1 { return !parts.contains(nil) }
      return (parts.first ?? nil).map { (0...texts.count).contains($0) } ?? false
    }
    self = looksLikeLabel && texts.count <= AnswerLabels.alphabet.count ? .letters : .numbers
  }

  /// Without `q`, which quits.
  private static let alphabet = Array("abcdefghijklmnoprstuvwxyz")

  /// The label of the item at `index`, from 0.
  public func label(_ index: Int) -> String {
    guard self == .letters, AnswerLabels.alphabet.indices.contains(index) else {
      return String(index + 1)
    }
    return String(AnswerLabels.alphabet[index])
  }

  /// The index of a label among `count` items.
  func index(_ label: some StringProtocol, of count: Int) -> Int? {
    let wanted = label.lowercased()
    return (0..<count).first { self.label($0) == wanted }
  }
}

/// Finds the text that a word means: the text itself, ignoring case and spacing, or its label.
struct AnswerFinder {
  /// The stored values, and the texts that mean them.
  let things: [(value: String, texts: [String])]
  let labels: AnswerLabels

  init(_ choices: [Choice]) {
    things = choices.map { ($0.id ?? $0.text, [$0.id, $0.text].compactMap { $0 }) }
    labels = AnswerLabels(for: things.flatMap(\.texts))
  }

  init(_ texts: [String], labels: AnswerLabels? = nil) {
    things = texts.map { ($0, [$0]) }
    self.labels = labels ?? AnswerLabels(for: texts)
  }

  func index(of word: String) -> Int? {
    named(word) ?? labels.index(word, of: things.count)
  }

  /// The item with a word as its name, ignoring labels.
  func named(_ word: String) -> Int? {
    if let exact = things.firstIndex(where: { $0.texts.contains(word) }) { return exact }
    let folded = foldedForComparison(word)
    return things.firstIndex { thing in
      thing.texts.contains { foldedForComparison($0) == folded }
    }
  }

  /// The longest prefix of some words that names an item and ends at a comma, a space or the end:
  /// `1,5` before `1`.
  func longest(in words: Substring) -> (index: Int, rest: Substring)? {
    // Input that is much longer than every text matches none.
    let most = things.flatMap(\.texts).reduce(8) { max($0, 2 * $1.count) }
    var ends: [Substring.Index] = []
    var place = words.startIndex
    for _ in 0..<most where place < words.endIndex {
      if words[place] == "," || words[place].isWhitespace { ends.append(place) }
      place = words.index(after: place)
    }
    if place == words.endIndex { ends.append(place) }
    for end in ends.reversed() {
      if let index = index(of: String(words[..<end])) { return (index, words[end...]) }
    }
    return nil
  }

  /// - Throws: `AnswerProblem.unknown`.
  func find(_ word: String) throws(AnswerProblem) -> Int {
    if let index = index(of: word) { return index }
    throw .unknown(word, among: things.flatMap(\.texts))
  }
}
