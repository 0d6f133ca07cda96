import Testing

@testable import Text

@Suite struct DisplayTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本語", 6), ("e\u{301}", 1), ("Ａ", 2), ("한글", 4), ("ｱ", 1),
    ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("a\u{200B}b", 2), ("\u{301}", 0), ("é", 1), ("नि", 1), ("\n", 0),
    ("👍🏽", 2), ("½", 1), ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func widths(text: String, expected: Int) {
    #expect(displayWidth(text) == expected)
  }

  @Test func padding() {
    #expect(padded("日本", to: 6) == "日本  ")
    #expect(padded("7", to: 3, .right) == "  7")
    #expect(padded("long", to: 2) == "long")
  }

  @Test(arguments: [
    ("abc", "abc"), ("a\u{1B}[31m", "a\\u{1B}[31m"), ("x\u{202E}y", "x\\u{202E}y"),
    (".git\u{200D}", ".git\\u{200D}"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{7F}\u{85}", "\\u{7F}\\u{85}"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️‍🔥", "❤️‍🔥"), ("葛\u{E0100}", "葛\u{E0100}"),
    ("\u{FEFF}a\u{2028}", "\\u{FEFF}a\\u{2028}"), ("\u{2066}\u{E0041}", "\\u{2066}\\u{E0041}"),
    ("é\u{200D}\u{200D}é", "é\\u{200D}\\u{200D}é"), ("so\u{AD}lo", "so\\u{AD}lo"), ("\0", "\\u{0}"),
    ("a\r\nb", "a\\r\\nb"), ("\u{FFFE}", "\\u{FFFE}"), ("\u{3164}", "\\u{3164}"),
  ])
  func hiddenCharactersAreShown(text: String, expected: String) {
    #expect(visible(text) == expected)
  }

  @Test func lineBreaksCanBeKept() {
    #expect(visible("a\n\tb\r\n\u{7}", keepingLines: true) == "a\n\tb\\r\n\\u{7}")
  }
}
