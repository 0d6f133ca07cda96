import Model
import Testing

@testable import Grading

@Suite struct ChoosingTests {
  let fractions = ["3/4", "5/4", "4/4", "Half a  pizza"].map { Choice(text: $0) }
  let named = [Choice(id: "a", text: "Berlin"), Choice(id: "b", text: "Bonn")]

  @Test(arguments: [
    (AnswerValue.text("3/4"), "1"), (.text(" 3/4\n"), "1"), (.text("３／４"), "1"),
    (.text("5/4"), "0"),
    (.text("6/8"), "0"), (.text("a"), "0"), (.text(" "), "0"), (nil, "0"), (.list(["3/4"]), "?"),
    (.mapping(["3/4": "yes"]), "?"), (.other, "?"),
  ])
  func choice(answer: AnswerValue?, expected: String) throws {
    #expect(try share(.choice(fractions, answer: "3/4"), answer) == expected)
  }

  @Test(arguments: [
    ("a", "a", "1"), ("a", "Berlin", "1"), ("Berlin", "a", "1"), ("a", "BERLIN", "1"),
    ("a", "b", "0"), ("a", "Bonn", "0"), ("a", "A", "1"),
  ])
  func choiceByIdOrText(key: String, answer: String, expected: String) throws {
    #expect(try share(.choice(named, answer: key), .text(answer)) == expected)
  }

  @Test(arguments: [("Sie", "1"), ("sie", "0"), ("SIE", "0")])
  func caseMattersIfChoicesDifferOnlyByCase(answer: String, expected: String) throws {
    let choices = [Choice(text: "Sie"), Choice(text: "sie")]
    #expect(try share(.choice(choices, answer: "Sie"), .text(answer)) == expected)
  }

  @Test(arguments: [
    (["2", "3", "5"], true, "1"), (["5", "3", "2"], true, "1"), (["2", "3"], true, "0.6667"),
    (["2", "3", "4"], true, "0.3333"), (["2", "4"], true, "0"), (["4", "6"], true, "0"),
    (["2", "3", "5", "4"], true, "0.6667"), (["2", "2", "2"], true, "0.3333"),
    (["2", "3", "5", "7"], true, "0.6667"), (["2", "3", "5"], false, "1"),
    (["2", "3"], false, "0"), (["2", "3", "5", "4"], false, "0"), ([], true, "0"),
  ])
  func multiple(picks: [String], partial: Bool, expected: String) throws {
    let choices = ["2", "3", "4", "5", "6"].map { Choice(text: $0) }
    let question = Question.multiple(
      choices, answer: ["2", "3", "5"], ChoiceScoring(partial ? .rightMinusWrong : .allOrNone))
    #expect(try share(question, .list(picks)) == expected)
  }

  @Test func multipleAcceptsOneTextButNoMappings() throws {
    let question = Question.multiple(named, answer: ["b"], ChoiceScoring())
    #expect(try share(question, .text("Bonn")) == "1")
    #expect(try share(question, .mapping(["b": "yes"])) == "?")
    #expect(try share(question, .other) == "?")
  }

  @Test func noneCanBeCorrect() throws {
    let exercise = Exercise(.multiple(named, answer: [], ChoiceScoring()), wrong: .one)
    #expect(try share(exercise, .list([])) == "1")
    #expect(try share(exercise, .list(["a"])) == "-1")
    #expect(try share(exercise, nil) == "0")
  }

  @Test(arguments: [
    (AnswerValue.text("true"), "1"), (.text("True "), "1"), (.text("yes"), "1"), (.text("no"), "0"),
    (.text("FALSE"), "0"), (.text("wahr"), "?"), (.text(""), "0"), (nil, "0"), (.list([]), "0"),
    (.list(["true"]), "?"),
  ])
  func trueFalse(answer: AnswerValue?, expected: String) throws {
    #expect(try share(.trueFalse(answer: true), answer) == expected)
  }

  @Test func keysWithUnknownChoicesAreFound() {
    let sheet = Worksheet([
      Exercise(.choice(named, answer: "c"), id: "x"),
      Exercise(.multiple(named, answer: ["a", "d"], ChoiceScoring()), id: "y"),
    ])
    #expect(throws: KeyProblem(exercise: "x", kind: .noSuchChoice("c"))) { try Grader(sheet) }
    #expect(Grader.problems(in: sheet).map(\.exercise) == ["x", "y"])
  }
}
