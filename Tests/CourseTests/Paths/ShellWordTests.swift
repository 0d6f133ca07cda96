import Testing

@testable import Course

@Suite struct ShellWordTests {
  @Test func quotedWordsAreSafe() {
    #expect(shellWord("a'b") == "'a'\\''b'")
    // A shell reads bytes: a quote with a combining mark is still a quote.
    #expect(
      shellWord("'\u{338};x").unicodeScalars.elementsEqual("''\\''\u{338};x'".unicodeScalars))
  }
}
