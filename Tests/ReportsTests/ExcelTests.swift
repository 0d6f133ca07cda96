import Archives
import Model
import Reports
import Testing

@Suite struct ExcelTests {
  private static let table = Table(
    "grades", [.init("student"), .init("score", isNumber: true), .init("due"), .init("n")],
    rows: [
      ["=cmd|x", .init(.decimal("17.5")), "2026-11-28 14:30", 3],
      ["Zoë; \"Z\"", .init(.decimal("1/3")), "28.11.2026", nil],
      [
        "2026-02-30", .init(.decimal("0.1234567890123456")), "2026-11-28T23:59:59Z",
        .init(1_234_567_890_123_456),
      ],
    ])

  @Test func numbersAndDatesAreTyped() throws {
    let rows = try Spreadsheet.rows(of: Self.table.xlsx(in: .utc)).map(\.cells)
    #expect(
      rows == [
        ["student", "score", "due", "n"], ["=cmd|x", "17.5", "2026-11-28 14:30", "3"],
        ["Zoë; \"Z\"", "1/3", "28.11.2026"],
        ["2026-02-30", "0.1234567890123456", "2026-11-28 23:59", "1234567890123456"],
      ])
  }

  @Test func excelFilesAreReadLikeText() throws {
    let read = try DelimitedText(Self.table.xlsx(in: .utc))
    #expect(read.encoding == .spreadsheet)
    #expect(read.rows[1].map(\.text) == ["=cmd|x", "17.5", "2026-11-28 14:30", "3"])
    #expect(read.rows[2][1].line == 3)
    #expect(read.rows[2][1].column == 2)
    #expect(read.line(1) == "student\tscore\tdue\tn")
  }

  @Test(arguments: [
    (nil, "\u{FEFF}student,score\nada,17.5\n"), ("en-GB", "\u{FEFF}student,score\nada,17.5\n"),
    ("de", "\u{FEFF}student;score\nada;17,5\n"), ("de_AT", "\u{FEFF}student;score\nada;17,5\n"),
    ("de-CH", "\u{FEFF}student,score\nada,17.5\n"),
  ])
  func csvForExcelFollowsTheLanguage(_ language: String?, _ expected: String) {
    let table = Table(
      "grades", [.init("student"), .init("score")], rows: [["ada", .init(.decimal("17.5"))]])
    #expect(table.csv(.excel(language: language)) == expected)
  }
}
