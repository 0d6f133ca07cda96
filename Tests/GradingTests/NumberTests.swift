import Model
import Testing

@testable import Grading

@Suite struct NumberTests {
  @Test(arguments: [
    ("3/4", "1"), ("0.75", "1"), ("0,75", "1"), ("75%", "1"), (" 6 / 8 ", "1"), ("0.750", "1"),
    ("+0.75", "1"), ("-3/4", "0"), ("\u{2212}3/4", "0"), ("0.7500000000000001", "0"), ("3", "0"),
    ("３／４", "1"), ("٠.٧٥", "1"), ("3\u{2044}4", "1"), ("0.75\n", "1"), ("3/0", "?"),
    ("1.234,5", "?"),
    ("1 1/2", "0"), ("½", "0"), ("¾", "1"), ("7.5e-1", "1"), (".75", "1"), ("1.5/2", "1"),
    ("0 3/4", "1"), ("– 3/4", "0"), ("0x3", "?"), ("three quarters", "0"), ("?", "0"),
    ("3/4 cm", "?"), ("1/0.5", "0"), ("999999999999999999", "0"), ("9999999999999999999", "?"),
    ("0.00000000000000001%", "0"), ("nan", "0"), ("-", "0"), ("", "0"),
  ])
  func notations(answer: String, expected: String) throws {
    #expect(try share(.number(NumberKey(value: Rational("3/4"))), .text(answer)) == expected)
  }

  @Test func answersOfOtherShapesWait() throws {
    let question = Question.number(NumberKey(value: .one))
    for answer in [AnswerValue.list(["1"]), .mapping(["a": "1"]), .other] {
      #expect(try share(question, answer) == "?")
    }
    #expect(try share(question, nil) == "0")
    #expect(try share(.number(nil), .text("1")) == "?")
  }

  @Test(arguments: [
    ("2.8125", "1"), ("2.8", "1"), ("2.7625", "1"), ("2.8625", "1"), ("2.76249", "0"),
    ("2.86250000000001", "0"), ("45/16", "1"),
  ])
  func tolerance(answer: String, expected: String) throws {
    let key = NumberKey(value: Rational("45/16"), tolerance: Rational("0.05"))
    #expect(try share(.number(key), .text(answer)) == expected)
  }

  @Test(arguments: [
    ("cm", "50 cm", "1"), ("cm", "50cm", "1"), ("cm", "50 c m", "1"), ("cm", "100/2 cm", "1"),
    ("cm", "50", "0.5"), ("cm", "49", "0"), ("cm", "49 cm", "0"), ("cm", "50 m", "0"),
    ("cm", "50 CM", "0"), ("cm", "５０ ｃｍ", "1"), ("cm", "50㎝", "1"), ("cm", "cm", "0"),
    ("cm", "0,5 m", "0"), ("cm", "1 1/2 cm", "0"), ("m", "50 cm", "0"), ("€", "€ 50", "1"),
    ("€", "50€", "1"), ("€", "50", "0.5"), ("%", "50%", "1"), ("%", "50", "0.5"),
    ("km/h", "50 km / h", "1"), ("µm", "50 μm", "1"), ("m²", "50 m2", "1"), ("mW", "50 MW", "0"),
    ("", "50", "1"), (" ", "50", "1"), ("apples", "50 apples", "1"), ("m", "m50m", "?"),
    ("cm", "5e1 cm", "1"), ("cm", "49 1/2 cm", "0"), ("cm", "49 2/2 cm", "?"),
  ])
  func units(unit: String, answer: String, expected: String) throws {
    let key = NumberKey(value: Rational("50"), unitCredit: Rational("50%"))
    #expect(try share(Exercise(.number(key), unit: unit), .text(answer)) == expected)
  }

  @Test func reasonsAreReported() throws {
    let key = NumberKey(value: Rational("50"), unitCredit: Rational("50%"))
    let grader = try Grader(Worksheet([Exercise(.number(key), unit: "cm")]))
    func reason(_ answer: AnswerValue) throws -> Reason? {
      try grader.check(.answers(["one": answer]))[0].reason
    }
    #expect(try reason(.text("50")) == .unitMissing)
    #expect(try reason(.text("50 kg")) == .otherUnit)
    #expect(try reason(.text("5.0.0")) == .unreadable)
    #expect(try reason(.list(["50"])) == .wrongShape(expected: .text))
    #expect(try reason(.text("50 cm")) == nil)
  }

  @Test func keysOfManyDigitsAreExact() throws {
    let fine = try #require(Rational(1, over: Int128.max))
    let key = NumberKey(value: fine, tolerance: Rational("1/999999999999"))
    #expect(try share(.number(key), .text("1/999999999999")) == "1")
    #expect(try share(.number(key), .text("1/999999999998")) == "0")
  }

  @Test func hugeAnswersAreCheckedQuickly() throws {
    let key = NumberKey(value: .one)
    for unit in [nil, "cm"] {
      for piece in ["1", "c", "m", " ", "1 ", "\u{301}", "１"] {
        let answer = String(repeating: piece, count: 20_000) + "m"
        #expect(try share(Exercise(.number(key), unit: unit), .text(answer)) != "1")
      }
    }
  }
}
