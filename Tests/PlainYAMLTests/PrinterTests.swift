import PlainYAML
import Testing

@testable import plainyaml_fuzz

@Suite struct PrinterTests {
  @Test func isCanonical() {
    let value: Value = [
      "title": "Adding fractions", "titles": .flow(["de": "Brüche", "no": "Brøk"]), "order": 3,
      "draft": true, "hidden": false, "release": nil, "empty": [], "none": [:],
      "exercises": [
        ["id": "half", "prompt": "What is\n1/2?\n", "choices": .flow(["3/4", "1,5", "2"])],
        "text", ["a", ["b"]], "  two\nlines",
      ],
    ]
    #expect(
      Printer.print(value) == """
        title: Adding fractions
        titles: {de: Brüche, "no": Brøk}
        order: 3
        draft: yes
        hidden: no
        release: ~
        empty: []
        none: {}
        exercises:
          - id: half
            prompt: |
              What is
              1/2?
            choices: [3/4, "1,5", "2"]
          - text
          - - a
            - - b
          - |2-
              two
            lines

        """)
    #expect(Printer.print([:]) == "")
    #expect(Printer.print("a") == "a\n")
    #expect(Printer.flow(["a": ["b\nc", 1], "d": nil]) == #"{a: ["b\nc", 1], d: ~}"#)
  }

  @Test(arguments: [
    "no", "Yes", "ON", "off", "y", "N", "true", "False", "~", "null", "NULL", "", "=", "<<", "1",
    "-1",
    "+1", "1.10", "010", "0o7", "0x1F", "0b1", "1_000", "1e3", "1.5E-3", ".5", "3.", ".inf",
    "-.INF",
    ".nan", ".", "16:40", "12:30:45", "2026-11-20", "2026-1-2", "2026-11-20 08:00",
    "2026-11-20T08:00:00Z", " a", "a ", "a: b", "a:", "a #b", "#a", "- a", "-", "---", "...", "? a",
    ":a",
    "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'a", "\"a", "[a", "{a", "]", "}", ",", "a\tb",
    "a\u{1B}", "a\r", "\u{85}", "\u{2028}", "\u{202E}", "\u{FEFF}",
  ])
  func quotes(_ text: String) throws {
    #expect(Printer.quoteIfNeeded(text).hasPrefix("\""))
    #expect(try Document(text: "a: " + Printer.quoteIfNeeded(text)).root["a"]?.scalar == text)
  }

  @Test(arguments: [
    "a", "3/4", "75%", "0,75", "15-20", "1d", "10m", "a:b", "a#b", "it's", "say \"x\"", "-a", "+",
    "no!",
    "Norway", "http://a.b/c?d#e", "C:\\dir", "1f3c0e9d", "Brüche", "分数のたし算", "2026-11", "7b/red",
    "a, b", "[a]".replacing("[", with: "a["), "1.2.x", "e3", "2026-11-20..2026-11-21",
    "Grace <g@x>",
  ])
  func doesNotQuote(_ text: String) throws {
    #expect(Printer.quoteIfNeeded(text) == text)
    #expect(try Document(text: "a: " + text).root["a"]?.scalar == text)
  }

  @Test(arguments: ["a, b", "a]", "{a}", "a:", "-]", "a:?b", "a:,b"])
  func quotesInBrackets(_ text: String) throws {
    let flow = Printer.quoteIfNeeded(text, flow: true)
    #expect(flow.hasPrefix("\""))
    #expect(try Document(text: "[\(flow)]").root.sequence?.first?.scalar == text)
  }

  @Test(arguments: [
    ("a\nb\n", "|\n  a\n  b\n"), ("a\nb", "|-\n  a\n  b\n"), ("a\n\n", "|+\n  a\n\n"),
    (" a\nb", "|2-\n   a\n  b\n"), ("\na\n", "|\n\n  a\n"), ("\n a\n", "|2\n\n   a\n"),
    ("a\n\n b\n", "|\n  a\n\n   b\n"), ("\n", "\"\\n\"\n"), ("a\u{7}\nb", "\"a\\x07\\nb\"\n"),
    ("a\n  ", "|-\n  a\n    \n"), ("\ta\n", "|2\n  \ta\n"),
  ])
  func writesLines(_ text: String, _ written: String) throws {
    #expect(Printer.print(.mapping([Value.Pair("k", .scalar(text))])) == "k: " + written)
    #expect(try Document(text: "k: " + written).root["k"]?.scalar == text)
  }

  @Test func printedValuesRoundTrip() throws {
    for number in 0..<1000 {
      var checks = Checks(Seeded(2026, number))
      try checks.runPrinter()
    }
  }
}
