import Model
import Text

/// Parses a typed answer.
public enum AnswerInput {
  /// The answer for some words.
  ///
  /// Choices are named by text, identifier or label, and `none` chooses none of several; pairs as
  /// `1b` or `left=right`; gaps as `name=text` or in order. Words of a line can be separated by
  /// commas.
  /// - Parameters:
  ///   - words: arguments of a command, or a whole line.
  ///   - previous: the previous answer: gaps and pairs that aren't named keep their values.
  public static func read(
    _ words: [String], for exercise: Exercise, keeping previous: AnswerValue? = nil
  ) throws(AnswerProblem) -> AnswerValue {
    let line = words.joined(separator: " ")
    guard line.contains(where: { !$0.isWhitespace }) else { throw .blank }
    switch exercise.question {
    case .choice(let choices, _): return .text(try choice(line, of: choices))
    case .multiple(let choices, _, _):
      let finder = AnswerFinder(choices)
      if finder.index(of: trimmed(line)) == nil, foldedForComparison(line) == "none" {
        return .list([])
      }
      let picked = Set(try indices(words, with: finder))
      return .list(finder.things.indices.filter(picked.contains).map { finder.things[$0].value })
    case .trueFalse: return .text(try truth(line) ? "true" : "false")
    case .number: return .text(try number(line))
    case .text, .essay: return .text(trimmed(line))
    case .gaps(let gaps, _): return .mapping(try fill(gaps.map(\.name), with: words, previous))
    case .match(let lefts, let rights, _):
      return .mapping(try pairs(words, lefts: lefts, rights: rights, previous))
    case .order(let shown, _): return .list(try order(words, of: shown))
    case .file, .code: throw .isAFile(exercise.question.files.joined(separator: ", "))
    }
  }

  /// The labels of a question's choices, pairs or items on screen; nil if it has none.
  public static func labels(of question: Question) -> (first: AnswerLabels, second: AnswerLabels)? {
    switch question {
    case .choice(let choices, _), .multiple(let choices, _, _):
      (AnswerFinder(choices).labels, .letters)
    case .match: (.numbers, .letters)
    case .order(let shown, _): (AnswerLabels(for: shown), .letters)
    default: nil
    }
  }

  private static func choice(_ line: String, of choices: [Choice]) throws(AnswerProblem) -> String {
    let finder = AnswerFinder(choices)
    if let index = finder.index(of: trimmed(line)) { return finder.things[index].value }
    let parts = split(line)
    if parts.count > 1, parts.allSatisfy({ finder.index(of: $0) != nil }) {
      throw .several(parts.count)
    }
    throw .unknown(trimmed(line), among: finder.things.flatMap(\.texts))
  }

  /// The indices that words name, separated by commas or spaces.
  private static func indices(
    _ words: [String], with finder: AnswerFinder
  ) throws(AnswerProblem) -> [Int] {
    var found: [Int] = []
    for word in words {
      var rest = word.drop { $0 == "," || $0.isWhitespace }
      while !rest.isEmpty {
        guard let next = finder.longest(in: rest) else {
          // An unknown word is reported up to the comma, because a choice can contain spaces.
          throw .unknown(trimmed(rest.prefix { $0 != "," }), among: finder.things.flatMap(\.texts))
        }
        found.append(next.index)
        rest = next.rest.drop { $0 == "," || $0.isWhitespace }
      }
    }
    return found
  }

  private static func truth(_ line: String) throws(AnswerProblem) -> Bool {
    let word = foldedForComparison(line)
    if yes.contains(word) { return true }
    if no.contains(word) { return false }
    throw .notTrueOrFalse(trimmed(line))
  }

  /// Words for true and false in several languages; no word means both.
  private static let yes: Set<String> = [
    "true", "t", "yes", "y", "wahr", "w", "richtig", "ja", "j", "vrai", "oui", "vero", "sì",
    "verdadero", "sí", "正しい", "はい",
  ]
  private static let no: Set<String> = [
    "false", "f", "no", "n", "falsch", "nein", "faux", "non", "falso", "間違い", "いいえ",
  ]

  /// A number, with or without a unit before or after it.
  static func number(_ line: String) throws(AnswerProblem) -> String {
    let text = trimmed(line)
    func isNumeric(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.numericType != nil
        || "%-.,\u{2012}\u{2013}\u{2212}".unicodeScalars.contains(scalar)
    }
    let scalars = withPlainDigits(text).unicodeScalars
    guard let first = scalars.firstIndex(where: isNumeric),
      let last = scalars.lastIndex(where: isNumeric),
      Rational(written: String(scalars[first...last])) != nil
    else { throw .notANumber(text) }
    return text
  }

  private static func fill(
    _ gaps: [String], with words: [String], _ previous: AnswerValue?
  ) throws(AnswerProblem) -> [String: String] {
    var filled = kept(previous, keys: gaps)
    let named = words.compactMap { equation($0, keys: gaps) }
    if named.count == words.count {
      for (key, value) in named { filled[key] = value }
      return filled
    }
    if let wrong = words.first(where: { $0.contains("=") && equation($0, keys: gaps) == nil }),
      words.count == 1 || !named.isEmpty, gaps.count > 1
    {
      throw .unknown(String(wrong.prefix { $0 != "=" }), among: gaps)
    }
    let values = gaps.count == 1 ? [words.joined(separator: " ")] : texts(in: words, gaps.count)
    guard values.count <= gaps.count else { throw .tooMany(values.count, gaps: gaps.count) }
    for (gap, value) in zip(gaps, values) { filled[gap] = trimmed(value) }
    return filled
  }

  /// One text per gap: separate words, or a line split at spaces or, if necessary, at commas,
  /// because a comma can belong to a number.
  private static func texts(in words: [String], _ count: Int) -> [String] {
    if words.count > 1 { return words.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 } }
    let parts = words.flatMap { line in
      line.split(whereSeparator: \.isWhitespace).map { $0.last == "," ? $0.dropLast() : $0 }
    }
    return parts.count < count ? words.flatMap(split) : parts.map(String.init)
  }

  private static func pairs(
    _ words: [String], lefts: [String], rights: [String], _ previous: AnswerValue?
  ) throws(AnswerProblem) -> [String: String] {
    var paired = kept(previous, keys: lefts)
    let left = AnswerFinder(lefts, labels: .numbers)
    let right = AnswerFinder(rights, labels: .letters)
    for word in words.map(trimmed) {
      if let (key, value) = equation(word, keys: nil) {
        paired[left.things[try left.find(key)].value] = right.things[try right.find(value)].value
        continue
      }
      for piece in split(word) {
        let digits = piece.prefix { $0.isASCII && $0.isNumber }
        let letters = piece.dropFirst(digits.count)
        guard let first = AnswerLabels.numbers.index(digits, of: lefts.count),
          let second = AnswerLabels.letters.index(letters, of: rights.count)
        else { throw .notAPair(piece) }
        paired[lefts[first]] = rights[second]
      }
    }
    return paired
  }

  private static func order(
    _ words: [String], of shown: [String]
  ) throws(AnswerProblem) -> [String] {
    let finder = AnswerFinder(shown)
    let found = try indices(words, with: finder)
    var seen: Set<Int> = []
    for index in found where !seen.insert(index).inserted { throw .repeated(shown[index]) }
    let missing = shown.indices.filter { !seen.contains($0) }.map { shown[$0] }
    guard missing.isEmpty else { throw .incomplete(missing: missing) }
    return found.map { shown[$0] }
  }

  /// Parses `key=value`; with `keys`, only if the key is one of them.
  private static func equation(_ word: String, keys: [String]?) -> (key: String, value: String)? {
    guard let place = word.firstIndex(of: "=") else { return nil }
    let key = trimmed(word[..<place])
    let value = trimmed(word[word.index(after: place)...])
    guard !key.isEmpty, !value.isEmpty else { return nil }
    guard let keys else { return (key, value) }
    return AnswerFinder(keys, labels: .numbers).index(of: key).map { (keys[$0], value) }
  }

  private static func kept(_ previous: AnswerValue?, keys: [String]) -> [String: String] {
    guard case .mapping(let entries) = previous else { return [:] }
    return entries.filter { keys.contains($0.key) }
  }

  private static func split(_ text: String) -> [String] {
    parts(of: text, by: ",").flatMap { parts(of: $0, by: " ") }
  }

  private static func parts(of text: String, by separator: Character) -> [String] {
    text.split(separator: separator).map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    return String(text[start..<end])
  }
}
