/// Arithmetic left the range of exact numbers (about 38 digits above or below the line).
public struct RationalOverflow: Error, Hashable, Sendable {}

/// An exact number: a fraction in lowest terms, its sign above the line.
///
/// Every number of the text format and every point of a grade is one of these. Operations throw
/// `RationalOverflow` where the exact result has no room, and never round.
public struct Rational: Hashable, Sendable {
  /// Above the line, with the sign.
  public let numerator: Int128
  /// Below the line, at least 1.
  public let denominator: Int128

  public static let zero = Rational(0)
  public static let one = Rational(1)

  public init(_ integer: Int) {
    numerator = Int128(integer)
    denominator = 1
  }

  /// The fraction in lowest terms.
  ///
  /// - Returns: nil where `denominator` is 0 or a part has no room.
  public init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let divisor = Rational.gcd(abs(numerator), abs(denominator))
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * (divisor == 1 ? numerator : numerator / divisor)
    self.denominator = sign * (divisor == 1 ? denominator : denominator / divisor)
  }

  public var isZero: Bool { numerator == 0 }
  public var isNegative: Bool { numerator < 0 }

  /// The greatest common divisor of two numbers that are not negative; 1 where both are 0.
  private static func gcd(_ a: Int128, _ b: Int128) -> Int128 {
    // Nearly all numbers are small, and their division is many times faster.
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

  private static func times(_ a: Int128, _ b: Int128) throws(RationalOverflow) -> Int128 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    if overflow { throw RationalOverflow() }
    return product
  }

  public static func + (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    if a.isZero { return b }
    if b.isZero { return a }
    let shared = gcd(a.denominator, b.denominator)
    let left = try times(a.numerator, b.denominator / shared)
    let right = try times(b.numerator, a.denominator / shared)
    let (sum, overflow) = left.addingReportingOverflow(right)
    let denominator = try times(a.denominator, b.denominator / shared)
    guard !overflow, let result = Rational(sum, over: denominator) else {
      throw RationalOverflow()
    }
    return result
  }

  public static func - (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    try a + -b
  }

  public static func * (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    if a == .one { return b }
    if b == .one { return a }
    let across = gcd(abs(a.numerator), b.denominator)
    let down = gcd(abs(b.numerator), a.denominator)
    let numerator = try times(a.numerator / across, b.numerator / down)
    let denominator = try times(a.denominator / down, b.denominator / across)
    guard let result = Rational(numerator, over: denominator) else { throw RationalOverflow() }
    return result
  }

  /// The quotient; dividing by zero throws as well.
  public static func / (a: Rational, b: Rational) throws(RationalOverflow) -> Rational {
    guard let inverse = Rational(b.denominator, over: b.numerator) else {
      throw RationalOverflow()
    }
    return try a * inverse
  }

  public static prefix func - (a: Rational) -> Rational {
    // In lowest terms the numerator is never the one value without a negative.
    Rational(-a.numerator, over: a.denominator) ?? .zero
  }

  /// The number without its sign.
  public var magnitude: Rational { isNegative ? -self : self }
}

extension Rational: Comparable {
  /// Compares without multiplying, so that it cannot overflow: whole parts first, then the
  /// inverse of what is left.
  public static func < (a: Rational, b: Rational) -> Bool {
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
      // a/ad < b/bd with both between 0 and 1 exactly when ad/a > bd/b.
      (an, ad, bn, bd) = (ad, aRest, bd, bRest)
      swapped.toggle()
    }
  }

  private static func floorDivision(_ n: Int128, _ d: Int128) -> (whole: Int128, rest: Int128) {
    let (q, r) = n.quotientAndRemainder(dividingBy: d)
    return r < 0 ? (q - 1, r + d) : (q, r)
  }
}
