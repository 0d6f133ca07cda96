import Model
import Testing

@testable import Games

@Test(arguments: [
  ("6 x 7", "6 × 7", 42), ("6 · 7 = ?", "6 · 7", 42), ("6*7=", "6 × 7", 42), ("９ × ８", "9 × 8", 72),
  ("42 : 6", "42 : 6", 7), ("42/6", "42 ÷ 6", 7), ("15 - 7", "15 − 7", 8), ("15 − 7", "15 − 7", 8),
  ("8+9", "8 + 9", 17),
])
func promptsAreReadAsCalculations(_ text: String, _ prompt: String, _ result: Int) {
  let calculation = Calculation(prompt: text)
  #expect(calculation?.prompt == prompt)
  #expect(calculation?.result == result)
}

@Test(arguments: [
  "What is 6 x 7?", "6 x", "x 7", "6 x 7 x 8", "7 - 15", "7 : 2", "7 : 0", "6.5 x 2", "-6 x 7",
  "6² x 7", "12345678 x 1", "",
])
func otherPromptsAreNotCalculations(_ text: String) {
  #expect(Calculation(prompt: text) == nil)
}

private func prompts(_ texts: String..., count: Int = 1000) throws -> Set<String> {
  var random = SplitMix64(seed: 3)
  let drills = try texts.map { try Drill($0) }
  let questions = Drill.questions(drills, atMost: count, &random)
  #expect(Set(questions.map(\.id)).count == questions.count)
  return Set(questions.map(\.prompt))
}

@Test func drillsCombineAllNumbers() throws {
  #expect(try prompts("2-3 x 4-5") == ["2 × 4", "2 × 5", "3 × 4", "3 × 5"])
  #expect(try prompts("2,7 · 5") == ["2 · 5", "7 · 5"])
  #expect(try prompts("1-3,2-4x1").count == 4)
  #expect(try prompts("1-2 + 0") == ["1 + 0", "2 + 0"])
  #expect(try prompts("1–10 × 1–10").count == 100)
  #expect(try prompts("2 x 3", "2 x 3", "3 x 2").count == 2)
}

@Test func differencesAreNotNegativeAndQuotientsAreWhole() throws {
  #expect(try prompts("1-3 - 1-3").count == 6)
  #expect(try prompts("1-12 : 5-6") == ["5 : 5", "10 : 5", "6 : 6", "12 : 6"])
}

@Test func drillsPickDifferentCalculationsAtRandom() throws {
  #expect(try prompts("1-100 x 1-100", count: 30).count == 30)
  var random = SplitMix64(seed: 3)
  let drill = try Drill("0-9 + 0")
  var counts: [String: Int] = [:]
  for _ in 0..<2000 {
    for question in Drill.questions([drill], atMost: 5, &random) {
      counts[question.id, default: 0] += 1
    }
  }
  // Each of ten comes in half of the draws.
  #expect(counts.count == 10)
  #expect(counts.values.allSatisfy { (900...1100).contains($0) }, "\(counts)")
}

@Test(arguments: [
  "", "1-10", "1-10 y 1-10", "10-1 x 2", "1 - 10 x 1 - 10", "1-10 x", "a x b", "1-10 x 1-10 x 2",
  "99999999 x 1", "1,,2 x 3",
])
func unreadableDrillsAreRefused(_ text: String) {
  #expect(throws: Drill.Problem.unreadable(text)) { try Drill(text) }
}

@Test func drillsWithoutCalculationsAndHugeOnesAreRefused() {
  #expect(throws: Drill.Problem.empty("1-3 - 5")) { try Drill("1-3 - 5") }
  #expect(throws: Drill.Problem.empty("7 : 2-3")) { try Drill("7 : 2-3") }
  #expect(throws: Drill.Problem.empty("7 : 0")) { try Drill("7 : 0") }
  #expect(throws: Drill.Problem.tooLarge("1-1001 x 1-1000")) { try Drill("1-1001 x 1-1000") }
  #expect(throws: Drill.Problem.tooLarge("0-9999999 x 1")) { try Drill("0-9999999 x 1") }
}

@Test func exercisesBecomeQuestions() throws {
  let key = try #require(Rational(text: "42"))
  let worksheet = worksheet([
    Exercise(id: "times", prompt: "6 · 7", question: .number(NumberKey(value: key))),
    Exercise(id: "wrong", prompt: "6 · 8", question: .number(NumberKey(value: key))),
    Exercise(
      id: "prime", prompt: "Prime?",
      question: .choice([Choice(text: "51"), Choice(id: "b", text: "59")], answer: "b")),
    Exercise(
      id: "primes", prompt: "Primes?",
      question: .multiple(
        [Choice(text: "2"), Choice(text: "3"), Choice(text: "4")], answer: ["2", "3"],
        ChoiceScoring())),
    Exercise(id: "even", prompt: "Even?", question: .trueFalse(answer: true)),
    Exercise(
      id: "drink", prompt: "Yo {{drink}} y {{eat}}.",
      question: .gaps(
        [Gap(name: "drink", accepted: ["bebo", "tomo"]), Gap(name: "eat", accepted: ["como"])],
        match: .folded)),
    Exercise(id: "essay", prompt: "Why?", question: .essay),
    Exercise(id: "pattern", prompt: "a+", question: .text(accepted: ["a+"], match: .pattern)),
    Exercise(id: "open", prompt: "?", question: .text(accepted: nil, match: .folded)),
    Exercise(id: "order", prompt: "?", question: .order(shown: ["b", "a"], solution: ["a", "b"])),
  ])
  let (questions, others) = worksheet.gameQuestions
  #expect(
    questions.map(\.id) == [
      "times", "wrong", "prime", "primes", "even", "drink.drink", "drink.eat",
    ])
  #expect(others.map(\.id) == ["essay", "pattern", "open", "order"])
  #expect(questions.map(\.solution) == ["42", "42", "59", "2, 3", "true", "bebo", "como"])
  #expect(questions[5].prompt == "Yo ____ y como.")
  #expect(questions[6].prompt == "Yo bebo y ____.")
  // A calculation with another result isn't the one that is asked for.
  guard case .number(_, nil) = questions[1].kind, case .number(_, _?) = questions[0].kind else {
    Issue.record("\(questions[0].kind) \(questions[1].kind)")
    return
  }
  #expect(GameKind.cards.playable(questions).count == 6)
  #expect(GameKind.keys.playable(questions).count == 7)
}
