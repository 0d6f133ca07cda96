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

  /// Forged values, each of which makes a line unreadable.
  @Test(arguments: [
    "progress: 1.1", "progress: -0.1", "progress: 1e400", "attempts: -1",
    "attempts: 99999999999999999999", "time: -5s", "time: 99999999999h", "time: 5m5m",
    "done: 2026", "items: {a: 1}", "items: [{id: a, correct: yes}, {id: a, correct: no}]",
    "items: [{id: a, correct: maybe}]", "items: [{id: a, correct: yes, passed: yes}]",
    "items: [{id: a, score: 8, max: 7}]", "items: [{id: a, score: 1, max: 0}]",
    "items: [{id: a, score: -1, max: 7}]", #"items: [{id: "a b", correct: yes}]"#,
    #"primary: {id: "", quantity: 1}"#, "primary: {id: a, quantity: many}",
  ])
  func forgedLinesAreRefused(_ field: String) throws {
    let text = #"{at: "2026-11-21T16:00:07Z", "# + field + "}"
    #expect(ActivitySummary(try Document(text: text).root) == nil, "\(field)")
  }

  @Test func longListsAndTitlesAreRefused() throws {
    func line(items: Int, title: Int = 1) throws -> ActivitySummary? {
      let title = String(repeating: "x", count: title)
      let items = (0..<items).map { "{id: q\($0), title: \(title), correct: yes}" }
      return ActivitySummary(
        try Document(
          text: "{at: \"2026-11-21T16:00:07Z\", items: [\(items.joined(separator: ", "))]}"
        ).root)
    }
    #expect(try line(items: 200, title: 256)?.items.count == 200)
    #expect(try line(items: 201) == nil)
    #expect(try line(items: 1, title: 257) == nil)
  }

  @Test func timesInTheFutureAreClamped() throws {
    let summary = try #require(ActivitySummary(try Document(text: Self.line).root))
    let now = try #require(Instant(iso: "2026-11-21T12:00:00Z"))
    #expect(summary.clamped(to: now).at == now && summary.clamped(to: now).done == now)
    let later = try #require(Instant(iso: "2026-11-22T12:00:00Z"))
    #expect(summary.clamped(to: later) == summary)
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
