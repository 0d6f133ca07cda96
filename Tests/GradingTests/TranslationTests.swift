import Model
import Testing

@testable import Grading

/// Answers to earlier versions of a worksheet.
@Suite struct TranslationTests {
  /// Entries as `id=text` or `text`, and the new index of each; `-` if it is unclear.
  @Test(arguments: [
    ("Lisabon, Porto", "Lisabon, Porto", "0 1"),
    ("Lisabon, Porto", "Porto, Lisabon", "1 0"),
    // Reworded in its place, resembling or not.
    ("Lisabon, Porto, Faro", "Lissabon, Porto, Faro", "0 1 2"),
    ("Dog, Cat, Cow", "Hound, Cat, Cow", "0 1 2"),
    // Reworded and moved: only similar texts match.
    ("Lisabon, Porto, Faro", "Porto, Faro, Lissabon", "2 0 1"),
    ("Dog, Cat, Cow", "Cat, Cow, Fish", "- 0 1"),
    // Several reworded at once.
    ("Lisabon, Porrto, Faro", "Lissabon, Porto, Faro", "0 1 2"),
    ("10 cm, 20 cm", "10 mm, 20 mm", "0 1"),
    ("Dog, Cat, Cow", "Hund, Katze, Cow", "- - 2"),
    // Other numbers are other entries, unless a single one was corrected in its place.
    ("3/4, 5/4", "5/4, 3/5", "- 0"), ("3/4, 5/4", "3/5, 5/5", "- -"),
    ("3/4, 5/4", "3/5, 5/4", "0 1"),
    ("red one, red two", "red onetwo, red two one", "- -"),
    // Removed, added, or both at once with other words.
    ("Lisabon, Porto, Faro", "Porto, Faro", "- 0 1"),
    ("Porto, Faro", "Porto, Faro, Braga", "0 1"),
    ("Lisabon, Porto", "Lissabon, Porto, Faro", "- 1"),
    ("Lisabon, Porto, Faro", "Lissabon, Porto", "- 1 -"),
    ("a, b", "x, y", "- -"), ("a, b", "", "- -"),
    // Ids decide, unless the text says something else.
    ("a=Lisabon, b=Porto", "a=Lissabon, b=Porto", "0 1"),
    ("a=Dog, b=Cat", "a=Hund, b=Katze", "0 1"),
    ("a=Dog, b=Cat", "b=Cat, a=Dog", "1 0"),
    ("a=Dog, b=Cat", "a=Cat, b=Dog", "- -"),
    ("a=Dog, b=Cat", "a=Cat, b=Cow", "- -"),
    ("Dog, Cat", "a=Dog, b=Cat", "0 1"), ("a=Dog, b=Cat", "Dog, Cat", "0 1"),
    ("a=Dog, b=Cat", "x=Dog, b=Cat", "0 1"),
  ])
  func entries(old: String, new: String, expected: String) {
    let (old, new) = (list(old), list(new))
    let map = EntryMap(from: old, to: new)
    let found = old.indices.map { map[$0].map(String.init) ?? "-" }
    #expect(found.joined(separator: " ") == expected)
  }

  private func list(_ text: String) -> [Grading.NamedEntry] {
    text.split(separator: ", ").map { part in
      let sides = part.split(separator: "=").map(String.init)
      return sides.count == 2
        ? NamedEntry(id: sides[0], text: sides[1]) : NamedEntry(text: sides[0])
    }
  }

  static let capital = [["Lisabon", "Porto"], ["Lissabon", "Porto"]].map(choice)

  static func choice(_ texts: [String]) -> Question {
    .choice(texts.map { Choice(text: $0) }, answer: texts.first)
  }

  static func multiple(_ texts: [String]) -> Question {
    .multiple(texts.map { Choice(text: $0) }, answer: texts, ChoiceScoring())
  }

  static func pairs(_ pairs: (String, String)...) -> Question {
    .match(
      lefts: pairs.map(\.0), rights: pairs.map(\.1),
      pairs: pairs.map { MatchPair(left: $0.0, right: $0.1) })
  }

  static func items(_ items: [String]) -> Question { .order(shown: items, solution: items) }

  static func gaps(_ names: [String]) -> Question {
    .gaps(names.map { Gap(name: $0, accepted: ["x"]) }, match: .exact)
  }

  /// The versions of a question, an answer to the first version, and the answer in the last one;
  /// nil if it is unclear.
  @Test(
    arguments: [
      (capital, AnswerValue.text("Lisabon"), AnswerValue.text("Lissabon")),
      (capital, .text(" LISABON\n"), .text("Lissabon")), (capital, .text("Porto"), .text("Porto")),
      (capital, .text("Faro"), .text("Faro")), (capital, .list(["Lisabon"]), .list(["Lisabon"])),
      // Step by step, because the last version alone would be unclear or wrong.
      (
        [["A", "B", "Lisabon"], ["A", "B", "Lissabon"], ["B", "Lissabon", "C", "D"]].map(choice),
        .text("Lisabon"), .text("Lissabon")
      ),
      ([["A", "B", "C"], ["A", "B"], ["A", "B", "D"]].map(choice), .text("C"), nil),
      ([["A", "B", "C"], ["A", "B"], ["A", "B", "C"]].map(choice), .text("C"), .text("C")),
      ([["A", "B"], ["A", "B", "C"]].map(choice), .text("B"), .text("B")),
      ([["A", "B"], ["A", "C", "D"]].map(choice), .text("B"), nil),
      ([["A", "B"], ["A", "C", "D"]].map(choice), .text("A"), .text("A")),
      (
        [multiple(["Lisabon", "Porto"]), multiple(["Lissabon", "Porto"])],
        .list(["Porto", "Lisabon"]), .list(["Porto", "Lissabon"])
      ),
      (
        [choice(["Lisabon", "Porto"]), multiple(["Lissabon", "Porto"])], .text("Lisabon"),
        .text("Lissabon")
      ),
      (
        [pairs(("eins", "wun"), ("zwai", "two")), pairs(("eins", "one"), ("zwei", "two"))],
        .mapping(["eins": "wun", "zwai": "two"]), .mapping(["eins": "one", "zwei": "two"])
      ),
      (
        [
          pairs(("one", "eins"), ("two", "zwei")),
          pairs(("one", "eins"), ("six", "y"), ("ten", "z")),
        ],
        .mapping(["one": "zwei"]), nil
      ),
      (
        [items(["Igg", "Larva", "Pupa"]), items(["Egg", "Larva", "Pupa"])],
        .list(["Larva", "Igg", "Pupa"]), .list(["Larva", "Egg", "Pupa"])
      ),
      (
        [gaps(["whole", "quarter"]), gaps(["wholes", "quarter"])],
        .mapping(["whole": "2", "quarter": ""]), .mapping(["wholes": "2", "quarter": ""])
      ),
      // Answers that name nothing.
      (
        [.number(NumberKey(value: .one)), .number(NumberKey(value: .zero))], .text("1"), .text("1")
      ),
      ([.essay, .text(accepted: ["x"], match: .exact)], .text("x"), .text("x")),
      // Another type.
      ([choice(["A", "B"]), .text(accepted: ["A"], match: .exact)], .text("A"), nil),
      ([.trueFalse(answer: true), choice(["true", "B"])], .text("true"), nil),
      ([choice(["A", "B"]), items(["A", "B"])], .text(" "), .text(" ")),
    ] as [([Question], AnswerValue, AnswerValue?)])
  func answers(questions: [Question], answer: AnswerValue, expected: AnswerValue?) {
    let versions = questions.map { Worksheet([Exercise($0)]) }
    let translator = AnswerTranslator(
      past: versions.dropLast(), present: versions[versions.count - 1])
    let found = translator.translate(["one": answer], seen: 0)
    #expect(found.changed.isEmpty == (expected != nil))
    #expect(found.answers["one"] == expected ?? answer)
  }

  /// An answer that is older than the version that the student last had, or to an unknown version.
  @Test(arguments: [1, nil])
  func olderAnswers(seen: Int?) {
    let versions = TranslationTests.capital.map { Worksheet([Exercise($0)]) }
    let translator = AnswerTranslator(past: [versions[0]], present: versions[1])
    for (answer, expected, isStranger) in [
      ("Lisabon", "Lissabon", false), ("Lissabon", "Lissabon", false), ("Faro", "Faro", true),
    ] {
      let found = translator.translate(["one": .text(answer)], seen: seen)
      #expect(found.answers == ["one": .text(expected)])
      #expect(found.unknownChoices == (isStranger ? ["one"] : []))
      #expect(found.changed.isEmpty)
    }
  }

  @Test func renamedExercises() {
    let old = Worksheet([Exercise(TranslationTests.capital[0], id: "old")])
    var exercise = Exercise(TranslationTests.capital[1], id: "new")
    exercise.was = ["old"]
    let translator = AnswerTranslator(past: [old], present: Worksheet([exercise]))
    let found = translator.translate(["old": .text("Lisabon")], seen: 0)
    #expect(exercise.own(in: found.answers) == .text("Lissabon"))
  }

  @Test(arguments: [
    (Question.file(name: "a.pdf"), Question.file(name: "b.pdf"), WorksheetChange?.some(.files)),
    (.file(name: "a.pdf"), .essay, .type), (.file(name: "b.pdf"), .essay, nil),
    (.file(name: "a.pdf"), .file(name: "a.pdf"), nil),
  ])
  func files(old: Question, new: Question, expected: WorksheetChange?) {
    let translator = AnswerTranslator(
      past: [Worksheet([Exercise(old)])], present: Worksheet([Exercise(new)]))
    #expect(translator.translate([:], paths: ["a.pdf"], seen: 0).changed["one"] == expected)
  }

  @Test func changedExercisesWaitUnlessTheyAreMarked() throws {
    let grader = try Grader(Worksheet([Exercise(TranslationTests.capital[1], points: Rational(2))]))
    let content = Content.answers(["one": .text("B")], changed: ["one": .entries])
    let zone = Zone.utc
    let attempts = [Attempt(commit: "a")]
    let assessment = try grader.assess(attempts, terms: Terms(mailbox: "ada"), zone: zone) { _ in
      content
    }
    #expect(assessment.grade.state == .partial)
    #expect(assessment.grade.changed == ["one": .entries])
    #expect(assessment.verdicts.map(\.reason) == [.worksheetChanged(.entries)])
    #expect(assessment.verdicts.map(\.needsPerson) == [false])
    let marked = try grader.assess(
      attempts, terms: Terms(mailbox: "ada"), zone: zone, marks: Marks(points: ["one": .one])
    ) { _ in content }
    #expect(marked.grade.score == .one)
    #expect(marked.grade.changed.isEmpty)
  }
}
