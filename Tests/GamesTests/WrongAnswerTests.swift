import Model
import Testing
import Text

@testable import Games

/// Wrong answers to all questions, with many seeds.
private func wrongAnswers(
  _ questions: [GameQuestion], seeds: Range<UInt64> = 0..<20
) -> [(question: GameQuestion, wrong: [String])] {
  let wrongAnswers = WrongAnswers(questions)
  return seeds.flatMap { seed in
    var random = SplitMix64(seed: seed)
    return questions.map { ($0, wrongAnswers.answers(to: $0, &random)) }
  }
}

private func isDistinct(_ texts: [String]) -> Bool {
  Set(texts.map(foldedForComparison)).count == texts.count
}

@Test(arguments: [
  "1-10 x 1-10", "0-20 + 0-20", "1-20 - 1-20", "1-100 : 1-10", "11-19 · 11-19", "900-999 * 7",
])
func calculationsHaveFourDifferentWrongAnswers(_ text: String) throws {
  var random = SplitMix64(seed: 7)
  let questions = Drill.questions([try Drill(text)], atMost: 60, &random)
  for (question, wrong) in wrongAnswers(questions) {
    #expect(wrong.count == 4, "\(question.prompt): \(wrong)")
    #expect(isDistinct(wrong + question.answers), "\(question.prompt): \(wrong)")
    #expect(!wrong.contains { question.accepts($0) }, "\(question.prompt): \(wrong)")
    #expect(wrong.allSatisfy { Int($0) ?? -1 >= 0 }, "\(question.prompt): \(wrong)")
  }
}

@Test func wrongProductsAreTypicalMistakes() throws {
  let question = GameQuestion(try #require(Calculation(prompt: "6 x 7")))
  let found = Set(wrongAnswers([question], seeds: 0..<200).flatMap(\.wrong))
  // Off by one, swapped digits, neighbouring products, a sum instead of a product.
  #expect(found == ["41", "43", "24", "49", "35", "48", "36", "13"])
}

@Test(arguments: [
  (number("0.75"), ["0.76", "0.74", "0.57", "7.50"]), (number("3,5"), ["3,6", "3,4", "5,3"]),
  (number("3/4"), ["4/3", "2/4", "3/5"]), (number("50%"), ["51%", "49%", "5%"]),
  (number("12", unit: "km"), ["11 km", "13 km", "21 km", "120 km"]),
  (number("-4"), ["-5", "-3"]), (number("3.5", tolerance: "0.1"), ["3.7", "3.3", "5.3"]),
])
func numbersKeepTheirForm(_ question: GameQuestion?, _ expected: [String]) throws {
  let question = try #require(question)
  let found = wrongAnswers([question], seeds: 0..<100)
  for (_, wrong) in found {
    #expect(wrong.count == 4, "\(question.answers): \(wrong)")
    #expect(isDistinct(wrong + question.answers))
    #expect(!wrong.contains { question.accepts($0) }, "\(question.answers): \(wrong)")
  }
  let all = Set(found.flatMap(\.wrong))
  #expect(all.isSuperset(of: expected), "\(question.answers): \(all)")
}

/// Equal fractions, numbers within the tolerance and other forms of the same number are right.
@Test(arguments: [
  (number("3/4"), "6/8", true), (number("3/4"), "0,75", true), (number("3/4"), "4/3", false),
  (number("3.5", tolerance: "0.1"), "3.6", true), (number("3.5", tolerance: "0.1"), "3.7", false),
  (number("50%"), "50 %", true), (number("50%"), "0.5", true), (number("50%"), "50", false),
  (number("12", unit: "km"), "12", true), (number("12", unit: "km"), "12 KM", true),
  (number("12", unit: "km"), "12 m", false), (number("42"), "４２", true),
  (number("42"), "forty-two", false), (number("1 1/7"), "8/7", true),
])
func numbersAreReadAsPeopleWriteThem(
  _ question: GameQuestion?, _ text: String, _ isRight: Bool
) throws {
  #expect(try #require(question).accepts(text) == isRight)
}

@Test func randomNumbersNeverGetARightAnswerAsAWrongOne() throws {
  var random = SplitMix64(seed: 99)
  for _ in 0..<300 {
    let places = random.next(below: 4)
    let digits = String(random.next(below: 100_000))
    let split = max(0, digits.count - places)
    let text =
      places == 0 ? digits : "\(split == 0 ? "0" : digits.prefix(split)).\(digits.dropFirst(split))"
    let tolerance = ["0", "0.1", "0.25", "3"][random.next(below: 4)]
    let question = try #require(number(text, tolerance: tolerance))
    #expect(question.accepts(question.answers[0]), "\(text)")
    for (_, wrong) in wrongAnswers([question], seeds: 0..<5) {
      #expect(isDistinct(wrong + question.answers), "\(text) ± \(tolerance): \(wrong)")
      #expect(!wrong.contains { question.accepts($0) }, "\(text) ± \(tolerance): \(wrong)")
      #expect(wrong.count == 4, "\(text) ± \(tolerance): \(wrong)")
    }
  }
}

@Test func wordsHaveThreeAnswersToOtherQuestions() throws {
  let questions = try [
    word("dog", "der Hund"), word("cat", "die Katze"), word("bank", "die Bank"),
    word("bank", "das Ufer"), word("bench", "DIE  BANK"), word("horse", "das Pferd"),
  ].map { try #require($0) }
  let texts = Set(questions.map { foldedForComparison($0.answers[0]) })
  for (question, wrong) in wrongAnswers(questions, seeds: 0..<50) {
    #expect(wrong.count == 3, "\(question.prompt): \(wrong)")
    #expect(isDistinct(wrong + question.answers))
    #expect(wrong.allSatisfy { texts.contains(foldedForComparison($0)) })
    // Both translations of 'bank' are right, and so is the word for 'bench' in other letters.
    let right = questions.filter { $0.prompt == question.prompt }.flatMap(\.answers)
    #expect(Set(wrong.map(foldedForComparison)).isDisjoint(with: right.map(foldedForComparison)))
  }
}

@Test func randomWordsNeverGetARightAnswerAsAWrongOne() throws {
  var random = SplitMix64(seed: 5)
  let letters = ["a", "A", "ａ", "é", "e\u{301}", "か", "カ", "ß", "ss", " "]
  func text() -> String {
    (0...random.next(below: 3)).map { _ in letters[random.next(below: letters.count)] }.joined()
      + "."
  }
  for round in 0..<200 {
    let questions = try (0..<12).map { place in
      try #require(word("prompt \(place % 9)", text(), text(), id: "w\(place)"))
    }
    for (question, wrong) in wrongAnswers(questions, seeds: UInt64(round)..<UInt64(round) + 1) {
      #expect(isDistinct(wrong + [question.answers[0]]))
      #expect(!wrong.contains { question.accepts($0) }, "\(question.answers): \(wrong)")
      #expect(wrong.count <= 3)
    }
  }
}

@Test func partsOfTheSameExerciseAreLikelierMistakes() throws {
  let pairs = ["la leche": "milk", "el pan": "bread", "el agua": "water", "la manzana": "apple"]
  let worksheet = worksheet([
    Exercise(
      id: "meanings", prompt: "Match.",
      question: .match(
        lefts: [], rights: [],
        pairs: pairs.sorted { $0.key < $1.key }.map { MatchPair(left: $0.key, right: $0.value) })),
    Exercise(
      id: "cheese", prompt: "Cheese?", question: .text(accepted: ["el queso"], match: .folded)),
  ])
  let (questions, others) = worksheet.gameQuestions
  #expect(others.isEmpty)
  #expect(questions.map(\.id).contains("meanings.la-leche"))
  for (question, wrong) in wrongAnswers(questions) where question.id != "cheese" {
    #expect(!wrong.contains("el queso"))
  }
}
