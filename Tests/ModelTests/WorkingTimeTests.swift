import Testing

@testable import Model

@Suite struct WorkingTimeTests {
  @Test(arguments: [(0, "0s"), (20, "20s"), (2052, "34m12s"), (3600, "1h"), (3905, "1h5m5s")])
  func timesAreReadAsTheyAreWritten(_ seconds: Int64, _ text: String) {
    #expect(WorkingTime.text(seconds) == text)
    #expect(WorkingTime.read(text) == seconds)
  }

  @Test(arguments: ["", "5", "m", "90m", "5m3", "-5s", "1s2m", "99999999999999h", "5 m"])
  func otherTextsAreRefused(_ text: String) { #expect(WorkingTime.read(text) == nil) }

  @Test func aSummaryHasTheLastAttemptsResultsAndTheTimeOfTheLastChange() throws {
    var first = ActivityAttempt(started: Instant(seconds: 100))
    first.add(.init(start: Instant(seconds: 100), end: Instant(seconds: 160)))
    try first.set(ActivityItem(id: "old", value: .quantity(.one)))
    var second = ActivityAttempt(started: Instant(seconds: 200))
    second.add(.init(start: Instant(seconds: 200), end: Instant(seconds: 230)))
    try second.coverage.add(.zero, .one)
    try second.set(ActivityItem(id: "new", value: .quantity(.one)))
    var record = ActivityRecord()
    #expect(ActivitySummary(record) == nil)
    record.save(first, file: nil)
    record.save(second, file: nil)
    let summary = try #require(ActivitySummary(record))
    #expect(summary.seconds == 90 && summary.progress == .one && summary.attempts == 2)
    #expect(summary.items.map(\.id) == ["new"])
    #expect(summary.at == Instant(seconds: 230))
    #expect(summary.clamped(to: Instant(seconds: 10)).at == Instant(seconds: 10))
  }
}
