import Archives
import Reports
import Testing

@Suite struct DelimitedTextTests {
  private func rows(_ text: String) throws -> [[String]] {
    try DelimitedText(Array(text.utf8)).rows.map { $0.map(\.text) }
  }

  private func error(_ text: String) -> DelimitedTextError? {
    do throws(DelimitedTextError) {
      _ = try DelimitedText(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a;b\r\n1;2\r\n", [["a", "b"], ["1", "2"]]),
    ("a\tb\r1\t2", [["a", "b"], ["1", "2"]]),
    ("sep=;\na;b,c\n", [["a", "b,c"]]),
    ("\"a,b\";c\n\"x\"\"y\";\"1\r\n2\"\n", [["a,b", "c"], ["x\"y", "1\n2"]]),
    ("a,b\n\n,\n1,\n", [["a", "b"], ["1", ""]]),
    ("\u{FEFF}a\n1\n", [["a"], ["1"]]),
    ("", []), ("\n\n", []), ("a", [["a"]]),
  ])
  func reads(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(arguments: [
    ("a,b\n1,\"2\n3", DelimitedTextError.Kind.openQuote, 2, 3),
    ("a,b\n1,2\"\n", .strayQuote, 2, 4), ("a,b\n\"1\"x,2\n", .textAfterQuote, 2, 4),
    ("a,b\n1,\u{0}\n", .notText, 2, 3), ("PK\u{3}\u{4}", .archive(.damaged), 1, 1),
  ])
  func refuses(_ text: String, _ kind: DelimitedTextError.Kind, _ line: Int, _ column: Int) {
    let error = error(text)
    #expect(error?.kind == kind)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func otherEncodings() throws {
    let latin = try DelimitedText([0x5A, 0x6F, 0xEB, 0x2C, 0x80, 0x0A])
    #expect(latin.encoding == .windows1252)
    #expect(latin.rows.first?.map(\.text) == ["Zoë", "€"])
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0xEB, 0], [0xFE, 0xFF, 0, 0xEB], [0xFF, 0xFE, 0xEB, 0, 0x61],
    ] {
      let wide = try DelimitedText(bytes)
      #expect(wide.encoding == .utf16)
      #expect(wide.rows.first?.first?.text == "ë")
    }
  }

  /// Written text is read back unchanged, whatever characters it contains.
  @Test(arguments: [
    "a", "=1+2", "'=1", "''-x", "O'Brien", "a\"b", "a,b", "a\nb", "+49", "'quoted'",
  ])
  func writesAndReads(_ text: String) throws {
    var line = ""
    CSV.append([.string(text), .string("b")], to: &line)
    let cell = try DelimitedText(Array(line.utf8)).rows.first?.first?.text
    #expect(cell.map(CSV.fused) == text)
  }

  @Test func locatesEachCell() throws {
    let table = try DelimitedText(Array("é,\"x\ny\",z\n1,2,3\n".utf8))
    #expect(
      table.rows.map { $0.map { [$0.line, $0.column] } } == [
        [[1, 1], [1, 3], [2, 4]], [[3, 1], [3, 3], [3, 5]],
      ])
    #expect(table.line(2) == "y\",z")
  }
}
