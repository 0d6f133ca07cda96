import Course
import Model
import Storage
import Testing

@Suite struct ClosingTimeTests {
  private func zone(_ name: String) throws -> Zone {
    try #require(try ZoneFile.zone(name))
  }

  private func time(_ text: String) throws -> Instant { try #require(Instant(iso: text)) }

  private let schoolClass = SchoolClass(id: "7b", title: "7b", closing: 16 * 3600 + 40 * 60)

  @Test(arguments: [
    ("Europe/Berlin", "2026-10-23T06:00:00Z", "2026-10-23T14:35:00Z"),
    // The clocks were set back on Sunday.
    ("Europe/Berlin", "2026-10-26T06:00:00Z", "2026-10-26T15:35:00Z"),
    ("Europe/Berlin", "2027-03-29T06:00:00Z", "2027-03-29T14:35:00Z"),
    ("Asia/Seoul", "2026-10-26T00:00:00Z", "2026-10-26T07:35:00Z"),
    // Thursday in Seoul is still Wednesday in UTC.
    ("Asia/Seoul", "2026-11-18T23:00:00Z", "2026-11-19T07:35:00Z"),
    ("America/St_Johns", "2026-10-30T12:00:00Z", "2026-10-30T19:05:00Z"),
    ("America/St_Johns", "2026-11-02T12:00:00Z", "2026-11-02T20:05:00Z"),
  ])
  func theReminderIsFiveMinutesBeforeInTheZoneOfTheClass(
    name: String, now: String, expected: String
  ) throws {
    #expect(
      try schoolClass.closingReminder(at: time(now), in: zone(name)) == .at(time(expected)))
  }

  @Test func onTheDaysOfClockChangesLocalTimeCounts() throws {
    // A school that also opens on Sundays.
    var sunday = schoolClass
    sunday.weekdays = [.sunday]
    let berlin = try zone("Europe/Berlin")
    #expect(
      try sunday.closingReminder(at: time("2026-10-25T00:30:00Z"), in: berlin)
        == .at(time("2026-10-25T15:35:00Z")))
    #expect(
      try sunday.closingReminder(at: time("2027-03-28T00:30:00Z"), in: berlin)
        == .at(time("2027-03-28T14:35:00Z")))
    // 02:30 doesn't exist, and the gap moves it to 03:30.
    sunday.closing = 2 * 3600 + 30 * 60
    #expect(
      try sunday.closingReminder(at: time("2027-03-27T23:30:00Z"), in: berlin)
        == .at(time("2027-03-28T01:25:00Z")))
  }

  @Test func weekendsAndHolidaysHaveNoReminder() throws {
    var schoolClass = schoolClass
    schoolClass.holidays = [
      try #require(
        CivilDate(year: 2026, month: 12, day: 21))...(#require(
          CivilDate(year: 2027, month: 1, day: 6)))
    ]
    for now in ["2026-11-21T08:00:00Z", "2026-12-21T08:00:00Z", "2027-01-06T08:00:00Z"] {
      #expect(try schoolClass.closingReminder(at: time(now), in: .utc) == .noSchool)
    }
    #expect(
      try schoolClass.closingReminder(at: time("2027-01-07T08:00:00Z"), in: .utc)
        == .at(time("2027-01-07T16:35:00Z")))
  }

  @Test func passedTimesAndMissingSettings() throws {
    var schoolClass = schoolClass
    let now = try time("2026-11-20T16:35:00Z")
    #expect(schoolClass.closingReminder(at: now, in: .utc) == .passed(now))
    schoolClass.reminder = nil
    #expect(schoolClass.closingReminder(at: now, in: .utc) == .off)
    schoolClass.closing = nil
    #expect(schoolClass.closingReminder(at: now, in: .utc) == .unknown)
  }

  @Test func theDailyCheckSurvivesAClockThatMovesBackwards() throws {
    let berlin = try zone("Europe/Berlin")
    // A day of 25 hours.
    let now = try time("2026-10-24T22:00:00Z")
    let next = DailyCheck.next(after: now, in: berlin)
    #expect(try next == time("2026-10-25T23:00:00Z"))
    #expect(!DailyCheck.isDue(next, at: now))
    #expect(DailyCheck.isDue(next, at: next))
    #expect(DailyCheck.isDue(next, at: now.adding(seconds: -86_400)))
  }
}
