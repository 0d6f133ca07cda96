import Reports
import Testing
import Text

@Suite struct JSONTests {
  @Test func keepsOrderAndEscapes() {
    let value: JSONValue = ["b": 1, "a": [true, nil, "x\n\u{1B}\u{202E}\"é"]]
    #expect(value.description == #"{"b": 1, "a": [true, null, "x\n\u001B\u202E\"é"]}"#)
  }

  @Test(arguments: ["0", "-0.5", "10", "1e5", "1.25E-3"])
  func printsNumbers(_ number: String) {
    #expect(JSONValue.decimal(number).description == number)
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "0x1", "1 ", "NaN", "3/4"])
  func nonNumbersAreQuoted(_ text: String) {
    #expect(JSONValue.decimal(text).description == "\"\(text)\"")
  }
}

@Suite struct TableTests {
  private static let table = Table(
    "worksheets",
    [
      .init("path"), .init("points", isNumber: true), .init("title"),
      .init("id", isShown: false),
    ],
    rows: [
      ["math/adding", Cell(.decimal("1.5")), "Adding", 1],
      ["math/分数", 12, "=SUM(A1)\t\u{1B}[31m", 2],
      ["math/x", nil],
    ])

  @Test func alignsByWidthOnATerminal() {
    #expect(
      Self.table.text(Layout(isTerminal: true)) == """
        Path         Points  Title
        math/adding     1.5  Adding
        math/分数        12  =SUM(A1)\\t\\u{1B}[31m
        math/x

        """)
  }

  private static func grades() -> Table {
    var columns: [Table.Column] = [
      .init("student"), .init("name"), .init("adding", title: "Adding fractions", isNumber: true),
      .init("note"), .init("max", isNumber: true),
    ]
    columns[0].isOptional = true
    columns[2].shortTitle = "adding"
    var table = Table("grades", columns)
    var missing = Cell(.null, shown: "missing")
    missing.short = "-"
    table.append(["ada", "Ada Lovelace of London", 12, nil, 40])
    table.append(["ben", "Ben Braun", missing, nil, 40])
    table.legend = "- missing"
    return table
  }

  /// Empty columns are left out, and each row stays on one line.
  @Test(arguments: [
    (
      80,
      """
      Student  Name                    Adding fractions  Max
      ada      Ada Lovelace of London                12   40
      ben      Ben Braun                        missing   40

      """
    ),
    (
      40,
      """
      Name                    adding  Max
      Ada Lovelace of London      12   40
      Ben Braun                    -   40
      - missing

      """
    ),
    (
      24,
      """
      Name         adding  Max
      Ada Lovela…      12   40
      Ben Braun         -   40
      - missing

      """
    ),
    (
      16,
      """
      Name        add…
      Ada Lovel…    12
      Ben Braun      -

      Name        Max
      Ada Lovel…   40
      Ben Braun    40
      - missing

      """
    ),
  ])
  func tablesFitTheTerminal(_ width: Int, _ text: String) {
    #expect(Self.grades().text(Layout(isTerminal: true, width: width)) == text)
  }

  @Test func pathsKeepTheirEnds() {
    let table = Table(
      "works", [.init("path"), .init("title")],
      rows: [
        ["math/fractions/adding", "Adding fractions"], ["math/fractions/sub", "Subtracting"],
      ])
    #expect(
      table.text(Layout(isTerminal: true, width: 34)) == """
        Path              Title
        …ractions/adding  Adding fractions
        …h/fractions/sub  Subtracting

        """)
  }

  @Test(arguments: 1...90)
  func noLineIsWiderThanTheTerminal(_ width: Int) {
    let lines = Self.grades().text(Layout(isTerminal: true, width: width)).split(separator: "\n")
    #expect(lines.allSatisfy { displayWidth(String($0)) <= max(width, 16) || $0 == "- missing" })
  }

  @Test func separatesByTabsInAPipe() {
    #expect(
      Self.table.text(.pipe)
        == "math/adding\t1.5\tAdding\nmath/分数\t12\t=SUM(A1)\\t\\u{1B}[31m\nmath/x\t\t\n")
  }

  @Test func hasADocumentedEnvelope() {
    #expect(
      Self.table.json.document == #"""
        {"format": 1, "kind": "worksheets", "items": [
          {"path": "math/adding", "points": 1.5, "title": "Adding", "id": 1},
          {"path": "math/分数", "points": 12, "title": "=SUM(A1)\t\u001B[31m", "id": 2},
          {"path": "math/x", "points": null, "title": null, "id": null}
        ]}

        """#)
    #expect(
      Table("rows", [.init("a")]).json.document
        == #"{"format": 1, "kind": "rows", "items": []}"# + "\n")
  }

  @Test func defusesSpreadsheetFormulas() {
    #expect(
      Self.table.csv() == """
        path,points,title,id
        math/adding,1.5,Adding,1
        math/分数,12,'=SUM(A1)\t\\u{1B}[31m,2
        math/x,,,

        """)
  }

  @Test(arguments: ["=1", "+1", "-1", "@x", " =1", "\t=1", "\r=1", "＝1", "\u{200B}=1"])
  func defuses(_ text: String) { #expect(CSV.defused(text) == "'" + text) }

  @Test(arguments: ["", "1", "a=b", "ada@x.org"])
  func harmlessCellsAreUnchanged(_ text: String) { #expect(CSV.defused(text) == text) }

  @Test func quotesCells() {
    var line = ""
    CSV.append(["a,b", "say \"x\"", "two\nlines", .integer(-5), .decimal("-1/2")], to: &line)
    #expect(line == "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",-5,'-1/2\n")
  }

  @Test func combiningMarksDoNotHideQuotes() {
    var line = ""
    CSV.append(["a\"\u{338},=b"], to: &line)
    #expect(line.unicodeScalars.elementsEqual("\"a\"\"\u{338},=b\"\n".unicodeScalars))
    #expect(
      Page.escaped("\"\u{338}").unicodeScalars.elementsEqual("&quot;\u{338}".unicodeScalars))
  }
}

@Suite struct RecordTests {
  private static let record = Record(
    "worksheet",
    [
      .init("path", "math/adding"), .init("closed", nil),
      .init("text", "one\n\n  two\u{1B}", title: "instructions"),
    ])

  @Test func showsLinesOfText() {
    #expect(
      Self.record.text(Layout(isTerminal: true)) == """
        path          math/adding
        instructions  one
                        two\\u{1B}

        """)
    #expect(
      Self.record.text(.pipe) == "path\tmath/adding\ninstructions\tone\\n\\n  two\\u{1B}\n")
  }

  @Test func recordsHaveAnItem() {
    #expect(
      Self.record.json["item"] == [
        "path": "math/adding", "closed": nil, "text": "one\n\n  two\u{1B}",
      ])
  }
}
