import Testing

@testable import Model

/// Local times on the days when clocks change.
@Suite struct ZoneTests {
  @Test(arguments: [
    // A skipped local time moves forward by the length of the gap.
    (Zone.berlin, "2026-03-29", "02:30", "2026-03-29T01:30:00Z", "2026-03-29T01:30:00Z"),
    (.berlin, "2026-03-29", "01:59", "2026-03-29T00:59:00Z", "2026-03-29T00:59:00Z"),
    (.berlin, "2026-03-29", "03:00", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"),
    // A local time that occurs twice.
    (.berlin, "2026-10-25", "02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
    (.berlin, "2026-10-25", "02:00", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"),
    (.berlin, "2026-10-25", "01:59", "2026-10-24T23:59:00Z", "2026-10-24T23:59:00Z"),
    (.berlin, "2026-10-25", "03:00", "2026-10-25T02:00:00Z", "2026-10-25T02:00:00Z"),
    (.stJohns, "2026-03-08", "02:15", "2026-03-08T05:45:00Z", "2026-03-08T05:45:00Z"),
    (.stJohns, "2026-11-01", "01:15", "2026-11-01T03:45:00Z", "2026-11-01T04:45:00Z"),
    (.stJohns, "2026-12-31", "23:59", "2027-01-01T03:29:00Z", "2027-01-01T03:29:00Z"),
    (.seoul, "2026-03-29", "02:30", "2026-03-28T17:30:00Z", "2026-03-28T17:30:00Z"),
    (.seoul, "2027-01-01", "00:00", "2026-12-31T15:00:00Z", "2026-12-31T15:00:00Z"),
  ])
  func localTimesHaveInstants(
    _ zone: Zone, _ day: String, _ clock: String, _ earlier: String, _ later: String
  ) throws {
    let time = CivilTime(
      try #require(TimeText.date(day)), secondOfDay: try #require(TimeText.timeOfDay(clock)))
    #expect(zone.instant(time, .earlier).description == earlier)
    #expect(zone.instant(time, .later).description == later)
    #expect(zone.isAmbiguous(zone.instant(time, .later)) == (earlier != later))
  }

  @Test(arguments: [
    (Zone.berlin, "2026-07-01T10:00:00Z", "2026-07-01 12:00"),
    (.berlin, "2026-10-25T00:40:00Z", "2026-10-25 02:40+02:00"),
    (.berlin, "2026-10-25T01:40:00Z", "2026-10-25 02:40+01:00"),
    (.berlin, "2026-10-25T02:00:00Z", "2026-10-25 03:00"),
    (.stJohns, "2026-11-01T03:45:00Z", "2026-11-01 01:15-02:30"),
    (.stJohns, "2026-11-01T04:45:00Z", "2026-11-01 01:15-03:30"),
    (.seoul, "2026-12-31T15:00:00Z", "2027-01-01 00:00"),
    (.utc, "2024-02-29T23:59:59Z", "2024-02-29 23:59"),
  ])
  func timesAreShownWithAnOffsetOnlyIfTheyOccurTwice(_ zone: Zone, _ time: String, _ text: String)
    throws
  {
    #expect(zone.text(try #require(Instant(iso: time))) == text)
  }

  @Test func offsetsChangeAtTheTransition() {
    let change = Instant("2026-03-29T01:00:00Z")
    #expect(Zone.berlin.offset(at: change.adding(seconds: -1)) == 3600)
    #expect(Zone.berlin.offset(at: change) == 7200)
    #expect(Zone.berlin.offset(at: Instant(seconds: .max)) == 7200)
    #expect(Zone.stJohns.offset(at: Instant(seconds: .min)) == -12_600)
  }

  @Test(arguments: [
    // A day keeps the time of day, so it lasts 23 or 25 hours when clocks change.
    (Zone.berlin, "2026-03-28T07:00:00Z", 1, "2026-03-29T06:00:00Z"),
    (.berlin, "2026-10-24T06:00:00Z", 1, "2026-10-25T07:00:00Z"),
    (.berlin, "2026-10-25T07:00:00Z", -1, "2026-10-24T06:00:00Z"),
    (.stJohns, "2026-10-31T10:30:00Z", 1, "2026-11-01T11:30:00Z"),
    (.seoul, "2026-03-28T07:00:00Z", 1, "2026-03-29T07:00:00Z"),
    (.berlin, "2026-12-31T22:59:00Z", 1, "2027-01-01T22:59:00Z"),
    (.utc, "2024-02-29T12:00:00Z", 365, "2025-02-28T12:00:00Z"),
  ])
  func daysAreCalendarDays(_ zone: Zone, _ start: String, _ days: Int, _ expected: String) throws {
    let instant = try #require(Instant(iso: start))
    #expect(zone.adding(.days(days), to: instant).description == expected)
    #expect(zone.adding(.seconds(60), to: instant) == instant.adding(seconds: 60))
  }

  @Test(arguments: [Zone.berlin, .seoul, .stJohns, .utc])
  func theEndsOfTheCalendarAreTimesToo(_ zone: Zone) throws {
    for seconds in [Int64.min, .max] {
      let end = Instant(seconds: seconds)
      let days: TimeSpan = .days(seconds < 0 ? -999_999_999 : 999_999_999)
      #expect(!zone.text(end).isEmpty)
      #expect(abs(zone.adding(days, to: end).seconds - end.seconds) <= 86_400)
    }
  }
}
