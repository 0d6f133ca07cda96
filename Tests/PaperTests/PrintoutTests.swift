import Model
import Reports
import Testing

@testable import Paper

private func worksheet(_ exercises: Exercise...) -> Worksheet {
  Worksheet(
    context: Context(path: ContextPath(subject: "math", components: ["adding"]), title: "Adding"),
    exercises: exercises)
}

private func html(_ sheet: PaperSheet, answers: Bool = false, language: String = "en") -> String {
  Printout([sheet], language: language, showsAnswers: answers) { _, target in
    target == "files/a.png" ? "data:image/png;base64,AAAA" : nil
  }.page.text
}

private let choice = Exercise(
  id: "proper", prompt: "Which?",
  question: .choice(["3/4", "5/4", "4/4", "6/4"].map { Choice(text: $0) }, answer: "3/4"))
private let order = Exercise(
  id: "steps", prompt: "Order.",
  question: .order(shown: ["a", "b", "c"], solution: ["a", "b", "c"]))
private let match = Exercise(
  id: "words", prompt: "Match.",
  question: .match(
    lefts: ["one", "two"], rights: ["eins", "zwei"],
    pairs: [.init(left: "one", right: "eins"), .init(left: "two", right: "zwei")]))

@Suite struct PrintoutTests {
  private let evil = "</title></style></script><script>alert(1)</script>\"'><img src=x onerror=y>"

  @Test func textIsEscaped() {
    var exercise = Exercise(
      id: "half", prompt: evil, hint: evil, unit: evil, alt: evil, explain: evil,
      rubric: [RubricItem(id: "a", title: evil, points: .one)], question: .number(nil))
    let questions: [Question] = [
      .number(NumberKey(value: .one, written: evil)),
      .choice([Choice(text: evil), Choice(id: evil, text: evil + "2")], answer: evil),
      .multiple([Choice(text: evil)], answer: [evil], ChoiceScoring()),
      .text(accepted: [evil], match: .pattern),
      .gaps([Gap(name: evil, accepted: [evil])], match: .exact),
      .match(lefts: [evil], rights: [evil], pairs: [.init(left: evil, right: evil)]),
      .order(shown: [evil], solution: [evil]), .file(name: evil),
      .code(
        CodeTask(
          language: evil, files: [evil],
          cases: [CodeCase(stdin: evil, args: [evil], expect: evil)])),
    ]
    for question in questions {
      exercise.question = question
      exercise.prompt = "\(evil) ![\(evil)](files/a.png) ![](\(evil)) {{\(evil)}}"
      let sheet = PaperSheet(
        worksheet(exercise), place: [evil], title: evil, instructions: [evil], variant: evil)
      for answers in [false, true] {
        let page = html(sheet, answers: answers, language: "en")
        #expect(!page.contains("<script"))
        #expect(!page.contains("onerror=y>"))
        #expect(page.split(separator: "</style>").count == 2)
        #expect(page.split(separator: "</title>").count == 2)
        #expect(!page.contains("<img src=x"))
      }
    }
  }

  @Test func onlyTheKeyHasAnswers() {
    let secret = Exercise(
      id: "word", prompt: "Say.", explain: "because-secret",
      question: .text(accepted: ["secret"], match: .exact))
    let gaps = Exercise(
      id: "gap", prompt: "1 {{x}}",
      question: .gaps([Gap(name: "x", accepted: ["secret"])], match: .exact))
    let code = Exercise(
      id: "code", prompt: "Go.",
      question: .code(
        CodeTask(
          language: "c", files: ["a.c"],
          cases: [
            CodeCase(stdin: "seen", expect: "out"), CodeCase(stdin: "secret", isHidden: true),
          ])))
    let number = Exercise(
      id: "n", prompt: "N", question: .number(NumberKey(value: .one, written: "secret")))
    for exercise in [secret, gaps, code, number] {
      let sheet = PaperSheet(worksheet(exercise), place: [], title: "T")
      #expect(!html(sheet).contains("secret"))
      #expect(html(sheet, answers: true).contains("secret"))
    }
    let sheet = PaperSheet(worksheet(choice), place: [], title: "T")
    #expect(!html(sheet).contains("×"))
    #expect(html(sheet, answers: true).split(separator: "×").count == 2)
  }

  @Test func shuffledItemsAreNotInTheOrderOfTheKey() {
    let sheet = worksheet(order, match).onPaper
    #expect(sheet == sheet.onPaper)
    #expect(sheet.exercises[0].question != order.question)
    guard case .order(let shown, _) = sheet.exercises[0].question else { return }
    #expect(shown == Exercise.mixed(["a", "b", "c"], "steps"))
  }

  @Test func variantsAreReproducible() {
    let base = worksheet(choice, order, match)
    let made = base.variants(4, seed: 7, keepsOrder: false)
    #expect(made == base.variants(4, seed: 7, keepsOrder: false))
    #expect(made != base.variants(4, seed: 8, keepsOrder: false))
    #expect(Set(made).count == 4)
    #expect(Array(made.prefix(2)) == base.variants(2, seed: 7, keepsOrder: false))
    for variant in made {
      #expect(Set(variant.exercises.map(\.id)) == ["proper", "steps", "words"])
      guard case .order(let shown, let solution)? = variant.exercise("steps")?.question else {
        continue
      }
      #expect(shown != solution)
      #expect(solution == ["a", "b", "c"])
    }
    let kept = base.variants(3, seed: 7, keepsOrder: true)
    #expect(kept.allSatisfy { $0.exercises.map(\.id) == ["proper", "steps", "words"] })
    #expect(Set(kept).count == 3)
  }

  @Test func theKeyMatchesItsVariant() {
    for variant in worksheet(match).variants(5, seed: 1, keepsOrder: false) {
      guard case .match(let lefts, let rights, _) = variant.exercises[0].question else { continue }
      let page = html(PaperSheet(variant, place: [], title: "T"), answers: true)
      let letter = Letters.letter(rights.firstIndex(of: lefts[0] == "one" ? "eins" : "zwei") ?? 9)
      #expect(page.contains("<span class=\"box\">\(letter)</span><span dir=\"auto\">\(lefts[0])<"))
    }
  }

  @Test func anEmptyWorksheetPrints() {
    let empty = PaperSheet(worksheet(), place: [], title: "")
    #expect(html(empty).contains("<section"))
    #expect(worksheet().variants(3, seed: 0, keepsOrder: false).count == 3)
  }

  @Test(arguments: [
    ("de", false), ("ar", true), ("fa-IR", true), ("az-Arab", true), ("he-Latn", false),
    ("xx", false),
  ])
  func directionFollowsTheLanguage(_ tag: String, _ isRightToLeft: Bool) {
    #expect(Words(tag).isRightToLeft == isRightToLeft)
    let page = html(PaperSheet(worksheet(choice), place: [], title: "T"), language: tag)
    #expect(page.contains("<html lang=\"\(tag)\" dir=\"\(isRightToLeft ? "rtl" : "ltr")\">"))
  }

  @Test(arguments: ["en", "de", "fr", "es", "ja", "ar", "he", "xx"])
  func everyLanguageIsComplete(_ tag: String) {
    for word in Words.Word.allCases { #expect(!Words(tag)[word].isEmpty) }
  }

  @Test func labelsContinueAfterZ() {
    #expect([0, 25, 26, 27, 51, 52].map(Letters.letter) == ["A", "Z", "AA", "AB", "AZ", "BA"])
  }
}
