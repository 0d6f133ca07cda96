import Testing

@testable import Text

@Suite struct PatternTests {
  @Test(arguments: [
    ("colou?r", "color", Pattern.Outcome.matches), ("colou?r", "colors", .noMatch),
    ("a|ab", "ab", .matches), ("ab$", "ab\n", .noMatch), (#"\w+"#, "Größe", .matches),
    (#"\d+"#, "٣٤", .matches), ("(?i)STRASSE", "strasse", .matches), ("", "", .matches),
    ("", "x", .noMatch), ("x*", "", .matches), (".", "😀", .matches), (".*", "a\0b", .matches),
  ])
  func patternsMatchWholeTexts(source: String, text: String, expected: Pattern.Outcome) throws {
    #expect(try Pattern(source).match(text) == expected)
  }

  @Test(arguments: [("(a", 2), ("a**b)", 2), ("[z-a]", 3), (#"\C"#, 2), ("(?<n>a)(?<n>b)", 12)])
  func faultyPatternsAreLocated(source: String, offset: Int) {
    let error = #expect(throws: PatternError.self) { try Pattern(source) }
    #expect(error?.offset == offset)
    #expect(error?.message.isEmpty == false)
  }

  @Test(arguments: [
    ("(a+)+$", String(repeating: "a", count: 5_000) + "!"),
    ("(a|aa)*b", String(repeating: "a", count: 60_000)),
    ("(?:a?){30}a{30}", String(repeating: "a", count: 29)),
    (".*.*.*.*x", String(repeating: "y", count: 60_000)),
    (#"(.*)\1\1z"#, String(repeating: "y", count: 60_000)),
    ("a*", String(repeating: "a", count: 70_000)),
  ])
  func hostileTextsAreAborted(source: String, text: String) throws {
    #expect(try Pattern(source).match(text) != .matches)
  }

  @Test func longHonestTextsMatch() throws {
    let text = String(repeating: "word ", count: 2_000)
    #expect(try Pattern("(?:[a-z]+ )+").match(text) == .matches)
    #expect(try Pattern("(a|b)*").match(String(repeating: "ab", count: 5_000)) == .matches)
  }
}
