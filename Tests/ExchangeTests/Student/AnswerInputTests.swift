import Exchange
import Model
import Testing

@Suite struct AnswerInputTests {
  private func read(
    _ words: String..., to question: Question, unit: String? = nil, keeping: AnswerValue? = nil
  ) throws(AnswerProblem) -> AnswerValue {
    let exercise = Exercise(id: "e", prompt: "", unit: unit, question: question)
    return try AnswerInput.read(words, for: exercise, keeping: keeping)
  }

  private let fractions = Question.choice(
    [Choice(text: "3/4"), Choice(text: "5/4"), Choice(text: "4/4")], answer: nil)
  private let named = Question.choice(
    [Choice(id: "fifths", text: "3/5 is more."), Choice(id: "same", text: "They are equal.")],
    answer: nil)

  @Test func choiceByTextLabelAndIdentifier() throws {
    #expect(try read("5/4", to: fractions) == .text("5/4"))
    #expect(try read("2", to: fractions) == .text("5/4"))
    #expect(try read("they are  EQUAL.", to: named) == .text("same"))
    #expect(try read("fifths", to: named) == .text("fifths"))
    #expect(try read("1", to: named) == .text("fifths"))
  }

  @Test func choicesThatLookLikeNumbersGetLetters() throws {
    let numbers = Question.choice([Choice(text: "2"), Choice(text: "1")], answer: nil)
    #expect(try read("2", to: numbers) == .text("2"))
    #expect(try read("b", to: numbers) == .text("1"))
  }

  @Test func unknownChoicesAreRefusedWithTheAvailableOnes() {
    #expect(throws: AnswerProblem.unknown("7/4", among: ["3/4", "5/4", "4/4"])) {
      try read("7/4", to: fractions)
    }
    #expect(throws: AnswerProblem.several(2)) { try read("1,3", to: fractions) }
    #expect(throws: AnswerProblem.blank) { try read("  ", to: fractions) }
  }

  @Test func multipleInAnyForm() throws {
    let question = Question.multiple(
      [Choice(text: "2/4"), Choice(text: "4/6"), Choice(text: "one, two"), Choice(text: "50%")],
      answer: nil, ChoiceScoring())
    #expect(try read("1,3", to: question) == .list(["2/4", "one, two"]))
    #expect(try read("4 1 1", to: question) == .list(["2/4", "50%"]))
    #expect(try read("2/4, 50%", to: question) == .list(["2/4", "50%"]))
    #expect(try read("one, two", "4/6", to: question) == .list(["4/6", "one, two"]))
    #expect(try read("none", to: question) == .list([]))
    #expect(throws: AnswerProblem.self) { try read("1,9", to: question) }
  }

  @Test func numbersWithACommaAreNotPositions() throws {
    let choices = ["0,5", "1,5", "2,5", "3,5", "4,5"].map { Choice(text: $0) }
    let several = Question.multiple(choices, answer: nil, ChoiceScoring())
    #expect(AnswerInput.labels(of: several)?.first == .letters)
    #expect(try read("1,5 2,5", to: several) == .list(["1,5", "2,5"]))
    #expect(try read("1,5, 2,5", to: several) == .list(["1,5", "2,5"]))
    #expect(try read("1,5,2,5,a", to: several) == .list(["0,5", "1,5", "2,5"]))
    #expect(try read("b c", to: several) == .list(["1,5", "2,5"]))
    #expect(throws: AnswerProblem.unknown("5", among: choices.map(\.text))) {
      try read("1,5 5", to: several)
    }
    #expect(try read("1,5", to: .choice(choices, answer: nil)) == .text("1,5"))
  }

  @Test func longInputIsRefusedAtOnce() {
    let question = Question.multiple(
      [Choice(text: "x"), Choice(text: "y")], answer: nil, ChoiceScoring())
    #expect(throws: AnswerProblem.self) {
      try read(String(repeating: "z ", count: 500_000), to: question)
    }
  }

  @Test func truth() throws {
    #expect(try read("T", to: .trueFalse(answer: nil)) == .text("true"))
    #expect(try read("no", to: .trueFalse(answer: nil)) == .text("false"))
    #expect(try read("Wahr", to: .trueFalse(answer: nil)) == .text("true"))
    #expect(try read("nein", to: .trueFalse(answer: nil)) == .text("false"))
    #expect(throws: AnswerProblem.notTrueOrFalse("maybe")) {
      try read("maybe", to: .trueFalse(answer: nil))
    }
  }

  @Test(arguments: [
    "3/4", "0,75", "-2", "75%", "45 min", "1,375 l", "€ 3.50", "−5", "３/４", "½", "1 1/2", "3e5",
  ])
  func numbers(_ text: String) throws {
    #expect(try read(text, to: .number(nil)) == .text(text))
  }

  @Test(arguments: ["two", "1.234,5", "1 100/200"])
  func invalidNumbersAreRefused(_ text: String) {
    #expect(throws: AnswerProblem.notANumber(text)) { try read(text, to: .number(nil)) }
  }

  @Test func gaps() throws {
    let question = Question.gaps([Gap(name: "wholes"), Gap(name: "quarters")], match: .folded)
    #expect(
      try read("wholes=2", "quarters=3", to: question)
        == .mapping(["wholes": "2", "quarters": "3"]))
    #expect(try read("2 3", to: question) == .mapping(["wholes": "2", "quarters": "3"]))
    #expect(
      try read("quarters=3", to: question, keeping: .mapping(["wholes": "2", "old": "x"]))
        == .mapping(["wholes": "2", "quarters": "3"]))
    #expect(throws: AnswerProblem.unknown("halves", among: ["wholes", "quarters"])) {
      try read("halves=2", to: question)
    }
    #expect(throws: AnswerProblem.tooMany(3, gaps: 2)) { try read("1 2 3", to: question) }
    #expect(
      try read("1,5 2,5", to: question) == .mapping(["wholes": "1,5", "quarters": "2,5"]))
    #expect(try read("2,3", to: question) == .mapping(["wholes": "2", "quarters": "3"]))
    #expect(
      try read("one half", "2,5", to: question)
        == .mapping(["wholes": "one half", "quarters": "2,5"]))
    let one = Question.gaps([Gap(name: "name")], match: .folded)
    #expect(try read("Ada", "Lovelace", to: one) == .mapping(["name": "Ada Lovelace"]))
  }

  @Test func pairs() throws {
    let question = Question.match(
      lefts: ["one", "two"], rights: ["zwei", "eins"], pairs: nil)
    #expect(
      try read("1b 2a", to: question) == .mapping(["one": "eins", "two": "zwei"]))
    #expect(try read("1B,2a", to: question) == .mapping(["one": "eins", "two": "zwei"]))
    #expect(
      try read("two=zwei", to: question, keeping: .mapping(["one": "eins"]))
        == .mapping(["one": "eins", "two": "zwei"]))
    #expect(throws: AnswerProblem.notAPair("3a")) { try read("3a", to: question) }
    #expect(throws: AnswerProblem.self) { try read("two=drei", to: question) }
  }

  @Test func order() throws {
    let question = Question.order(shown: ["c", "a", "b"], solution: nil)
    #expect(try read("2 3 1", to: question) == .list(["a", "b", "c"]))
    #expect(try read("a", "b", "c", to: question) == .list(["a", "b", "c"]))
    #expect(throws: AnswerProblem.incomplete(missing: ["b"])) { try read("1 2", to: question) }
    #expect(throws: AnswerProblem.repeated("c")) { try read("1 1 2 3", to: question) }
  }

  @Test func fileExercisesRefuseText() {
    #expect(throws: AnswerProblem.isAFile("plan.md")) {
      try read("here", to: .file(name: "plan.md"))
    }
  }
}
