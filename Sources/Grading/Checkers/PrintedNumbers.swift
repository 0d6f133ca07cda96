import Model

/// A program's output as numbers and the text between them, for a comparison with a tolerance.
///
/// White space separates and has no other meaning, so `[1,2]` equals `[1, 2]`, and `5cm` equals
/// `5 cm`.
struct PrintedNumbers {
  private enum Token {
    case number(DecimalNumber)
    case text(String)
  }

  private let tokens: [Token]

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var tokens: [Token] = []
    var place = 0
    var text = String.UnicodeScalarView()
    func endText() {
      if !text.isEmpty { tokens.append(.text(String(text))) }
      text.removeAll()
    }
    while place < scalars.count {
      if scalars[place].properties.isWhitespace {
        endText()
        place += 1
      } else if Self.canStart(scalars, place),
        let (number, end) = DecimalNumber.read(scalars, from: place)
      {
        endText()
        tokens.append(.number(number))
        place = end
      } else {
        text.append(scalars[place])
        place += 1
      }
    }
    endText()
    self.tokens = tokens
  }

  /// Whether a number may start here: not within names such as `x1`, or versions such as `1.2.3`.
  private static func canStart(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard place > 0 else { return true }
    let previous = scalars[place - 1]
    if previous == "." { return place < 2 || !DecimalNumber.isDigit(scalars[place - 2]) }
    return !DecimalNumber.isDigit(previous) && !previous.properties.isAlphabetic && previous != "_"
  }

  func isEqual(to other: PrintedNumbers, within tolerance: Rational) -> Bool {
    tokens.count == other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { token, other in
        switch (token, other) {
        case (.number(let a), .number(let b)): a.isEqual(to: b, within: tolerance)
        case (.text(let a), .text(let b)): a == b
        default: false
        }
      }
  }
}

/// A decimal number of any length: its digits as an integer, times a power of ten.
struct DecimalNumber: Hashable {
  private let isNegative: Bool
  /// ASCII digits without zeros at the ends; empty for 0.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// The digits before the decimal point and after it that a comparison with a tolerance can use.
  private static let most = (before: 4000, after: 400)

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  /// Reads `3`, `-0.25`, `.5` or `1.5e-3`.
  ///
  /// - Returns: the number and the place after it; nil if there is none or its exponent has more
  ///   than 15 digits.
  static func read(
    _ scalars: [Unicode.Scalar], from start: Int
  ) -> (number: DecimalNumber, end: Int)? {
    var place = start
    var digits: [UInt8] = []
    func digit(_ place: Int) -> UInt8? {
      place < scalars.count && isDigit(scalars[place]) ? UInt8(scalars[place].value) : nil
    }
    func sign(_ place: Int) -> Unicode.Scalar? {
      place < scalars.count && (scalars[place] == "-" || scalars[place] == "+")
        ? scalars[place] : nil
    }
    let isNegative = sign(place) == "-"
    if sign(place) != nil { place += 1 }
    while let next = digit(place) {
      digits.append(next)
      place += 1
    }
    var exponent = 0
    if place < scalars.count, scalars[place] == ".", digit(place + 1) != nil {
      place += 1
      while let next = digit(place) {
        digits.append(next)
        exponent -= 1
        place += 1
      }
    }
    if digits.isEmpty { return nil }
    if place < scalars.count, scalars[place] == "e" || scalars[place] == "E" {
      var end = place + 1
      let isBelow = sign(end) == "-"
      if sign(end) != nil { end += 1 }
      let first = end
      var power = 0
      while let next = digit(end) {
        if end - first >= 15 { return nil }
        power = power * 10 + Int(next & 15)
        end += 1
      }
      if end > first {
        exponent += isBelow ? -power : power
        place = end
      }
    }
    return (DecimalNumber(isNegative, digits, exponent), place)
  }

  private init(_ isNegative: Bool, _ digits: [UInt8], _ exponent: Int) {
    let zero = UInt8(ascii: "0")
    let start = digits.firstIndex { $0 != zero } ?? digits.endIndex
    let end = digits.lastIndex { $0 != zero }.map { $0 + 1 } ?? start
    self.digits = Array(digits[start..<end])
    self.isNegative = isNegative && start < end
    self.exponent = start < end ? exponent + (digits.count - end) : 0
  }

  func isEqual(to other: DecimalNumber, within tolerance: Rational) -> Bool {
    if self == other { return true }
    guard !tolerance.isZero, let value, let right = other.value,
      let difference = try? value - right
    else { return false }
    return difference.magnitude <= tolerance
  }

  /// The value without decimals that are too small to count; nil if it is too large.
  private var value: Rational? {
    guard digits.count + exponent <= Self.most.before else { return nil }
    let excess = max(0, -exponent - Self.most.after)
    let kept = digits.dropLast(min(excess, digits.count))
    guard !kept.isEmpty else { return .zero }
    let power = exponent + excess
    var value = Rational.zero
    do {
      for start in stride(from: 0, to: kept.count, by: 18) {
        let part = kept[start..<min(start + 18, kept.count)]
        let number = part.reduce(0) { $0 * 10 + Int($1 & 15) }
        value = try value * Self.power(of: part.count) + Rational(number)
      }
      value = try power < 0 ? value / Self.power(of: -power) : value * Self.power(of: power)
    } catch { return nil }
    return isNegative ? -value : value
  }

  /// Returns a power of ten, by repeated squaring.
  private static func power(of exponent: Int) throws(RationalOverflow) -> Rational {
    var (result, square, rest) = (Rational.one, Rational(10), exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = try result * square }
      rest >>= 1
      if rest > 0 { square = try square * square }
    }
    return result
  }
}
