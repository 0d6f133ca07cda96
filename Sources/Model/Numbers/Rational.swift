/// Division by zero, or a fraction of more than 4,900 digits above or below the line.
public struct RationalOverflow: Error, Hashable, Sendable {}

/// An exact number: a fraction in lowest terms, with the sign in the numerator.
///
/// All numbers of the text format and all points of a grade are rational. Operations never round.
/// Sums over many worksheets can need any number of digits; nearly all others fit into two 128-bit
/// integers.
public struct Rational: Hashable, Sendable {
  /// Above the line, with the sign; 0 if the number is wide.
  let numerator: Int128
  /// The denominator, at least 1.
  let denominator: Int128
  /// The number if one of its parts exceeds 128 bits.
  private let wide: Wide?

  private final class Wide: Hashable, Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static func == (a: Wide, b: Wide) -> Bool { a.parts == b.parts }
    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
  }

  /// A fraction, and whether it is negative.
  struct Parts: Hashable, Sendable {
    var isNegative: Bool
    let top, bottom: Magnitude
  }

  /// The most bits above or below the line.
  private static let mostBits = 1 << 14

  public static let zero = Rational(0)
  public static let one = Rational(1)

  public init(_ integer: Int) {
    numerator = Int128(integer)
    denominator = 1
    wide = nil
  }

  /// The fraction in lowest terms.
  ///
  /// - Returns: nil if `denominator` is 0 or a part is the lowest integer.
  public init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let divisor = Rational.gcd(abs(numerator), abs(denominator))
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * (divisor == 1 ? numerator : numerator / divisor)
    self.denominator = sign * (divisor == 1 ? denominator : denominator / divisor)
    wide = nil
  }

  /// The fraction in lowest terms, however large its parts are.
  init(_ parts: Parts) throws(RationalOverflow) {
    let divisor = Magnitude.greatestCommonDivisor(parts.top, parts.bottom)
    let top = parts.top.divided(by: divisor).quotient
    let bottom = parts.bottom.divided(by: divisor).quotient
    guard !bottom.isZero, max(top.bits, bottom.bits) <= Rational.mostBits else {
      throw RationalOverflow()
    }
    if let above = top.small.flatMap({ Int128(exactly: $0) }),
      let below = bottom.small.flatMap({ Int128(exactly: $0) })
    {
      (numerator, denominator, wide) = (parts.isNegative ? -above : above, below, nil)
    } else {
      (numerator, denominator) = (0, 1)
      wide = Wide(Parts(isNegative: parts.isNegative, top: top, bottom: bottom))
    }
  }

  /// The number in parts of any size.
  var parts: Parts {
    wide?.parts
      ?? Parts(
        isNegative: numerator < 0, top: Magnitude(numerator.magnitude),
        bottom: Magnitude(denominator.magnitude))
  }

  public var isZero: Bool { numerator == 0 && wide == nil }
  public var isNegative: Bool { wide?.parts.isNegative ?? (numerator < 0) }
  /// Whether 128 bits hold both parts.
  var isSmall: Bool { wide == nil }

  /// The greatest common divisor of two nonnegative numbers; 1 if both are 0.
  private static func gcd(_ a: Int128, _ b: Int128) -> Int128 {
    // Nearly all numbers are small, and dividing small numbers is much faster.
    if a == 1 || b == 1 { return 1 }
    if let small = Int64(exactly: a), let other = Int64(exactly: b) {
      return Int128(divisor(small, other))
    }
    return divisor(a, b)
  }

  private static func divisor<Number: FixedWidthInteger>(_ a: Number, _ b: Number) -> Number {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : a
  }

  public static func + (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    if a.isZero { return b }
    if b.isZero { return a }
    if let sum = smallSum(a, b) { return sum }
    let (left, right) = (a.parts, b.parts)
    let (above, other) = (left.top * right.bottom, right.top * left.bottom)
    let bottom = left.bottom * right.bottom
    if left.isNegative == right.isNegative {
      return try Rational(
        Parts(isNegative: left.isNegative, top: above + other, bottom: bottom))
    }
    return try Rational(
      above >= other
        ? Parts(isNegative: left.isNegative, top: above - other, bottom: bottom)
        : Parts(isNegative: right.isNegative, top: other - above, bottom: bottom))
  }

  /// The sum of two small numbers; nil if it exceeds 128 bits.
  private static func smallSum(_ a: Rational, _ b: Rational) -> Rational? {
    guard a.wide == nil, b.wide == nil else { return nil }
    let shared = gcd(a.denominator, b.denominator)
    let (left, first) = a.numerator.multipliedReportingOverflow(by: b.denominator / shared)
    let (right, second) = b.numerator.multipliedReportingOverflow(by: a.denominator / shared)
    let (sum, third) = left.addingReportingOverflow(right)
    let (bottom, fourth) = a.denominator.multipliedReportingOverflow(by: b.denominator / shared)
    return first || second || third || fourth ? nil : Rational(sum, over: bottom)
  }

  public static func - (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    try a + -b
  }

  public static func * (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    if a == .one { return b }
    if b == .one { return a }
    if let product = smallProduct(a, b) { return product }
    let (left, right) = (a.parts, b.parts)
    return try Rational(
      Parts(
        isNegative: left.isNegative != right.isNegative, top: left.top * right.top,
        bottom: left.bottom * right.bottom))
  }

  /// The product of two small numbers; nil if 128 bits can't hold it.
  private static func smallProduct(_ a: Rational, _ b: Rational) -> Rational? {
    guard a.wide == nil, b.wide == nil else { return nil }
    let across = gcd(abs(a.numerator), b.denominator)
    let down = gcd(abs(b.numerator), a.denominator)
    let (top, first) = (a.numerator / across).multipliedReportingOverflow(by: b.numerator / down)
    let (bottom, second) = (a.denominator / down)
      .multipliedReportingOverflow(by: b.denominator / across)
    return first || second ? nil : Rational(top, over: bottom)
  }

  /// The quotient; division by zero throws, too.
  public static func / (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    if b.isSmall, let inverse = Rational(b.denominator, over: b.numerator) {
      return try a * inverse
    }
    let parts = b.parts
    return try a
      * Rational(Parts(isNegative: parts.isNegative, top: parts.bottom, bottom: parts.top))
  }

  public static prefix func - (a: Rational) -> Rational {
    // In lowest terms, the numerator is never the minimum value, which has no negative.
    guard var parts = a.wide?.parts else {
      return Rational(-a.numerator, over: a.denominator) ?? .zero
    }
    parts.isNegative.toggle()
    return Rational(wide: Wide(parts))
  }

  private init(wide: Wide) { (numerator, denominator, self.wide) = (0, 1, wide) }

  /// The absolute value.
  public var magnitude: Rational { isNegative ? -self : self }

  /// The number without its fraction, as far as an integer can hold it.
  public var wholePart: Int {
    if wide == nil { return Int(clamping: numerator / denominator) }
    let (parts, most) = (parts, UInt128(Int.max))
    let whole = Int(min(parts.top.divided(by: parts.bottom).quotient.small ?? most, most))
    return parts.isNegative ? -whole : whole
  }

  /// The nearest that a floating-point number comes.
  public var approximation: Double {
    guard let parts = wide?.parts else { return Double(numerator) / Double(denominator) }
    let scale: UInt128 = 1_000_000_000_000_000_000
    let scaled = (parts.top * Magnitude(scale)).divided(by: parts.bottom).quotient
    let value = Double(scaled.small ?? .max) / Double(scale)
    return parts.isNegative ? -value : value
  }
}

extension Rational: Comparable {
  /// Compares without multiplication, so it can't overflow: first the whole parts, then the
  /// inverses of the remainders.
  public static func < (a: Rational, b: Rational) -> Bool {
    if a.wide != nil || b.wide != nil { return isLessWide(a.parts, b.parts) }
    var (an, ad, bn, bd) = (a.numerator, a.denominator, b.numerator, b.denominator)
    var swapped = false
    while true {
      let (aWhole, aRest) = floorDivision(an, ad)
      let (bWhole, bRest) = floorDivision(bn, bd)
      if aWhole != bWhole { return (aWhole < bWhole) != swapped }
      if aRest == 0 || bRest == 0 {
        if aRest == bRest { return false }
        return (aRest == 0) != swapped
      }
      // For fractions between 0 and 1, a/ad < b/bd if and only if ad/a > bd/b.
      (an, ad, bn, bd) = (ad, aRest, bd, bRest)
      swapped.toggle()
    }
  }

  private static func isLessWide(_ a: Parts, _ b: Parts) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    let (left, right) = (a.top * b.bottom, b.top * a.bottom)
    return a.isNegative ? right < left : left < right
  }

  private static func floorDivision(_ n: Int128, _ d: Int128) -> (whole: Int128, rest: Int128) {
    let (q, r) = n.quotientAndRemainder(dividingBy: d)
    return r < 0 ? (q - 1, r + d) : (q, r)
  }
}
