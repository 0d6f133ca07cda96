import Archives
import Testing

/// A workbook with one sheet, whose parts can be replaced.
private func book(_ sheet: String, _ more: [String: String] = [:]) -> [UInt8] {
  var parts = [
    "xl/workbook.xml":
      "<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" r:id=\"r1\"/></sheets></workbook>",
    "xl/_rels/workbook.xml.rels":
      "<Relationships><Relationship Id=\"r1\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
    "xl/worksheets/sheet1.xml": "<worksheet><sheetData>\(sheet)</sheetData></worksheet>",
  ]
  parts.merge(more) { $1 }
  return ZipArchive.write(parts.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) })
}

private func cells(_ sheet: String, _ more: [String: String] = [:]) throws -> [[String]] {
  try Spreadsheet.rows(of: book(sheet, more)).map(\.cells)
}

@Suite struct SpreadsheetTests {
  @Test func writtenTablesCanBeRead() throws {
    let bytes = Spreadsheet.write(
      name: "grades: [7b]", columns: ["name", "points", "due", "at"],
      rows: [
        [.text("=1+1 <&\" ü\n二"), .number("17.5"), .date(days: 46_354, hasTime: false), .empty],
        [.empty, .number("-3"), .empty, .date(days: 46_354.5, hasTime: true)],
      ])
    let rows = try Spreadsheet.rows(of: bytes)
    #expect(rows.map(\.number) == [1, 2, 3])
    #expect(
      rows.map(\.cells) == [
        ["name", "points", "due", "at"], ["=1+1 <&\" ü\n二", "17.5", "2026-11-28"],
        ["", "-3", "", "2026-11-28 12:00"],
      ])
  }

  @Test func equalTablesGiveEqualBytes() {
    let first = Spreadsheet.write(name: "x", columns: ["a"], rows: [[.text("b")]])
    #expect(first == Spreadsheet.write(name: "x", columns: ["a"], rows: [[.text("b")]]))
  }

  @Test(arguments: [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
  func columnsHaveLetters(_ column: Int, _ letters: String) {
    #expect(Spreadsheet.letters(ofColumn: column) == letters)
  }

  @Test(arguments: [
    (#"<row r="1"><c r="A1"><v>0.30000000000000004</v></c></row>"#, [["0.3"]]),
    (#"<row r="1"><c r="A1" t="str"><f>A2</f><v>x</v></c></row>"#, [["x"]]),
    (#"<row r="1"><c r="C1" t="b"><v>1</v></c></row>"#, [["", "", "TRUE"]]),
    (
      #"<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"#, [["1", "2"], ["3"]]
    ),
    (#"<row r="1"><c r="A1" t="s"><v>7</v></c><c r="B1"><v>1e3</v></c></row>"#, [["", "1000"]]),
    (
      #"<row r="1"><c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t> b</t></r></is></c></row>"#,
      [["a b"]]
    ),
    (#"<row r="1"/><row r="2"><c r="A2"/></row>"#, []),
  ])
  func cellsAreReadAsShown(_ sheet: String, _ expected: [[String]]) throws {
    #expect(try cells(sheet) == expected)
  }

  @Test func formatsDecideHowNumbersAreShown() throws {
    let styles = """
      <styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>\
      <numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="0.0&quot; Std&quot;"/>\
      </numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>\
      <xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="166"/><xf numFmtId="22"/>\
      </cellXfs></styleSheet>
      """
    let row = (0...5).map { "<c s=\"\($0)\"><v>\($0 == 3 ? "0.5" : "46354.75")</v></c>" }.joined()
    #expect(
      try cells("<row>\(row)</row>", ["xl/styles.xml": styles]) == [
        [
          "46354.75", "2026-11-28 18:00", "1112514:00", "50%", "46354.75", "2026-11-28 18:00",
        ]
      ])
  }

  @Test func hiddenSheetsAreSkipped() throws {
    let more = [
      "xl/workbook.xml": """
      <workbook xmlns:r="r"><sheets><sheet name="A" state="hidden" r:id="r1"/>\
      <sheet name="B" r:id="r2"/></sheets></workbook>
      """,
      "xl/_rels/workbook.xml.rels": """
      <Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>\
      <Relationship Id="r2" Target="/xl/worksheets/other.xml"/></Relationships>
      """,
      "xl/worksheets/other.xml":
        "<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>",
    ]
    #expect(try cells("<row><c><v>1</v></c></row>", more) == [["2"]])
  }

  @Test func pronunciationsAreLeftOut() throws {
    let strings = "<sst><si><t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh></si></sst>"
    #expect(
      try cells("<row><c t=\"s\"><v>0</v></c></row>", ["xl/sharedStrings.xml": strings]) == [
        ["東京"]
      ])
  }

  @Test func hostileFilesAreRejected() {
    let bomb = """
      <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>
      """
    #expect(throws: ArchiveError.documentType(part: "xl/worksheets/sheet1.xml")) {
      try cells("", ["xl/worksheets/sheet1.xml": bomb])
    }
    #expect(throws: ArchiveError.tooLarge) {
      try cells(String(repeating: "<x>", count: 300) + String(repeating: "</x>", count: 300))
    }
    #expect(throws: ArchiveError.tooLarge) {
      try cells("<row r=\"1\"><c r=\"XFD1\"><v>1</v></c></row>")
    }
    #expect(
      throws: ArchiveError.markup(
        part: "xl/worksheets/sheet1.xml", line: 1, reason: "mismatched tag")
    ) {
      try cells("<row></c>")
    }
    #expect(throws: ArchiveError.missing("xl/workbook.xml")) {
      try Spreadsheet.rows(of: ZipArchive.write([("a", [])]))
    }
    #expect(throws: ArchiveError.damaged) { try Spreadsheet.rows(of: [0x50, 0x4B, 3, 4]) }
    #expect(throws: ArchiveError.tooLarge) {
      try ZipArchive(
        ZipArchive.write([("a", [UInt8](repeating: 0, count: ZipArchive.largest + 1))])
      ).content(of: "a")
    }
  }

  @Test func damagedArchivesNeverTrap() {
    let bytes = book("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random))
      }
      _ = try? Spreadsheet.rows(of: damaged)
    }
  }
}
