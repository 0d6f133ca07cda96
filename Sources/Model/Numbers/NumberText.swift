extension Rational {
  /// Reads a number as teachers and students write it: `3`, `-0.75`, `0,75`, `3/4`, `75%`.
  ///
  /// One `,` or `.` is the decimal sign; two are unreadable, and so are exponents and more than
  /// 18 digits. Spaces around the number, and around `/` and before `%`, are allowed.
  public init?(text: some StringProtocol) {
    if let value = text.utf8.withContiguousStorageIfAvailable(Rational.init(short:)) ?? nil {
      self = value
      return
    }
    var scanner = NumberScanner(text)
    guard let value = scanner.number() else { return nil }
    self = value
  }
}

extension Rational {
  /// A fast path for most numbers: up to six digits, possibly with a decimal sign between two of
  /// them, or a fraction of two such integers.
  private init?(short text: UnsafeBufferPointer<UInt8>) {
    var top: Int?
    var (number, count, scale, hasSign, isDigit) = (0, 0, 1, false, false)
    for byte in text {
      isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      if isDigit, count < 6 {
        number = number * 10 + Int(byte & 15)
        if hasSign { scale *= 10 }
        count += 1
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), !hasSign, count > 0,
        top == nil
      {
        hasSign = true
      } else if byte == UInt8(ascii: "/"), !hasSign, count > 0, top == nil {
        (top, number, count) = (number, 0, 0)
      } else {
        return nil
      }
    }
    guard isDigit else { return nil }
    if let top {
      self.init(Int128(top), over: Int128(number))
    } else {
      self.init(Int128(number), over: Int128(scale))
    }
  }
}

/// Parses a number from UTF-8.
private struct NumberScanner {
  private var rest: ArraySlice<UInt8>
  private var digits = 0

  init(_ text: some StringProtocol) {
    // U+2212 is the minus sign of word processors and phones.
    rest = Array(text.utf8)[...]
    skipSpaces()
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
  }

  mutating func number() -> Rational? {
    let negative = sign()
    guard let first = decimal() else { return nil }
    var value = first.value
    skipSpaces()
    if rest.first == UInt8(ascii: "/") {
      guard first.isWhole else { return nil }
      rest.removeFirst()
      skipSpaces()
      guard let second = decimal(), second.isWhole, !second.value.isZero else { return nil }
      guard let quotient = try? value / second.value else { return nil }
      value = quotient
    } else if rest.first == UInt8(ascii: "%") {
      rest.removeFirst()
      guard let share = try? value / Rational(100) else { return nil }
      value = share
    }
    guard rest.isEmpty else { return nil }
    return negative ? -value : value
  }

  private mutating func skipSpaces() {
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
  }

  private mutating func sign() -> Bool {
    if rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      return true
    }
    if rest.starts(with: [0xE2, 0x88, 0x92]) {
      rest.removeFirst(3)
      return true
    }
    if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    return false
  }

  /// Digits, at most one decimal sign between digits.
  private mutating func decimal() -> (value: Rational, isWhole: Bool)? {
    var numerator: Int128 = 0
    var denominator: Int128 = 1
    var sign = false
    var any = false
    while let byte = rest.first {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digits += 1
        guard digits <= 18 else { return nil }
        numerator = numerator * 10 + Int128(byte - UInt8(ascii: "0"))
        if sign { denominator *= 10 }
        any = true
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), !sign, any {
        sign = true
        any = false
      } else {
        break
      }
      rest.removeFirst()
    }
    guard any, let value = Rational(numerator, over: denominator) else { return nil }
    return (value, !sign)
  }
}

extension Rational: CustomStringConvertible {
  /// The number rounded half away from zero to 4 decimals, without trailing zeros: `1.5`.
  public var description: String { decimal(places: 4) }

  /// The number rounded half away from zero to `places` decimals (0 to 9), without trailing zeros.
  public func decimal(places: Int) -> String {
    var scale: UInt128 = 1
    for _ in 0..<max(0, min(places, 9)) { scale *= 10 }
    // Nearly all numbers are small, and dividing small numbers is much faster.
    if isSmall, denominator == 1 { return String(numerator) }
    let (top, bottom) = (parts.top, parts.bottom)
    // Half the denominator more, so that dividing rounds.
    let (scaled, _) = (top * Magnitude(scale * 2) + bottom).divided(by: bottom * Magnitude(2))
    let (integer, rest) = scaled.divided(by: Magnitude(scale))
    let fraction = rest.small ?? 0
    let sign = isNegative && !scaled.isZero ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(integer)" }
    var decimals = String(fraction)
    decimals =
      String(repeating: "0", count: String(scale).utf8.count - 1 - decimals.utf8.count)
      + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(integer).\(decimals)"
  }
}

extension Rational {
  /// The number in a form that can be read again: a decimal with at most 4 places, or else a
  /// fraction, `1/3`.
  public var exact: String {
    if isSmall, 10_000 % denominator == 0 { return description }
    let parts = parts
    return "\(parts.isNegative ? "-" : "")\(parts.top)/\(parts.bottom)"
  }

  /// Parses the output of ``exact``, and numbers as people write them.
  public init?(exact text: String) {
    var text = text
    if let value = text.withUTF8({ Rational(short: $0) }) {
      self = value
      return
    }
    self.init(exact: text[...])
  }

  /// Parses the output of ``exact``, and numbers as people write them.
  public init?(exact text: Substring) {
    if let value = Rational(text: text) {
      self = value
      return
    }
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let top = Magnitude(digits: first),
      let bottom = parts.count == 2 ? Magnitude(digits: parts[1]) : Magnitude(1),
      let value = try? Rational(Parts(isNegative: isNegative, top: top, bottom: bottom))
    else { return nil }
    self = value
  }
}
