import Testing

@testable import Model

@Suite struct InstantTests {
  @Test(arguments: [
    ("2026-11-28T22:59:00Z", "2026-11-28T22:59:00Z"), ("2026-11-28T22:59Z", "2026-11-28T22:59:00Z"),
    ("2026-11-28T23:59+01:00", "2026-11-28T22:59:00Z"),
    ("2026-11-28T19:29:07-0330", "2026-11-28T22:59:07Z"),
    ("2027-01-01T00:30+01:00", "2026-12-31T23:30:00Z"),
    ("2024-02-29T23:30-01:00", "2024-03-01T00:30:00Z"),
    ("2026-11-28T8:05Z", "2026-11-28T08:05:00Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    // Times beyond the calendar are clamped.
    ("9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59Z"),
    ("0001-01-01T00:00:00+01:00", "0001-01-01T00:00:00Z"),
  ])
  func timesWithAZoneAreRead(_ text: String, _ expected: String) {
    #expect(Instant(iso: text)?.description == expected)
  }

  @Test(arguments: [
    "", "2026-11-28", "2026-11-28T08:00", "2026-11-28 08:00Z", "2026-11-28T08:00z",
    "2026-11-28T24:00Z", "2026-11-28T08:60Z", "2026-11-28T08:00:60Z", "2026-02-29T08:00Z",
    "2026-11-28T08:00+24:00", "2026-11-28T08:00+01:60", "2026-11-28T08:00+1:00",
    "2026-11-28T08:00Z ", " 2026-11-28T08:00Z", "2026-11-28T08:00ZZ", "26-11-28T08:00Z",
    "２０２６-11-28T08:00Z", "2026-11-28T08:00.5Z", "2026-11-28T08Z", "2026-11-28T08:00+",
  ])
  func otherTextsAreNotTimes(_ text: String) {
    #expect(Instant(iso: text) == nil)
  }

  @Test(arguments: [
    (0, Int64.max, "9999-12-31T23:59:59Z"), (0, .min, "0001-01-01T00:00:00Z"),
    (-1, .min, "0001-01-01T00:00:00Z"), (1, .max, "9999-12-31T23:59:59Z"),
    (0, -1, "1969-12-31T23:59:59Z"), (.max, 1, "9999-12-31T23:59:59Z"),
  ])
  func sumsStayWithinTheCalendar(_ start: Int64, _ more: Int64, _ expected: String) {
    #expect(Instant(seconds: start).adding(seconds: more).description == expected)
  }
}

@Suite struct TimeSpanTests {
  @Test(arguments: [
    ("90s", TimeSpan.seconds(90)), ("10m", .seconds(600)), ("2h", .seconds(7200)), ("3d", .days(3)),
    ("0s", .seconds(0)), ("0d", .days(0)), ("007d", .days(7)), ("999999999d", .days(999_999_999)),
    ("999999999h", .seconds(3_599_999_996_400)),
  ])
  func lengthsHaveANumberAndAUnit(_ text: String, _ expected: TimeSpan) {
    #expect(TimeSpan(text: text) == expected)
  }

  @Test(arguments: [
    "", "d", "3", "3 d", " 3d", "3d ", "-3d", "+3d", "1.5h", "3D", "3w", "3dd", "3d2", "1h30m",
    "1000000000d", "٣d", "3ḋ", "3d\u{301}",
  ])
  func otherTextsAreNotLengths(_ text: String) {
    #expect(TimeSpan(text: text) == nil)
  }

  @Test(arguments: [
    ("90s", "90s"), ("60s", "1m"), ("3600s", "1h"), ("5400s", "90m"), ("86400s", "24h"),
    ("24h", "24h"), ("1d", "1d"), ("0s", "0m"), ("0d", "0d"), ("3601s", "3601s"),
  ])
  func lengthsAreWrittenInTheLargestUnit(_ text: String, _ expected: String) throws {
    let span = try #require(TimeSpan(text: text))
    #expect(span.description == expected)
    #expect(TimeSpan(text: expected)?.seconds == span.seconds)
  }

  @Test func periodsAreCountedWhole() {
    #expect(TimeSpan.days(2).seconds == 172_800)
    #expect(TimeSpan.seconds(7199).whole(3600) == 1)
    #expect(TimeSpan.days(1).whole(3600) == 24)
  }
}
