import Testing

@testable import Text

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("abcd", "acbd", 1),
    ("title", "tilte", 1), ("ä", "a", 1), ("same", "same", 0), ("abcdef", "badcfe", 3),
  ])
  func distances(first: String, second: String, expected: Int) {
    #expect(editDistance(first, second) == expected)
    #expect(editDistance(second, first) == expected)
    #expect(editDistance(first, second, atMost: expected) == expected)
    if expected > 0 { #expect(editDistance(first, second, atMost: expected - 1) == nil) }
  }

  @Test(arguments: [
    ("titel", "title"), ("TITLE", "title"), ("pionts", "points"), ("x", nil), ("zzzzz", nil),
    ("anwser", "answer"), ("", nil), ("pointss", "points"),
  ])
  func suggestions(word: String, expected: String?) {
    #expect(closest(word, in: ["points", "title", "answer", "id"]) == expected)
  }

  @Test func theFirstOfEqualSuggestionsWins() {
    #expect(closest("bat", in: ["cat", "hat"]) == "cat")
    #expect(closest(String(repeating: "a", count: 100_000), in: ["a"]) == nil)
  }
}
