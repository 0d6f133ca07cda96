import Model
import PlainYAML
import Testing
import Text

@testable import Storage

@Suite struct ActivityLedgerTests {
  private static let line = """
    {time: 34m12s, progress: 0.6, attempts: 2, primary: {id: words, title: Word count, \
    quantity: 558}, items: [{id: q1, correct: yes}], done: "2026-11-21T16:00:00Z", \
    at: "2026-11-21T16:00:07Z"}
    """

  @Test func aLineIsReadAndWrittenAlike() throws {
    let summary = try #require(ActivitySummary(try Document(text: Self.line).root))
    #expect(summary.seconds == 2052 && summary.attempts == 2)
    #expect(Printer.flow(summary.value) == Self.line)
    #expect(summary.size == Self.line.utf8.count)
  }

  @Test(arguments: [
    "", "3", "{}", "{at: now}", #"{at: "2026-11-21T16:00:07Z", progress: x}"#,
    #"{at: "2026-11-21T16:00:07Z", time: 5}"#, #"{at: "2026-11-21T16:00:07Z", items: [{}]}"#,
  ])
  func damagedLinesAreNotRead(_ text: String) throws {
    #expect(ActivitySummary(try Document(text: text).root) == nil)
  }

  @Test func faultyEntriesOfAReportAreLeftOut() {
    let text = """
      fractions/adding: \(Self.line)
      fractions/other: {time: 99, at: now}
      fractions/large: {at: "2026-11-21T16:00:07Z", primary: {id: a, title: \
      \(String(repeating: "x", count: 70_000)), quantity: 1}}

      """
    let report = ActivityReportFile(Array(text.utf8), file: "activity.yaml")
    #expect(report.summaries.keys.sorted() == ["fractions/adding"])
    #expect(
      report.problems.map(\.text) == [
        "'fractions/other': '99' is not a length of time such as 1h5m or 34m12s",
        "'fractions/large' is larger than 64 KiB",
      ])
  }

  @Test func anUnreadableReportHasOneProblem() {
    let report = ActivityReportFile(Array("a: [\n".utf8), file: "activity.yaml")
    #expect(report.summaries.isEmpty && report.problems.count == 1)
  }

  @Test func aReportSurvivesItsFile() throws {
    let summary = try #require(ActivitySummary(try Document(text: Self.line).root))
    let bytes = ActivityReportFile.bytes(["a": summary, "b/c": summary])
    #expect(ActivityReportFile(bytes, file: "x").summaries == ["a": summary, "b/c": summary])
  }
}
