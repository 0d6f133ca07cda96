import PlainYAML
import Testing

/// Sets other keys and values in existing texts.
@Suite struct PlaceTests {
  private func renamed(_ text: String, _ path: [Step], _ key: String) throws -> String {
    try Document(text: text).renaming(path, to: key).text
  }

  private func moved(_ text: String, _ path: [Step], _ index: Int) throws -> String {
    try Document(text: text).moving(path, to: index).text
  }

  @Test func renamingKeysKeepsTheRest() throws {
    let text = "# Red\ngroups:\n  red : [ada]  # first\n  blue: {a: 1, b: 2}\n"
    #expect(
      try renamed(text, ["groups", "red"], "green")
        == text.replacing("red :", with: "green :"))
    #expect(
      try renamed(text, ["groups", "blue", "a"], "yes")
        == text.replacing("a: 1", with: "\"yes\": 1"))
    #expect(try renamed(text, ["groups"], "groups") == text)
    #expect(throws: EditError.self) { try renamed(text, ["groups", "red"], "blue") }
    #expect(throws: EditError.self) { try renamed(text, ["groups", "none"], "x") }
  }

  @Test func movedItemsKeepTheirComments() throws {
    let text =
      "items:\n  # the first\n  - id: a   # A\n    x: 1\n  - b\n  # the third\n  - c\n# end\n"
    #expect(
      try moved(text, ["items", .index(2)], 0)
        == "items:\n  # the third\n  - c\n  # the first\n  - id: a   # A\n    x: 1\n  - b\n# end\n")
    #expect(
      try moved(text, ["items", .index(0)], 1)
        == "items:\n  - b\n  # the first\n  - id: a   # A\n    x: 1\n  # the third\n  - c\n# end\n")
    #expect(try moved("[a, 'b', c]", [.index(2)], 0) == "[c, a, 'b']")
    #expect(try moved("- a\n- b", [.index(0)], 1) == "- b\n- a")
    #expect(throws: EditError.self) { try moved("- a\n", [.index(0)], 1) }
  }

  @Test func renamesLinesOfLedgers() throws {
    var ledger = try Ledger(Array("ada: {a: 1}\n# Ben\nben:   {b: 2}  # late\ncem: {c: 3}\n".utf8))
    try ledger.rename("ben", to: "zoe")
    #expect(
      String(decoding: ledger.bytes, as: UTF8.self)
        == "ada: {a: 1}\ncem: {c: 3}\n# Ben\nzoe:   {b: 2}  # late\n")
    #expect(throws: EditError.self) { try ledger.rename("ada", to: "zoe") }
    #expect(throws: EditError.self) { try ledger.rename("ben", to: "x") }
  }
}
