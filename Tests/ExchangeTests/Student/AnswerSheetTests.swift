import Exchange
import Model
import Testing

@Suite struct AnswerSheetTests {
  private let worksheet = Worksheet(
    context: Context(path: ContextPath(subject: "math", components: ["adding"]), title: "Adding"),
    exercises: [
      Exercise(id: "half", prompt: "", question: .number(nil)),
      Exercise(
        id: "words", prompt: "",
        question: .match(lefts: ["b", "a"], rights: ["1", "2"], pairs: nil)),
      Exercise(id: "why", prompt: "", question: .essay),
      Exercise(
        id: "all", prompt: "",
        question: .multiple([Choice(text: "x"), Choice(text: "y")], answer: nil, ChoiceScoring())),
    ])

  private func text(_ sheet: AnswerSheet) -> String { String(decoding: sheet.bytes, as: UTF8.self) }

  private func set(_ answer: AnswerValue, _ id: String, in sheet: AnswerSheet) throws -> AnswerSheet
  {
    try sheet.setting(answer, for: try #require(worksheet.exercise(id)), of: worksheet)
  }

  @Test func answersFollowTheOrderOfTheWorksheet() throws {
    var sheet = try AnswerSheet()
    sheet = try set(.text("Because.\nSo."), "why", in: sheet)
    sheet = try set(.text("3/4"), "half", in: sheet)
    sheet = try set(.mapping(["a": "2", "b": "1"]), "words", in: sheet)
    #expect(
      text(sheet) == """
        half: 3/4
        words: {b: "1", a: "2"}
        why: |-
          Because.
          So.

        """)
    #expect(sheet["half"] == .text("3/4"))
    #expect(sheet["why"] == .text("Because.\nSo."))
    #expect(sheet["all"] == nil)
  }

  @Test func unchangedAnswersAreKept() throws {
    let sheet = try AnswerSheet(Array("# mine\nhalf:   3/4  # sure?\n\nwhy: x\n".utf8))
    #expect(
      text(try set(.text("so"), "why", in: sheet)) == "# mine\nhalf:   3/4  # sure?\n\nwhy: so\n")
    #expect(text(try sheet.clearing("why")) == "# mine\nhalf:   3/4  # sure?\n\n")
  }

  @Test func anEmptyChoiceIsAnAnswer() throws {
    let sheet = try set(.list([]), "all", in: try AnswerSheet())
    #expect(sheet["all"] == .list([]))
    #expect(try AnswerSheet(Array("half: ''\nwhy:\n".utf8))["half"] == nil)
  }

  @Test func mergesAnswerByAnswer() throws {
    let base = try AnswerSheet(Array("half: 1\nwhy: a\n".utf8))
    let mine = try AnswerSheet(Array("half: 2 # mine\nwhy: a\n".utf8))
    let theirs = try AnswerSheet(Array("half: 3\nwhy: b\nall: [x]\n".utf8))
    let merged = try mine.merging(theirs, since: base, of: worksheet)
    #expect(merged.kept == ["half"])
    #expect(merged.sheet["half"] == .text("2"))
    #expect(merged.sheet["why"] == .text("b"))
    #expect(merged.sheet["all"] == .list(["x"]))
    #expect(text(merged.sheet).contains("# mine"))
  }
}
