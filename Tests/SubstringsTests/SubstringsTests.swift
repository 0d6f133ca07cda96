import Foundation
import Substrings
import Testing

/// Each case is a text, a search string, and the bytes before the match; nil for no match.
@Test(arguments: [
  ("ssh://hub", "://", 3), ("aaab", "aab", 1), ("{{a}}", "{{", 0), ("", "", 0), ("ab", "", 0),
  ("ab", "abc", nil), ("", "a", nil), ("größe: ß", "ß", 4), ("e\u{301}", "e", 0),
  ("\u{e9}", "e\u{301}", nil), ("日本語", "本", 3),
])
func theFirstOccurrenceIsFound(text: String, wanted: String, offset: Int?) {
  let range = text.firstRange(of: wanted)
  #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
  #expect(range.map { String(text[$0]) } == (offset == nil ? nil : wanted))
  #expect(
    "x\(text)".dropFirst().firstRange(of: wanted).map { _ in true } == range.map { _ in true })
}

@Test(arguments: [
  ("a,b,", ",", ", ", "a, b, "), ("aaaa", "aa", "a", "aa"), ("", "a", "b", ""),
  ("\tx\t", "\t", "  ", "  x  "), ("{{x}} {{x}}", "{{x}}", "[{{x}}]", "[{{x}}] [{{x}}]"),
  ("日本", "本", "", "日"), ("abc", "", "x", "abc"),
])
func allOccurrencesAreReplaced(text: String, old: String, new: String, result: String) {
  #expect(text.replacing(old, with: new) == result)
}
