import Testing

@testable import Model

@Suite struct NumberTextTests {
  @Test(arguments: [
    ("3", "3"), ("0", "0"), ("-0", "0"), ("+3", "3"), ("0.75", "3/4"), ("0,75", "3/4"),
    ("-0,75", "-3/4"), ("3/4", "3/4"), ("6/8", "3/4"), ("-3/4", "-3/4"), ("75%", "3/4"),
    ("0,5 %", "1/200"), (" 3 / 4 ", "3/4"), ("\t3\t", "3"), ("\u{2212}3", "-3"), ("007", "7"),
    ("000000000000000007", "7"), ("1.10", "11/10"), ("123456", "123456"), ("1234567", "1234567"),
    ("123.4567", "1234567/10000"), ("999999999999999999", "999999999999999999"),
    ("0.00000000000000001", "1/100000000000000000"), ("100%", "1"), ("0/5", "0"),
  ])
  func numbersAreExact(_ text: String, _ expected: String) {
    #expect(Rational(text: text)?.exact == Rational(exact: expected)?.exact)
    // A part of another text is read in the same way.
    #expect(Rational(text: "x\(text)x".dropFirst().dropLast()) == Rational(exact: expected))
  }

  @Test(arguments: [
    "", " ", "+", "-", ".", ",", ".5", "5.", ",5", "5,", "1.2.3", "1,2,3", "1.234,5", "1 000",
    "1e3", "3/0", "3/", "/4", "1.5/2", "3/1.5", "3/-4", "1/2/3", "50%/2", "1/2%", "%", "50 % %",
    "--3", "+-3", "- 3", "0x10", "inf", "nan", "٣", "３", "½", "3\u{301}", "3\n", "3\u{A0}", "3 4",
    "1234567890123456789", "0000000000000000000", "1234567890/1234567890", "three", "3%4", "\u{0}3",
  ])
  func otherTextsAreNotNumbers(_ text: String) {
    #expect(Rational(text: text) == nil)
    #expect(Rational(text: "x\(text)x".dropFirst().dropLast()) == nil)
  }

  @Test(arguments: [
    ("1.5", "1.5"), ("1/3", "0.3333"), ("2/3", "0.6667"), ("-2/3", "-0.6667"),
    ("0.00005", "0.0001"),
    ("-0.00005", "-0.0001"), ("0.00004", "0"), ("-0.00004", "0"), ("0.99995", "1"), ("10", "10"),
    ("100.0100", "100.01"), ("1234567.0001", "1234567.0001"), ("0", "0"),
  ])
  func shownNumbersAreRoundedHalfAwayFromZero(_ text: String, _ shown: String) throws {
    #expect(try #require(Rational(text: text)).description == shown)
  }

  @Test(arguments: [
    (0, "3"), (-5, "3"), (1, "2.7"), (2, "2.67"), (9, "2.666666667"), (20, "2.666666667"),
  ])
  func decimalsHaveZeroToNinePlaces(_ places: Int, _ shown: String) {
    #expect(Rational("8/3").decimal(places: places) == shown)
  }

  @Test func roundingToWholeNumbersTakesHalvesAwayFromZero() {
    #expect(Rational("0.5").decimal(places: 0) == "1")
    #expect(Rational("-2.5").decimal(places: 0) == "-3")
    #expect(Rational("-0.4").decimal(places: 0) == "0")
    #expect(Rational("9.96").decimal(places: 1) == "10")
  }

  @Test func fractionsOfAnySizeAreReadAgain() {
    let digits = "1" + String(repeating: "0", count: 60)
    #expect(Rational(exact: "\(digits)/3")?.exact == "\(digits)/3")
    #expect(Rational(exact: "-\(digits)")?.isNegative == true)
    #expect(Rational(exact: "3\(digits)/\(digits)") == Rational(exact: "3\(digits)/\(digits)"))
    #expect(Rational(exact: "\(digits)0/\(digits)") == Rational(10))
  }
}

@Suite struct WrittenNumberTests {
  @Test(arguments: [
    ("1\t1/2", "3/2"), ("１½", "3/2"), ("-½", "-1/2"), ("+½", "1/2"), ("1  1/2", "3/2"),
    ("2⅝", "21/8"), ("⅒", "1/10"), ("１２，５", "25/2"), ("۱۲", "12"), ("१२/४", "3"),
    ("−1 000,5", "-2001/2"),
    ("‐3", "-3"), ("0e5", "0"), ("1E0", "1"), ("5e-18", "5/1000000000000000000"),
    ("1 234 567", "1234567"), ("1\u{202F}000", "1000"), ("123'456", "123456"),
    ("1'000.5", "2001/2"),
    ("50 %", "1/2"), ("1'000%", "10"), ("3\u{2215}4", "3/4"), ("3 \u{2044} 4", "3/4"),
    ("0 0/5", "0"),
    ("00 1/2", "1/2"),
  ])
  func answersMayBeWrittenInManyWays(_ text: String, _ value: String) {
    #expect(Rational(written: text) == Rational(exact: value))
  }

  @Test(arguments: [
    // These have two meanings, or none.
    "1 000/200", "1 100/2000", "1 1/1", "1 5/2", "-1 -1/2", "1-1/2", "1 1/½", "1½%", "½%", "e",
    "1e19", "1e-19", "1 e3", "1e 3", "1e3e3", "1,000.5", "1.000.000", "12'34", "1234'567", "1'",
    "'1", "1 '000", "3²", "x½", "½½", "1/0½", "(3)", "=3", "3,", "∞", "1\u{301}", "1 000 00",
  ])
  func ambiguousAnswersAreLeftToAPerson(_ text: String) {
    #expect(Rational(written: text) == nil)
  }

  @Test func longAnswersAreNotNumbers() {
    let spaces = String(repeating: " ", count: 197)
    #expect(Rational(written: "½\(spaces)") == Rational("1/2"))
    #expect(Rational(written: "½\(spaces)  ") == nil)
  }

  @Test(arguments: [
    ("", ""), ("abc 1/2", "abc 1/2"), ("٣\u{A0}x", "3 x"), ("１＋２", "1+2"), ("a\nb", "a b"),
    ("²", "²"), ("é½", "é½"), ("\u{1F}", "\u{1F}"),
  ])
  func digitsOfAnyScriptBecomePlain(_ text: String, _ plain: String) {
    #expect(withPlainDigits(text) == plain)
  }
}
