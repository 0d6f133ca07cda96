import Model
import Testing

@testable import Grading

@Suite struct ArrangingTests {
  @Test(arguments: [
    (["ねこ": "cat", "いぬ": "dog", "うま": "horse"], "1"), (["ねこ": "CAT ", "いぬ": "dog"], "0.6667"),
    (["ねこ": "dog", "いぬ": "cat", "うま": "horse"], "0.3333"), (["とり": "cat"], "0"),
    (["ねこ": "cat", "とり": "bird"], "0.3333"), ([" ねこ": "cat"], "0.3333"),
    ([" ねこ": "cat", "ねこ": "dog"], "0"), (["ねこ": "cat", "いぬ": "cat", "うま": "cat"], "0.3333"),
    ([:], "0"), (["ねこ": ""], "0"),
  ])
  func match(answer: [String: String], expected: String) throws {
    let pairs = [("ねこ", "cat"), ("いぬ", "dog"), ("うま", "horse")].map(MatchPair.init)
    let question = Question.match(lefts: [], rights: [], pairs: pairs)
    #expect(try share(question, .mapping(answer)) == expected)
  }

  @Test func equalRightSidesAreInterchangeable() throws {
    let pairs = [("2/4", "half"), ("1/2", "half"), ("1/4", "quarter")].map(MatchPair.init)
    let question = Question.match(lefts: [], rights: [], pairs: pairs)
    let answer = ["2/4": "half", "1/2": "half", "1/4": "quarter"]
    #expect(try share(question, .mapping(answer)) == "1")
  }

  @Test func matchAnswersOfOtherShapesWait() throws {
    let question = Question.match(
      lefts: [], rights: [], pairs: [MatchPair(left: "a", right: "b")])
    #expect(try share(question, .list(["b"])) == "?")
    #expect(try share(question, .text("a: b")) == "?")
    #expect(try share(.match(lefts: ["a"], rights: ["b"], pairs: nil), .mapping(["a": "b"])) == "?")
  }

  @Test(arguments: [
    ("a b c d", "1"), ("A  b c d", "1"), ("a b d c", "0.3333"), ("b c d a", "0.6667"),
    ("d c b a", "0"), ("a b", "0.3333"), ("a", "0"), ("a b c d e", "0.6667"),
    ("a b a b c d", "0.6667"), ("a x b c d", "0.6667"), ("a b b c c d", "0.3333"), ("x y z", "0"),
    ("b c", "0.3333"), ("c d a b", "0.6667"),
  ])
  func order(answer: String, expected: String) throws {
    let question = Question.order(shown: [], solution: ["a", "b", "c", "d"])
    let items = answer.split(separator: " ").map(String.init)
    #expect(try share(question, .list(items)) == expected)
  }

  @Test(arguments: [
    ("the cat saw the dog", "1"), ("the dog saw the cat", "0.75"), ("the cat the saw dog", "0.25"),
    ("the the the the the", "0"),
  ])
  func orderWithEqualItems(answer: String, expected: String) throws {
    let question = Question.order(shown: [], solution: ["the", "cat", "saw", "the", "dog"])
    let items = answer.split(separator: " ").map(String.init)
    #expect(try share(question, .list(items)) == expected)
  }

  @Test func someEqualPairsInAnotherOrderScorePartly() throws {
    let question = Question.order(shown: [], solution: ["a", "b", "a", "c", "a"])
    #expect(try share(question, .list(["a", "c", "a", "b", "a"])) == "0.75")
  }

  @Test func shortOrders() throws {
    let one = Question.order(shown: [], solution: ["a"])
    #expect(try share(one, .list(["a"])) == "1")
    #expect(try share(one, .list(["b"])) == "0")
    #expect(try share(one, .list(["a", "b"])) == "0")
    let two = Question.order(shown: [], solution: ["a", "b"])
    #expect(try share(two, .list(["b", "a"])) == "0")
    #expect(try share(two, .list(["a", "b", "a"])) == "0")
    #expect(try share(two, .text("a b")) == "?")
    #expect(try share(.order(shown: ["a"], solution: nil), .list(["a"])) == "?")
  }
}
