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
    ("a long text that is looked for", "here is A LONG TEXT that is looked for.", true),
  ])
  func findsWithoutCase(_ wanted: String, _ text: String, _ isFound: Bool) throws {
    let needle = try #require(Needle(wanted))
    #expect(needle.isFound(in: text) == isFound)
  }

  @Test(arguments: [
    ("Half", "Half", true), ("Half", "half", false), ("ss", "ß", false), ("ss", "messen", true),
    ("u\u{308}", "ü", true),
  ])
  func findsWithCase(_ wanted: String, _ text: String, _ isFound: Bool) throws {
    let needle = try #require(Needle(wanted, mindsCase: true))
    #expect(needle.isFound(in: text) == isFound)
  }

  @Test func findsAtEveryPlace() throws {
    for length in [1, 2, 7, 8, 9, 20] {
      let wanted = String("abcdefghijklmnopqrst".prefix(length))
      let needle = try #require(Needle(wanted))
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

  @Test func emptyTextIsNoNeedle() {
    #expect(Needle("") == nil)
  }
}
