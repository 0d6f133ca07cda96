/// A whole number of any size, at least 0, for exact sums that exceed 128 bits.
struct Magnitude: Hashable, Sendable {
  /// In base 2³², the lowest first; the last one is never 0.
  private(set) var limbs: [UInt32]

  init(_ value: UInt128) {
    limbs = (0..<4).map { UInt32(truncatingIfNeeded: value >> (32 * UInt128($0))) }
    trim()
  }

  private init(limbs: [UInt32]) {
    self.limbs = limbs
    trim()
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }

  var isZero: Bool { limbs.isEmpty }
  var bits: Int { limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0) }

  /// The number itself; nil if 128 bits can't hold it.
  var small: UInt128? {
    limbs.count > 4 ? nil : limbs.reversed().reduce(0) { $0 << 32 | UInt128($1) }
  }

  static func + (a: Self, b: Self) -> Self {
    var sum: [UInt32] = []
    var carry: UInt64 = 0
    for place in 0..<max(a.limbs.count, b.limbs.count) {
      carry += UInt64(a.limb(place)) + UInt64(b.limb(place))
      sum.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return Magnitude(limbs: sum + [UInt32(carry)])
  }

  /// The difference; `b` is at most `a`.
  static func - (a: Self, b: Self) -> Self {
    var rest: [UInt32] = []
    var borrow: Int64 = 0
    for place in a.limbs.indices {
      borrow += Int64(a.limb(place)) - Int64(b.limb(place))
      rest.append(UInt32(truncatingIfNeeded: borrow))
      borrow >>= 32
    }
    return Magnitude(limbs: rest)
  }

  static func * (a: Self, b: Self) -> Self {
    var product = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
    for (place, limb) in a.limbs.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in b.limbs.enumerated() {
        carry += UInt64(product[place + other]) + UInt64(limb) * UInt64(factor)
        product[place + other] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product[place + b.limbs.count] = UInt32(carry)
    }
    return Magnitude(limbs: product)
  }

  /// The quotient and the remainder of a division by a number other than 0 (Knuth, algorithm D).
  func divided(by divisor: Self) -> (quotient: Self, rest: Self) {
    guard self >= divisor, let top = divisor.limbs.last else { return (Magnitude(0), self) }
    // The divisor's highest bit is set, so that an estimated digit is at most 2 too large.
    let shift = top.leadingZeroBitCount
    let divisor = divisor.shifted(left: shift).limbs
    var rest = shifted(left: shift).limbs + [0]
    let count = divisor.count
    var quotient = [UInt32](repeating: 0, count: max(0, rest.count - count))
    for place in quotient.indices.reversed() {
      let head = UInt64(rest[place + count]) << 32 | UInt64(rest[place + count - 1])
      var digit = min(head / UInt64(divisor[count - 1]), UInt64(UInt32.max))
      while !Self.subtract(divisor, times: digit, from: &rest, at: place) { digit -= 1 }
      quotient[place] = UInt32(digit)
    }
    return (Magnitude(limbs: quotient), Magnitude(limbs: rest).shifted(right: shift))
  }

  /// Subtracts unless the result would be negative.
  private static func subtract(
    _ divisor: [UInt32], times digit: UInt64, from rest: inout [UInt32], at place: Int
  ) -> Bool {
    let before = rest[place...(place + divisor.count)]
    var carry: UInt64 = 0
    var borrow: Int64 = 0
    for index in 0...divisor.count {
      carry += index < divisor.count ? UInt64(divisor[index]) * digit : 0
      borrow += Int64(rest[place + index]) - Int64(carry & 0xFFFF_FFFF)
      rest[place + index] = UInt32(truncatingIfNeeded: borrow)
      (carry, borrow) = (carry >> 32, borrow >> 32)
    }
    if borrow < 0 { rest.replaceSubrange(place...(place + divisor.count), with: before) }
    return borrow == 0
  }

  private func shifted(left bits: Int) -> Self { self * Magnitude(1 << UInt128(bits)) }

  private func shifted(right bits: Int) -> Self {
    Magnitude(
      limbs: limbs.indices.map { place in
        let pair = UInt64(limb(place + 1)) << 32 | UInt64(limbs[place])
        return UInt32(truncatingIfNeeded: pair >> UInt64(bits))
      })
  }

  private func limb(_ place: Int) -> UInt32 { place < limbs.count ? limbs[place] : 0 }

  static func greatestCommonDivisor(_ a: Self, _ b: Self) -> Self {
    var (a, b) = (a, b)
    while !b.isZero { (a, b) = (b, a.divided(by: b).rest) }
    return a
  }
}

extension Magnitude: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    a.limbs.count == b.limbs.count
      ? a.limbs.reversed().lexicographicallyPrecedes(b.limbs.reversed())
      : a.limbs.count < b.limbs.count
  }
}

extension Magnitude: CustomStringConvertible {
  private static let chunk = Magnitude(1_000_000_000)

  var description: String {
    var chunks: [String] = []
    var rest = self
    while rest > Self.chunk {
      let (quotient, low) = rest.divided(by: Self.chunk)
      let digits = String(low.small ?? 0)
      chunks.append(String(repeating: "0", count: 9 - digits.utf8.count) + digits)
      rest = quotient
    }
    return ([String(rest.small ?? 0)] + chunks.reversed()).joined()
  }

  /// Reads decimal digits; nil of anything else and of more than 5,000.
  init?(digits: some StringProtocol) {
    guard !digits.isEmpty, digits.utf8.count <= 5_000 else { return nil }
    self.init(0)
    for byte in digits.utf8 {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      self = self * Magnitude(10) + Magnitude(UInt128(byte & 15))
    }
  }
}
