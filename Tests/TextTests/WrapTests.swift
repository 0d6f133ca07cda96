import Testing
import Text

@Suite struct WrapTests {
  @Test func breaksAtSpaces() {
    #expect(wrapped("one two three four", to: 9) == ["one two", "three", "four"])
  }

  @Test func keepsLinesAndIndentation() {
    #expect(wrapped("a\n\n  bb cc dd", to: 8) == ["a", "", "  bb cc", "  dd"])
  }

  @Test func breaksBetweenWideCharactersButNotBeforePunctuation() {
    #expect(wrapped("分数のたし算です。", to: 8) == ["分数のた", "し算で", "す。"])
  }

  @Test func cutsLongWords() {
    #expect(wrapped("abcdefghijklmnop", to: 10) == ["abcdefghij", "klmnop"])
  }

  @Test func keepsCommandsOnOneLine() {
    #expect(
      wrapped("run 'teachkit share math' first", to: 24)
        == ["run", "'teachkit share math'", "first"])
    #expect(
      wrapped("see 'teachkit help' or 'teachkit a b c d e f'.", to: 20)
        == ["see 'teachkit help'", "or 'teachkit a b c d", "e f'."])
  }

  @Test func everyLineFits() {
    let text = "The quick 狐 jumps over 怠惰な犬、and then donaudampfschifffahrtsgesellschaft sails."
    for width in 8...40 {
      #expect(wrapped(text, to: width).allSatisfy { displayWidth($0) <= width }, "\(width)")
    }
  }
}
