import PlainYAML
import Testing

@Suite struct EditTests {
  private static let worksheet = """
    # Adding
    title: Adding fractions   # short
    to: [7b, 7c/red]
    late: {grace: 10m}

    exercises:
      # the first
      - id: half
        prompt: |
          What is 1/2 + 1/4?

        answer: 3/4

      # the second
      - id: proper
        choices:
        - 3/4
        - '5/4'
    # the end

    """

  private func edit(
    _ text: String = worksheet, _ change: (Document) throws -> Document
  ) throws -> String {
    try change(try Document(text: text)).text
  }

  /// The worksheet with a stretch replaced.
  private func worksheet(_ old: String, _ new: String) throws -> String {
    try #require(Self.worksheet.contains(old))
    return Self.worksheet.replacing(old, with: new)
  }

  @Test func severalEntryChangesEqualSingleChanges() throws {
    let people =
      "# two\nada: {given: Ada}  # hers\nben:\n  given: Ben\n  # his\n  number: 3\n\n"
      + "# last\ncleo: {given: Cleo}"
    for text in [people, people.replacing("\n", with: "\r\n"), "{ada: {given: Ada}, cleo: {}}"] {
      let document = try Document(text: text)
      func change(_ key: String, _ document: Document) throws -> Document {
        try document.setting([.key(key), .key("number")], to: .plain("7"))
          .setting([.key(key), .key("note")], to: .scalar("one: two"))
      }
      let keys = document.root.mapping?.map(\.key) ?? []
      let oneByOne = try keys.reduce(document) { try change($1, $0) }
      #expect(try document.changingEntries(Set(keys), change).text == oneByOne.text)
      #expect(try document.changingEntries(["cleo"], change).text == change("cleo", document).text)
    }
  }

  @Test func severalItemChangesEqualSingleChanges() throws {
    for text in [
      "who:\n  - a  # one\n  # two\n  - b\n  - c\n\n  - d\nlast: 1\n", "who: [a, b, c, d]\n",
    ] {
      let document = try Document(text: text)
      let new: [Value] = ["e", "f: g"]
      let added = try document.appending("e", to: ["who"]).appending("f: g", to: ["who"])
      #expect(try document.appending(new, to: ["who"]).text == added.text)
      #expect(try document.appending([Value](), to: ["who"]).text == text)
      for gone in [[], [0], [1, 2], [0, 3], [1, 2, 3]] {
        let left = try gone.reversed().reduce(document) { try $0.removing(["who", .index($1)]) }
        #expect(try document.removing(gone, of: ["who"]).text == left.text, "\(gone)")
      }
      #expect(try document.removing([0, 1, 2, 3], of: ["who"]).root["who"]?.sequence == [])
    }
  }

  @Test func positionsOfManyOffsetsMatchSingleLookups() throws {
    let document = try Document(text: "\u{FEFF}ä: 1\r\nb: [ü, 2]\n\n# x\nc: 3")
    let offsets = Array(3..<document.bytes.count + 2)
    #expect(document.positions(of: offsets) == offsets.map { document.position(of: $0) })
  }

  @Test func setsSeveralKeysAtOnce() throws {
    let pairs: [Value.Pair] = [
      .init("ben", ["state": "removed"]), .init("ada", "new"), .init("cleo", "one\ntwo\n"),
    ]
    #expect(
      try edit("# who\nben: old\n") { try $0.setting(pairs) }
        == "# who\nben:\n  state: removed\nada: new\ncleo: |\n  one\n  two\n")
    #expect(
      try edit("{ben: old}") { try $0.setting(pairs) }
        == "{ben: {state: removed}, ada: new, cleo: \"one\\ntwo\\n\"}")
    for empty in ["", "# who\n", "~"] {
      let document = try Document(text: empty).setting(pairs)
      #expect(document.root.mapping?.map(\.key) == ["ben", "ada", "cleo"])
    }
    let mixed = try Document(
      text: "# two\nben: old  # his\n\n# hers\nada: |\n  x\n\n# all\ncleo: [1, 2]\ndora: 1")
    let all = pairs + [.init("dora", "2")]
    var oneByOne = mixed
    for pair in all { oneByOne = try oneByOne.setting([.key(pair.key)], to: pair.value) }
    #expect(try mixed.setting(all).text == oneByOne.text)
    #expect(
      try edit("{ben: old, ada: 1, cleo: 2}") { try $0.setting(pairs) }
        == "{ben: {state: removed}, ada: new, cleo: \"one\\ntwo\\n\"}")
    #expect(try Document(text: "a: 1").setting([]).text == "a: 1")
    #expect(throws: EditError.self) { try Document(text: "[a]").setting(pairs) }
    #expect(throws: EditError.self) {
      try Document(text: "a: 1").setting([.init("b", "1"), .init("b", "2")])
    }
  }

  @Test func setsAValue() throws {
    #expect(
      try edit { try $0.setting(["title"], to: "Adding: more") }
        == worksheet("title: Adding fractions   # short", "title: \"Adding: more\"   # short"))
    #expect(
      try edit { try $0.setting(["exercises", 0, "prompt"], to: "One\ntwo\n") }
        == worksheet("      What is 1/2 + 1/4?\n", "      One\n      two\n"))
    #expect(
      try edit { try $0.setting(["exercises", 0, "prompt"], to: "One?") }
        == worksheet("prompt: |\n      What is 1/2 + 1/4?\n", "prompt: One?\n"))
    #expect(
      try edit { try $0.setting(["exercises", 1, "choices", 1], to: "4/4") }
        == worksheet("'5/4'", "4/4"))
    #expect(
      try edit { try $0.setting(["late", "grace"], to: "1 h, or so") }
        == worksheet("10m", "\"1 h, or so\""))
    #expect(
      try edit { try $0.setting(["exercises", 1, "choices"], to: ["a", "b"]) }
        == worksheet("    - 3/4\n    - '5/4'\n", "    - a\n    - b\n"))
    #expect(
      try edit { try $0.setting(["exercises", 1, "choices"], to: ["a": "b"]) }
        == worksheet("    - 3/4\n    - '5/4'\n", "      a: b\n"))
    #expect(
      try edit { try $0.setting(["exercises", 1, "choices"], to: "none") }
        == worksheet("choices:\n    - 3/4\n    - '5/4'\n", "choices: none\n"))
    #expect(
      try edit { try $0.setting(["title"], to: ["de": "a", "en": "b\nc"]) }
        == worksheet(
          "title: Adding fractions   # short", "title:   # short\n  de: a\n  en: |-\n    b\n    c"))
  }

  @Test func unchangedValuesAreKept() throws {
    let text = "a: 'b'   # c\r\nd: [1,2]\r\n"
    #expect(try edit(text) { try $0.setting(["a"], to: "b") } == text)
    #expect(try edit(text) { try $0.setting(["d"], to: [1, 2]) } == text)
  }

  @Test func addsAKey() throws {
    let order = ["format", "title", "type", "to", "late", "draft", "exercises"]
    #expect(
      try edit { try $0.setting(["type"], to: "quiz", order: order) }
        == worksheet("# short\n", "# short\ntype: quiz\n"))
    #expect(
      try edit { try $0.setting(["draft"], to: true, order: order) }
        == worksheet("10m}\n", "10m}\ndraft: yes\n"))
    #expect(
      try edit { try $0.setting(["format"], to: 1, order: order) } == "format: 1\n" + Self.worksheet
    )
    #expect(
      try edit { try $0.setting(["was"], to: ["x"]) }
        == worksheet("'5/4'\n", "'5/4'\nwas:\n  - x\n"))
    #expect(
      try edit { try $0.setting(["exercises", 0, "hint"], to: "a\nb\n") }
        == worksheet("answer: 3/4\n", "answer: 3/4\n    hint: |\n      a\n      b\n"))
    #expect(
      try edit { try $0.setting(["exercises", 0, "type"], to: "text", order: ["type", "id"]) }
        == worksheet("- id: half\n", "- type: text\n    id: half\n"))
    #expect(
      try edit { try $0.setting(["late", "cutoff"], to: "3d") }
        == worksheet("{grace: 10m}", "{grace: 10m, cutoff: 3d}"))
    #expect(
      try edit { try $0.setting(["titles", "de"], to: "Brüche") }
        == worksheet("'5/4'\n", "'5/4'\ntitles:\n  de: Brüche\n"))
    #expect(try edit("a:\n") { try $0.setting(["a", "b", "c"], to: 1) } == "a:\n  b:\n    c: 1\n")
    #expect(try edit("a: {}") { try $0.setting(["a", "b"], to: 1) } == "a: {b: 1}")
    #expect(try edit("") { try $0.setting(["a"], to: 1) } == "a: 1\n")
    #expect(try edit("# c") { try $0.setting(["a"], to: 1) } == "# c\na: 1\n")
    #expect(try edit("a: 1") { try $0.setting(["b"], to: 2) } == "a: 1\nb: 2")
    #expect(
      try edit("a: 1\r\n") { try $0.setting(["b"], to: "c\nd\n") }
        == "a: 1\r\nb: |\r\n  c\r\n  d\r\n")
    #expect(try edit("a: |\n  b") { try $0.setting(["c"], to: 2) } == "a: b\nc: 2")
  }

  @Test func appends() throws {
    #expect(
      try edit { try $0.appending("ada, ben", to: ["to"]) }
        == worksheet("7c/red]", "7c/red, \"ada, ben\"]"))
    #expect(
      try edit { try $0.appending("4/4", to: ["exercises", 1, "choices"]) }
        == worksheet("'5/4'\n", "'5/4'\n    - 4/4\n"))
    #expect(
      try edit { try $0.appending(["id": "third", "type": "essay"], to: ["exercises"]) }
        == worksheet("'5/4'\n", "'5/4'\n  - id: third\n    type: essay\n"))
    #expect(
      try edit { try $0.appending("x", to: ["was"]) }
        == worksheet("'5/4'\n", "'5/4'\nwas:\n  - x\n"))
    #expect(try edit("a: []\n") { try $0.appending("x", to: ["a"]) } == "a: [x]\n")
    #expect(try edit("a: [y, ]\n") { try $0.appending("x", to: ["a"]) } == "a: [y, x, ]\n")
  }

  @Test func removes() throws {
    #expect(
      try edit { try $0.removing(["exercises", 0]) }
        == worksheet(
          """
            # the first
            - id: half
              prompt: |
                What is 1/2 + 1/4?

              answer: 3/4

          """, ""))
    #expect(
      try edit { try $0.removing(["exercises", 0, "id"]) }
        == worksheet("- id: half\n    prompt", "- prompt"))
    #expect(
      try edit { try $0.removing(["exercises", 1, "choices", 0]) } == worksheet("    - 3/4\n", ""))
    #expect(try edit { try $0.removing(["to", 0]) } == worksheet("[7b, 7c/red]", "[7c/red]"))
    #expect(try edit { try $0.removing(["to", 1]) } == worksheet("[7b, 7c/red]", "[7b]"))
    #expect(try edit { try $0.removing(["late", "grace"]) } == worksheet("{grace: 10m}", "{}"))
    #expect(try edit("a:\n  - b # c\n") { try $0.removing(["a", 0]) } == "a: []\n")
    #expect(try edit("# a\n\n# b\nb: 1\n# c\n") { try $0.removing(["b"]) } == "# a\n\n# c\n")
    #expect(
      try edit("a: |\n  b\n  # no comment\nc: 1\n") { try $0.removing(["c"]) }
        == "a: |\n  b\n  # no comment\n")
  }

  @Test func refuses() throws {
    let document = try Document(text: "a: b\nc: [d]\n")
    #expect(throws: EditError.notFound(["x"])) { try document.removing(["x"]) }
    #expect(throws: EditError.notFound(["c", 1])) { try document.setting(["c", 1], to: 1) }
    #expect(throws: EditError.notAMapping(["a"])) { try document.setting(["a", "b"], to: 1) }
    #expect(throws: EditError.notASequence(["a"])) { try document.appending(1, to: ["a"]) }
    #expect(throws: EditError.containsNUL(["a"])) { try document.setting(["a"], to: "\0") }
    let key = String(repeating: "k", count: 1001)
    #expect(throws: EditError.self) { try document.setting([.key(key)], to: 1) }
    var deep: Value = "x"
    for _ in 0..<40 { deep = [deep] }
    #expect(throws: EditError.self) { try document.setting(["a"], to: deep) }
  }
}
