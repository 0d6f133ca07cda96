import Model
import Testing

@testable import Grading

@Suite struct TextAnswerTests {
  @Test(arguments: [
    (TextMatch.exact, "Größe", "1"), (.exact, " Gro\u{308}ße\n", "1"), (.exact, "größe", "0"),
    (.exact, "Größe.", "0"), (.exact, "two  words", "0"), (.exact, "two words", "1"),
    (.exact, "line\r\nline", "1"), (.folded, "GRÖSSE", "1"), (.folded, "Two\t Words", "1"),
    (.folded, "Ｔｗｏ　ｗｏｒｄｓ", "1"), (.folded, "twowords", "0"), (.folded, "don’t", "1"),
    (.folded, "so\u{AD} that", "0"), (.folded, "", "0"),
  ])
  func texts(match: TextMatch, answer: String, expected: String) throws {
    let accepted = ["Größe", "two words", "line\nline", "don't"]
    #expect(try share(.text(accepted: accepted, match: match), .text(answer)) == expected)
  }

  @Test(arguments: [
    ("3/4", "1"), ("3 /4", "1"), (" 3 / 4\n", "1"), ("13/4", "0"), ("3/45", "0"), ("0.75", "1"),
    ("ä", "1"), ("a\u{308}", "1"),
  ])
  func patterns(answer: String, expected: String) throws {
    let question = Question.text(accepted: ["3 ?/ ?4", #"0[.,]75"#, "a\u{308}"], match: .pattern)
    #expect(try share(question, .text(answer)) == expected)
  }

  @Test func abortedPatternsGiveNoVerdict() throws {
    let hostile = AnswerValue.text(String(repeating: "a", count: 3_000) + "!")
    let patterns = Question.text(accepted: ["(a+)+$", "b"], match: .pattern)
    #expect(try share(patterns, hostile) == "?")
    #expect(try share(patterns, .text("b")) == "1")
    let rescued = Question.text(accepted: ["(a+)+$", "a+!"], match: .pattern)
    #expect(try share(rescued, hostile) == "1")
    let gaps = Question.gaps([Gap(name: "x", accepted: ["(a+)+$"])], match: .pattern)
    #expect(try share(gaps, .mapping(["x": String(repeating: "a", count: 3_000) + "!"])) == "?")
  }

  @Test func faultyPatternsAreFound() {
    let sheet = Worksheet([Exercise(.text(accepted: ["a", "(b"], match: .pattern))])
    let problem = #expect(throws: KeyProblem.self) { try Grader(sheet) }
    guard case .faultyPattern("(b", _, 2)? = problem?.kind else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test func unexpectedShapesAndMissingKeysWait() throws {
    let question = Question.text(accepted: ["a"], match: .exact)
    #expect(try share(question, .list(["a"])) == "?")
    #expect(try share(question, .other) == "?")
    #expect(try share(question, nil) == "0")
    #expect(try share(.text(accepted: nil, match: .exact), .text("a")) == "?")
    #expect(try share(.text(accepted: [], match: .exact), .text("a")) == "?")
  }

  @Test(arguments: [
    (["wholes": "4", "num": "1", "den": "4"], "1"),
    (["wholes": "4", "num": "2", "den": "4"], "0.6667"),
    (["wholes": " 4 "], "0.3333"), (["other": "4"], "0"), (["wholes": "", "num": " "], "0"),
    (["wholes": "4", "num": "1", "den": "4", "extra": "9"], "1"), ([:], "0"),
  ])
  func gaps(answer: [String: String], expected: String) throws {
    let gaps = [
      Gap(name: "wholes", accepted: ["4", "four"]), Gap(name: "num", accepted: ["1"]),
      Gap(name: "den", accepted: ["4"]),
    ]
    #expect(try share(.gaps(gaps, match: .folded), .mapping(answer)) == expected)
    #expect(try share(.gaps(gaps, match: .folded), .text("4")) == "?")
    #expect(try share(.gaps(gaps, match: .folded), .list(["4", "1", "4"])) == "?")
  }

  @Test func gapsWithoutAKeyWait() throws {
    #expect(try share(.gaps([Gap(name: "a")], match: .exact), .mapping(["a": "1"])) == "?")
    #expect(try share(.gaps([], match: .exact), .mapping(["a": "1"])) == "?")
  }

  @Test func essaysAndFilesWait() throws {
    #expect(try share(.essay, .text("Long ago …")) == "?")
    #expect(try share(.essay, .text(" \n")) == "0")
    #expect(try share(.essay, nil) == "0")
    let grader = try Grader(Worksheet([Exercise(.file(name: "plan.md"))]))
    let submitted = try grader.check(.answers([:], paths: ["plan.md", "x"]))[0]
    #expect(submitted.outcome == .unreviewed && submitted.reason == .markedByHand)
    let missing = try grader.check(.answers(["one": .text("plan.md")], paths: ["other"]))[0]
    #expect(missing.outcome == .unanswered && missing.points == .zero)
  }
}
