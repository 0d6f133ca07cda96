import PlainYAML
import Testing

@Suite struct LedgerTests {
  private func ledger(_ text: String) throws -> Ledger { try Ledger(Array(text.utf8)) }
  private func text(_ ledger: Ledger) -> String { String(decoding: ledger.bytes, as: UTF8.self) }

  @Test func keepsKeysInOrder() throws {
    var ledger = try Ledger()
    try ledger.set("ben", .mapping([Value.Pair("score", 8)]))
    try ledger.set("ada", ["score": 8, "comment": "Right\nso", "late": "1d", "note": "no"])
    try ledger.set("émile", ["score": 8])
    #expect(ledger.keys == ["ada", "ben", "émile"])
    #expect(
      text(ledger) == """
        ada: {score: 8, comment: "Right\\nso", late: 1d, note: "no"}
        ben: {score: 8}
        émile: {score: 8}

        """)
  }

  @Test func refusesLongLines() throws {
    let longest = "ada: " + String(repeating: "a", count: Ledger.lineLimit - 6) + "\n"
    #expect(try ledger(longest + longest.replacing("ada", with: "ben") + "cora: c").keys.count == 3)
    let error = #expect(throws: YAMLError.self) {
      try ledger(longest + "ben" + longest + "cora: c")
    }
    #expect(error?.kind == .lineTooLong)
    #expect(error?.position == Position(line: 2, column: 1))
  }

  @Test(arguments: [
    "{}", "[]", "{a: 1}", "{a: {b: [1, 2], c: ~}, d: \"x: y\"}", "[{at: \"10:00\", by: hub}, -1]",
    "{a: b c, d: e:f, g: 1/3, h: ü}", "{a: null, b: x-}", "{ a: 1}", "{a: 1 }", "{a: 1,b: 2}",
    "{a: 'x', b: \"\\n\"}", "{\"a\": 1}", "{a: 1}  # comment", "{a: [[[[[[[[[1]]]]]]]]]}",
    "{a: .5, b: (x), c: -}x}", "{a: http://x.y/z?q#f}", "{}\r", "{a-b_c.d: 1}",
    // The rest is invalid.
    "{a: 1, a: 2}", "{a: 1} b", "{a: }", "{a: ,}", "{a: 1", "[1, 2", "{a: \"x}", "{a}", "[a: b]",
    "{a: b: c}", "{a: [1}}", "{a:1}", "{a: -}", "{a: #b}", "{a: 1}}", "{a: x\"y\" z: 1}", "{<<: a}",
    "{e\u{301}: 1, \u{e9}: 2}", "{a: *b}", "{a: b, {c: 1}: 2}", "{a: \"b\"c}",
  ])
  func readsValuesLikeADocument(_ value: String) throws {
    let bytes = Array("ada: \(value)\nben: {a: 1}\n".utf8)
    do throws(YAMLError) {
      let document = try Document(bytes)
      let ledger = try Ledger(bytes)
      #expect(ledger["ada"] == document.root["ada"])
      #expect(ledger["ada"]?.offset == document.root["ada"]?.offset)
      #expect(ledger["ada"]?.end == document.root["ada"]?.end)
      #expect(ledger["ben"] == document.root["ben"])
      #expect(ledger["cora"] == nil)
    } catch {
      #expect(#expect(throws: YAMLError.self) { try Ledger(bytes) } == error)
    }
  }

  @Test(arguments: [
    "ada: 1\nben: 2\ncora: 3\n", "cora: 3\nada: 1\nben: 2\n", "ada: 1\nben: 2\ncora: 3\némile: 4\n",
    "ada: 1\nben: 2\nada-b: 0\ncora: 3\n",
  ])
  func findsKeysInAnyOrder(_ text: String) throws {
    let ledger = try ledger(text)
    #expect(ledger["ada"]?.scalar == "1")
    #expect(ledger["ben"]?.scalar == "2")
    #expect(ledger["cora"]?.scalar == "3")
    for missing in ["a", "adb", "bena", "zoe", "e\u{301}milie"] { #expect(ledger[missing] == nil) }
    #expect(ledger.keys.count == text.split(separator: "\n").count)
  }

  @Test func refusesEqualKeysOutOfOrder() {
    for text in ["ada: 1\nada: 2\n", "ben: 1\nada: 2\nben: 3\n", "a: 1\né: 2\nb: 3\ne\u{301}: 4\n"]
    {
      #expect(throws: YAMLError.self) { try ledger(text) }
    }
  }

  @Test func editsChangeOnlyTheirLines() throws {
    var ledger = try ledger(
      """
      # Marks

      # Ada
      ada: {a: 1}   # first
      ben:
        a: 2
        b: |
          text
      # Cora's
      cora:   {a:   3}
      # end

      """)
    try ledger.set("ada", ["a": 2])
    try ledger.set("cora", ["a": 3])
    try ledger.set("bob", ["a": 4])
    try ledger.set("zoe", ["a": 5])
    #expect(
      text(ledger) == """
        # Marks

        # Ada
        ada: {a: 2}   # first
        ben:
          a: 2
          b: |
            text
        bob: {a: 4}
        # Cora's
        cora:   {a:   3}
        zoe: {a: 5}
        # end

        """)
    ledger.remove("ada")
    ledger.remove("zoe")
    ledger.remove("nobody")
    #expect(ledger.keys == ["ben", "bob", "cora"])
    #expect(text(ledger).hasPrefix("# Marks\n\nben:\n  a: 2\n"))
    #expect(ledger["ada"] == nil)
    #expect(ledger["ben"]?["b"]?.scalar == "text\n")
  }

  @Test func keepsTheLayoutOfBlocks() throws {
    var ledger = try ledger(
      """
      ada:        # was ill
        why: 3    # generous
        comment: |
          Good.
          Go on.
      ben: {why: 2}

      """)
    try ledger.set(
      "ada", ["half": 1, "why": 3, "comment": "Good.\nGo on.\n", "by": "Grace"])
    try ledger.set("ben", ["why": 4])
    #expect(
      text(ledger) == """
        ada:        # was ill
          half: 1
          why: 3    # generous
          comment: |
            Good.
            Go on.
          by: Grace
        ben: {why: 4}

        """)
    #expect(try Ledger(ledger.bytes).holds(ledger["ada"].map { Value($0) } ?? "", for: "ada"))
  }

  @Test func rewritingUnchangedEntriesChangesNothing() throws {
    let source = "\u{FEFF}b: {x: 1}\r\na:   {z: 2} # c\r\n\r\n# end"
    var ledger = try ledger(source)
    try ledger.set("a", ["z": 2])
    #expect(Array(text(ledger).utf8) == Array(source.utf8))
    try ledger.set("a", ["z": "3"])
    #expect(text(ledger) == "\u{FEFF}b: {x: 1}\r\na: {z: \"3\"} # c\r\n\r\n# end")
    #expect(ledger.keys == ["a", "b"])
  }

  @Test func locatesEntries() throws {
    let ledger = try ledger("ada: {a: 1}\nben: {a: 1, b: 2}\n")
    let node = try #require(ledger["ben"]?["b"])
    #expect(ledger.position(of: node.offset) == Position(line: 2, column: 16))
  }

  @Test func refuses() throws {
    #expect(throws: YAMLError.self) { try ledger("- a\n") }
    #expect(throws: YAMLError.self) { try ledger("{a: {b: 1}}\n") }
    #expect(throws: YAMLError.self) { try ledger("ada: {a: 1}\nada: {a: 2}\n") }
    #expect(throws: YAMLError.self) { try ledger("ada: {a: 1\n") }
    let long = String(repeating: "x", count: Ledger.lineLimit)
    #expect(throws: YAMLError.self) { try ledger("ada: {a: \(long)}\n") }
    var empty = try Ledger()
    #expect(throws: EditError.self) { try empty.set("ada", ["a": .scalar(long)]) }
    #expect(empty.bytes.isEmpty)
  }
}
