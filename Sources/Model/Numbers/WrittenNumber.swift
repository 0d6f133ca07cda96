extension Rational {
  /// Reads a number as people write it in an answer: as in a file, and also `1 1/2`, `1½`, `.5`,
  /// `– 3`, `7.5e-1`, `1.5/2`, `1'000`, `1 000`, with the digits of any script.
  ///
  /// Nil if it can be read in two ways, as `1 100/200`.
  public init?(written text: some StringProtocol) {
    if let value = Rational(text: text) {
      self = value
      return
    }
    guard text.utf8.count <= 200 else { return nil }
    var rest = withPlainDigits(String(text))[...].trimmed(" ")
    let isNegative = rest.first.map { "-\u{2010}\u{2012}\u{2013}\u{2212}".contains($0) } ?? false
    if isNegative || rest.first == "+" { rest = rest.dropFirst().trimmed(" ") }
    guard let value = Rational.unsigned(rest) else { return nil }
    self = isNegative ? -value : value
  }

  private static func unsigned(_ text: Substring) -> Rational? {
    if let last = text.last, let fraction = vulgar(last) {
      let whole = text.dropLast().trimmed(" ")
      if whole.isEmpty { return fraction }
      return digits(whole).flatMap { try? $0 + fraction }
    }
    if text.last == "%" {
      return decimal(text.dropLast().trimmed(" ")).flatMap { try? $0 / Rational(100) }
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return parts.count == 1 ? scientific(text) : nil }
    let (above, below) = (parts[0].trimmed(" "), parts[1].trimmed(" "))
    guard let space = above.lastIndex(of: " ") else {
      return decimal(above).flatMap { top in decimal(below).flatMap { try? top / $0 } }
    }
    // `1 1/2`; a person decides about `1 100/200`, which could also mean 1100/200.
    let top = above[above.index(after: space)...]
    guard top.count != 3, let whole = digits(above[..<space].trimmed(" ")),
      let numerator = digits(top), let denominator = digits(below), numerator < denominator
    else { return nil }
    return try? whole + numerator / denominator
  }

  private static func scientific(_ text: Substring) -> Rational? {
    guard let mark = text.lastIndex(where: { $0 == "e" || $0 == "E" }) else {
      return decimal(text)
    }
    guard var value = decimal(text[..<mark]),
      let exponent = Int(text[text.index(after: mark)...]), abs(exponent) <= 18
    else { return nil }
    let factor = Rational(exponent < 0 ? 1 : 10)
    for _ in 0..<abs(exponent) {
      guard let next = exponent < 0 ? try? value / Rational(10) : try? value * factor else {
        return nil
      }
      value = next
    }
    return value
  }

  /// Digits with at most one decimal sign, possibly at the start, and with grouped thousands.
  private static func decimal(_ text: Substring) -> Rational? {
    let whole = text.prefix { $0 != "." && $0 != "," }
    let fraction = text.dropFirst(whole.count)
    guard text.last?.isASCIIDigit == true, fraction.dropFirst().allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    if whole.allSatisfy(\.isASCIIDigit) { return Rational(text: whole.isEmpty ? "0\(text)" : text) }
    for separator in [" ", "'", "\u{2019}"] as [Character] {
      let groups = whole.split(separator: separator, omittingEmptySubsequences: false)
      guard groups.count > 1, (1...3).contains(groups[0].count),
        groups.dropFirst().allSatisfy({ $0.count == 3 }),
        groups.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
      else { continue }
      return Rational(text: groups.joined() + fraction)
    }
    return nil
  }

  private static func digits(_ text: Substring) -> Rational? {
    text.allSatisfy(\.isASCIIDigit) ? Rational(text: text) : nil
  }

  /// `½`, `⅔` and the like.
  private static func vulgar(_ character: Character) -> Rational? {
    let fractions: [Character: (Int128, Int128)] = [
      "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
      "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8),
      "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
    ]
    return fractions[character].flatMap { Rational($0.0, over: $0.1) }
  }
}

/// `text` with digits of any script and full-width signs in ASCII, and all white space as plain
/// spaces, so that it can be read as a number.
public func withPlainDigits(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 && $0 >= 0x20 }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
      result.append(contentsOf: String(Int(digit)).unicodeScalars)
    } else if (0xFF01...0xFF5E).contains(scalar.value),
      let ascii = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      result.append(ascii)
    } else if scalar == "\u{2044}" || scalar == "\u{2215}" {
      result.append("/")
    } else {
      result.append(scalar.properties.isWhitespace ? " " : scalar)
    }
  }
  return String(result)
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
  fileprivate func trimmed(_ character: Character) -> Substring {
    var rest = drop { $0 == character }
    while rest.last == character { rest.removeLast() }
    return rest
  }
}
