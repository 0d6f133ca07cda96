import Testing

@testable import Text

@Suite struct NeedleTests {
  @Test(arguments: [
    ("half", "What is a Half?", true), ("HALF", "half", true), ("half", "hal", false),
    ("e", "E", true), ("STRASSE", "die Straße", true), ("straße", "STRASSE", true),
    ("ss", "groß", true), ("über", "ÜBER", true), ("u\u{308}ber", "über", true),
    ("über", "u\u{308}ber", true), ("e\u{301}", "e", false), ("cafe\u{301}", "Café", true),
    ("たし算", "分数のたし算", true), ("が", "か\u{3099}", true), ("привет", "ПРИВЕТ", true),
    ("привет", "hello", false), ("@", "`", false), ("[", "{", false),
    ("5 k", "5 \u{212A}", true), ("gros", "groß", true), ("sie", "\u{17F}ie", true),
    ("fin", "\u{FB01}n", true), ("office", "o\u{FB03}ce", true), ("stanbul", "İstanbul", true),
    ("車", "\u{F902}", true), ("a;", "a\u{37E}", true), ("it's", "it's", true), ("\"", "\"", true),
    ("ẋ\u{323}", "x\u{323}\u{307}", true), ("ṩ", "S\u{307}\u{323}", true),
    ("a long text that is looked for", "here is A LONG TEXT that is looked for.", true),
  ])
  func findsWithoutCase(_ wanted: String, _ text: String, _ isFound: Bool) throws {
    let needle = try #require(TextSearch(wanted))
    #expect(needle.isFound(in: text) == isFound)
  }

  @Test(arguments: [
    ("Half", "Half", true), ("Half", "half", false), ("ss", "ß", false), ("ss", "messen", true),
    ("u\u{308}", "ü", true),
  ])
  func findsWithCase(_ wanted: String, _ text: String, _ isFound: Bool) throws {
    let needle = try #require(TextSearch(wanted, isCaseSensitive: true))
    #expect(needle.isFound(in: text) == isFound)
  }

  @Test func findsAtEveryPosition() throws {
    for length in [1, 2, 7, 8, 9, 20] {
      let wanted = String("abcdefghijklmnopqrst".prefix(length))
      let needle = try #require(TextSearch(wanted))
      for before in 0..<20 {
        for after in 0..<20 {
          let text =
            String(repeating: "a", count: before) + wanted.uppercased()
            + String(repeating: "t", count: after)
          #expect(needle.isFound(in: text))
        }
        #expect(!needle.isFound(in: String(repeating: "z", count: before)))
      }
    }
  }

  @Test func emptyTextIsNotSearched() {
    #expect(TextSearch("") == nil)
  }

  /// Characters that fold to plain ones must be known as disguises, or the search of raw bytes
  /// would miss them.
  @Test func allCaseVariantsAreFound() {
    // All characters except unified ideographs and unassigned ones.
    let ranges: [ClosedRange<UInt32>] = [0x80...0x33FF, 0xA000...0x1FFFF, 0x2F800...0x2FAFF]
    let scalars = ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }
    let starts = Spelling.all.map(\.start)
    let unknown = scalars.filter { scalar in
      let text = String(scalar)
      let hides = [caseFolded(text), nfc(text)].contains { folded in
        folded.unicodeScalars.contains {
          $0 != scalar && ($0.isASCII || (0x4E00...0x9FFF).contains($0.value))
        }
      }
      return hides && !starts.contains { text.utf8.starts(with: $0) }
    }
    #expect(unknown.isEmpty)
  }

  @Test func tracesAreFound() throws {
    func traces(_ wanted: String, _ text: String) throws -> [Int]? {
      let needle = try #require(TextSearch(wanted))
      return Array(text.utf8).withUnsafeBytes(needle.traces)
    }
    #expect(try traces("is", "This is it") == [2, 5])
    #expect(try traces("is", "That") == [])
    #expect(try traces("brüche", "Brüche, BRÜCHE") == [4, 13])
    #expect(try traces("brüche", "Brüten") == [])
    // These may be written otherwise.
    #expect(try traces("ü", "ein Satz") == [])
    #expect(try traces("ü", "für") == nil)
    #expect(try traces("gross", "groß") == nil)
    #expect(try traces("groß", "grün") == [])
    #expect(try traces("say \"it's\"", "'say \"it''s\"'") == [1])
    #expect(try traces("\"", "it") == nil)
  }
}
