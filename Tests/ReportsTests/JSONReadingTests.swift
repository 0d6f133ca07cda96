import Reports
import Testing

@Suite struct JSONReadingTests {
  @Test(arguments: [
    #"{"a": [1, -0.5, 1e3, true, false, null, "x"], "b": {}}"#, "[]", "null", "\"\"", "-0.5", "12",
  ])
  func printedValuesRoundTrip(_ text: String) throws {
    #expect(try JSONValue(reading: Array(text.utf8)).description == text)
  }

  @Test func readsEscapesAndSpace() throws {
    let text = " [ \"\\u00e4\\ud83c\\udf55\\n\\\"\\\\\\/\" ,\r\n\t1 ] "
    #expect(try JSONValue(reading: Array(text.utf8)) == ["ä🍕\n\"\\/", 1])
  }

  @Test(arguments: [
    "", " ", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a: 1}", "{\"a\": 1, \"a\": 2}", "01", "+1",
    "1.", ".5", "1e", "nul", "nulll", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
    "\"\n\"", "1 2", "[1] x", "NaN", "--1",
  ])
  func refuses(_ text: String) {
    #expect(throws: JSONError.self) { try JSONValue(reading: Array(text.utf8)) }
  }

  @Test func deepNestingAndInvalidTextAreRefused() {
    let deep = Array(String(repeating: "[", count: 100_000).utf8)
    #expect(throws: JSONError.self) { try JSONValue(reading: deep) }
    #expect(throws: JSONError.self) { try JSONValue(reading: [0x22, 0xFF, 0x22]) }
  }
}
