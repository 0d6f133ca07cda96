import Testing

@testable import Model

@Suite struct RationalTests {
  private static let primes = (2..<8000).filter { number in
    !(2..<number).prefix { $0 * $0 <= number }.contains { number % $0 == 0 }
  }

  private func inverse(_ number: Int) throws -> Rational {
    try #require(Rational(1, over: Int128(number)))
  }

  @Test func sumsAreExact() throws {
    var sum = Rational.zero
    for prime in Self.primes.prefix(300) { sum = try sum + inverse(prime) }
    #expect(!sum.isSmall && sum > Rational(2) && sum < Rational(3) && Rational(2) < sum)
    #expect(Rational(exact: sum.exact) == sum)
    #expect(try sum * sum / sum == sum)
    #expect(try -(-sum) == sum && (sum - sum).isZero && (-sum).isNegative)
    #expect(abs(sum.approximation - (try #require(Double(sum.decimal(places: 9))))) < 1e-8)
    for prime in Self.primes.prefix(300).reversed() { sum = try sum - inverse(prime) }
    #expect(sum == .zero && sum.isSmall)
  }

  @Test func meanOfManyPrimeTotalsIsExact() throws {
    // Half of the points of 1,000 worksheets with different prime totals, plus one point.
    var share = WeightedShare()
    for prime in Self.primes.prefix(1000) {
      try share.add(Rational(prime) / Rational(2) / Rational(prime), weight: .one)
    }
    #expect(try share.share == inverse(2))
    try share.add(inverse(7919), weight: .one)
    #expect(try #require(try share.share) < inverse(2))
  }

  @Test func divisionAgreesWithMachineIntegers() throws {
    var random = SplitMix64(seed: 7)
    for round in 0..<2000 {
      let wide = UInt128(random.next()) << 64 | UInt128(random.next())
      let narrow = UInt128(random.next()) >> UInt128(round % 64) | 1
      // Digits of all ones and zeros are the hard ones.
      let top = round % 3 == 0 ? wide | 0xFFFF_FFFF_0000_0000_FFFF_FFFF : wide
      let bottom = round % 2 == 0 ? narrow << UInt128(round % 60) : narrow
      let (quotient, rest) = Magnitude(top).divided(by: Magnitude(bottom))
      #expect(quotient.small == top / bottom && rest.small == top % bottom)
      let back = quotient * Magnitude(bottom) + rest
      #expect(back == Magnitude(top) && (back - rest).description == "\(top - top % bottom)")
      #expect(Magnitude(digits: "\(top)") == Magnitude(top))
    }
  }

  @Test(arguments: [
    ("1/3", "1/3"), ("0.5", "0.5"), ("-2/3", "-2/3"), ("0.0001", "0.0001"), ("0.00001", "1/100000"),
    ("12", "12"), ("0", "0"), ("999999999999999999", "999999999999999999"),
    ("0.3333333333333333", "3333333333333333/10000000000000000"),
  ])
  func exactTextRoundTrips(text: String, exact: String) throws {
    let number = try #require(Rational(text: text))
    #expect(number.exact == exact && Rational(exact: exact) == number)
  }

  @Test(arguments: ["1/0", "", "/", "1/", "-", "1//2", "0x1", "１/３", "1/-3"])
  func brokenExactTextIsRefused(text: String) { #expect(Rational(exact: text) == nil) }

  @Test(arguments: [
    ("1 1/2", "3/2"), ("1½", "3/2"), ("1 ½", "3/2"), ("½", "1/2"), (".5", "0.5"), (",5", "0.5"),
    ("–3", "-3"), ("- 3", "-3"), ("\u{2212} 1½", "-3/2"), ("7.5e-1", "3/4"), ("2E3", "2000"),
    ("1,5e+2", "150"), ("1.5/2", "3/4"), ("3/0,5", "6"), ("1'000", "1000"),
    ("1’000’000", "1000000"),
    ("1 000", "1000"), ("1\u{A0}000,5", "1000.5"), ("12 345.25", "12345.25"),
    ("٣", "3"), ("１ １/２", "3/2"), ("12.5 %", "1/8"), (".5%", "0.005"),
  ])
  func readsCommonNotations(text: String, value: String) {
    #expect(Rational(written: text) == Rational(text: value))
  }

  @Test(arguments: [
    "1 100/200", "1 000/2", "1 3/2", "1.234,5", "1 00", "1'00", "1 2", "e5", "1e", "1e99", "1e-99",
    "1/2/3",
    "½½", "1.½", "1 1.5/2", ".", "1.", "--3", "1 000'000", "1000 000", "1/0", "", "%", "x", "0x3",
    "1e1.5", "1 ", "½1",
  ])
  func otherNotationsAreRefused(text: String) {
    let expected = text == "1 " ? Rational.one : nil
    #expect(Rational(written: text) == expected)
  }
}
