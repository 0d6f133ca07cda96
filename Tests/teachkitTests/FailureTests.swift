import ArgumentParser
import Course
import Reports
import Testing
import Text

@testable import teachkit

@Suite struct FailureTests {
  private static func text(_ failure: Failure) -> String {
    failure.text(paint: { text, _ in text }, wrap: { $0 })
  }

  @Test func theCaretMarksThePosition() {
    let failure = Failure(
      .objectIsFaulty, "unknown field 'tytle'",
      at: .init(path: "a/worksheet.yaml", line: 14, column: 5, excerpt: "分\u{1B}  tytle: x"),
      hint: "did you mean 'title'?")
    #expect(
      Self.text(failure) == """
        teachkit: error: unknown field 'tytle' [objectIsFaulty]
        a/worksheet.yaml:14:5
          分\\u{1B}  tytle: x
                    ^
        hint: did you mean 'title'?
        """)
  }

  @Test func showsTheMiddleOfALongLine() {
    let excerpt = String(repeating: "a", count: 100) + "x" + String(repeating: "b", count: 100)
    let lines = Self.text(
      Failure(.objectIsFaulty, "no", at: .init(path: "p", line: 1, column: 101, excerpt: excerpt))
    ).split(separator: "\n")
    #expect(lines[2].count == 80)
    #expect(lines[2].prefix { $0 != "x" }.count == lines[3].prefix { $0 != "^" }.count)
  }

  @Test(arguments: [-1, 0, 1, 4, 5, 1000, Int.max, Int.min])
  func anyColumnIsAccepted(_ column: Int) {
    let place = Failure.Place(path: "p\n", line: 1, column: column, excerpt: "abc")
    #expect(Self.text(Failure(.objectIsFaulty, "no", at: place)).contains("abc"))
  }

  @Test func isJSONForPrograms() {
    let failure = Failure(.notFound, "no", at: .init(path: "p", line: 2, column: 3))
    #expect(
      failure.json.description
        == #"{"error": {"id": "notFound", "message": "no", "path": "p", "line": 2, "column": 3, "hint": null}}"#
    )
  }

  @Test func hasTheDocumentedExitCodes() {
    let codes = Dictionary(grouping: FailureID.allCases, by: \.exitCode)
    #expect(codes.keys.sorted() == [1, 64, 65, 66, 69, 70, 73, 74, 75, 77, 78])
  }

  @Test func allErrorsAreExplained() {
    struct Surprise: Error {}
    #expect(explain(Surprise()).exitCode == 70)
    #expect(explain(ValidationError("x")).exitCode == 64)
    #expect(explain(NegativeAnswer()).exitCode == 1)
    #expect(explain(NegativeAnswer()).failures.isEmpty)
    let several = Failures(list: [Failure(.notFound, "a"), Failure(.isLocked, "b")])
    #expect(explain(several).exitCode == 66)
    #expect(explain(several).failures.count == 2)
  }
}
