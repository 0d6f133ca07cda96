import Model
import PlainYAML
import Reports
import Testing

@testable import Course

@Suite struct AnswerTextTests {
  private static let choices = [Choice(id: "a", text: "Apple"), Choice(text: "Pear")]
  private static let choice = Question.choice(choices, answer: "a")
  private static let multiple = Question.multiple(choices, answer: ["a"], ChoiceScoring())
  private static let order = Question.order(shown: ["x", "y"], solution: nil)
  private static let text = Question.text(accepted: nil, match: .exact)
  private static let gaps = Question.gaps([Gap(name: "two"), Gap(name: "one")], match: .exact)
  private static let match = Question.match(lefts: ["b", "a"], rights: ["x"], pairs: nil)

  @Test(arguments: [
    (AnswerValue.text("a"), choice, "Apple"), (.text("Pear"), choice, "Pear"),
    (.text("z"), choice, "z"),
    (.text("a"), text, "a"), (.text(""), text, ""),
    (.list(["a", "Pear"]), multiple, "Apple, Pear"),
    (.list([]), multiple, "none"), (.list(["x", "y"]), order, "x → y"),
    (.list(["p", "q"]), text, "p or q"),
    // Gaps and pairs are in the order of the question, unknown ones at the end.
    (
      .mapping(["one": "1", "two": "2", "z": "26", "y": "25"]), gaps, "two: 2, one: 1, y: 25, z: 26"
    ),
    (.mapping(["a": "x", "b": "y"]), match, "b: y, a: x"), (.mapping(["b": "y"]), match, "b: y"),
    (.mapping(["n": "2", "m": "1"]), text, "m: 1, n: 2"), (.mapping([:]), gaps, ""),
    (.other, text, "(unreadable)"),
  ])
  func answersAreOneLine(_ answer: AnswerValue, _ question: Question, _ line: String) {
    #expect(AnswerText.line(answer, to: question) == line)
  }

  @Test(
    arguments: [
      ("a", choice, "Apple"), ("[a, Pear]", multiple, "Apple, Pear"), ("[]", multiple, "none"),
      ("[x, y]", order, "x → y"), ("[p, q]", text, "p or q"),
      ("{one: [1, 2], two: 3}", gaps, "one: 1 or 2, two: 3"),
      ("~", text, nil), ("[a, ~]", choice, "Apple"), ("{one: ~}", gaps, "one: "),
    ] as [(String, Question, String?)])
  func solutionsAreOneLine(_ yaml: String, _ question: Question, _ line: String?) throws {
    let node = try Document(text: "answer: \(yaml)\n").root["answer"]
    #expect(AnswerText.line(node, to: question) == line)
  }

  @Test func solutionOfAnUnknownQuestionIsShownAsWritten() throws {
    let root = try Document(text: "one: a\nmany: [a, b]\n").root
    #expect(AnswerText.line(root["one"], to: nil) == "a")
    #expect(AnswerText.line(root["many"], to: nil) == "a, b")
    #expect(AnswerText.line(nil, to: Self.choice) == nil)
  }

  @Test func valuesBecomeJSON() throws {
    let root = try Document(text: "a: 1\nb: [x, ~]\nc: {d: [y]}\ne:\n").root
    #expect(
      AnswerText.json(root) == ["a": "1", "b": ["x", nil], "c": ["d": ["y"]], "e": nil])
    let answer: (AnswerValue?) -> JSONValue = { AnswerText.json($0) }
    #expect(answer(nil) == nil)
    #expect(answer(.other) == nil)
    #expect(answer(.text("x")) == "x")
    #expect(answer(.list(["x"])) == ["x"])
    #expect(answer(.mapping(["b": "2", "a": "1"])) == ["a": "1", "b": "2"])
  }
}
