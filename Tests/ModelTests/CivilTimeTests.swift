import Testing

@testable import Model

@Suite struct CivilTimeTests {
  @Test(arguments: [
    (2026, 2, 29), (2100, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 6, 31), (2026, 9, 31),
    (2026, 11, 31), (2026, 1, 32), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (0, 1, 1),
    (10_000, 1, 1), (-1, 1, 1), (2026, 1, -1), (2026, Int.max, 1), (2026, 1, Int.min),
  ])
  func datesThatDoNotExistAreRefused(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [
    (2024, 2, 29), (2000, 2, 29), (2026, 1, 31), (2026, 12, 31), (1, 1, 1), (9999, 12, 31),
    (2026, 4, 30), (2026, 2, 28),
  ])
  func lastDaysOfMonthsExist(_ year: Int, _ month: Int, _ day: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect([date.year, date.month, date.day] == [year, month, day])
    #expect(CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("1970-03-01", 59), ("2000-02-29", 11_016),
    ("2000-03-01", 11_017), ("2026-11-28", 20_785), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
  ])
  func daysAreCountedFrom1970(_ text: String, _ days: Int) throws {
    #expect(try #require(TimeText.date(text)).daysSinceEpoch == days)
    #expect(CivilDate(daysSinceEpoch: days).description == text)
  }

  @Test func everyDayOfFourCenturiesFollowsThePreviousOne() {
    var last = CivilDate("1999-12-31")
    let wrong = (10_957..<157_054).first { days in
      let date = CivilDate(daysSinceEpoch: days)
      defer { last = date }
      let isNewMonth = last.day == CivilDate.days(in: last.month, of: last.year)
      let isNewYear = isNewMonth && last.month == 12
      return date.daysSinceEpoch != days || date <= last
        || date.day != (isNewMonth ? 1 : last.day + 1)
        || date.month != (isNewYear ? 1 : last.month + (isNewMonth ? 1 : 0))
        || date.year != last.year + (isNewYear ? 1 : 0)
    }
    #expect(wrong == nil)
    #expect(last.description == "2399-12-31")
  }

  @Test(arguments: [
    ("2026-12-31", 1, "2027-01-01"), ("2024-02-28", 1, "2024-02-29"),
    ("2026-02-28", 1, "2026-03-01"), ("2024-02-29", 366, "2025-03-01"),
    ("2024-02-29", -366, "2023-02-28"), ("2027-01-01", -1, "2026-12-31"),
    ("2026-11-28", 0, "2026-11-28"), ("9999-12-31", 1, "9999-12-31"),
    ("0001-01-01", -1, "0001-01-01"), ("2026-11-28", .max, "9999-12-31"),
    ("2026-11-28", .min, "0001-01-01"), ("1960-01-01", .min, "0001-01-01"),
  ])
  func addingDaysStaysInTheCalendar(_ text: String, _ days: Int, _ expected: String) throws {
    #expect(try #require(TimeText.date(text)).adding(days: days).description == expected)
  }

  @Test(arguments: [
    ("2026-11-23", 1), ("2026-11-29", 7), ("1970-01-01", 4), ("1969-12-31", 3), ("2000-02-29", 2),
    ("0001-01-01", 1), ("9999-12-31", 5), ("2024-02-29", 4),
  ])
  func weekdaysStartWithMonday(_ text: String, _ weekday: Int) throws {
    #expect(try #require(TimeText.date(text)).weekday == weekday)
  }

  @Test(arguments: [(-1, 0), (0, 0), (86_399, 86_399), (86_400, 86_399), (Int.max, 86_399)])
  func secondsStayWithinTheDay(_ seconds: Int, _ expected: Int) {
    #expect(CivilTime(CivilDate("2026-11-28"), secondOfDay: seconds).secondOfDay == expected)
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00"), (-1, "1969-12-31 23:59"), (86_399, "1970-01-01 23:59"),
    (86_400, "1970-01-02 00:00"), (-86_400, "1969-12-31 00:00"), (-86_401, "1969-12-30 23:59"),
    (951_827_696, "2000-02-29 12:34"),
  ])
  func secondsBecomeLocalTimesAlsoBefore1970(_ seconds: Int64, _ text: String) {
    let time = CivilTime(secondsSinceEpoch: seconds)
    #expect(time.description == text)
    #expect(time.secondsSinceEpoch == seconds)
  }

  @Test func timesAreOrderedByDateAndThenByClock() {
    let date = CivilDate("2026-12-31")
    let times = [
      CivilTime(date), CivilTime(date, secondOfDay: 1), CivilTime(date.adding(days: 1)),
    ]
    #expect([times[2], times[1], times[0]].sorted() == times)
  }

  @Test(arguments: [
    ("31.11.", 11, 30), ("2026-02-30", 2, 28), ("29.2. 8:00", 2, 28), ("30.02.2028", 2, 29),
    ("31.9.26", 9, 30),
  ])
  func daysThatDoNotExistAreFound(_ text: String, _ month: Int, _ days: Int) {
    let found = CivilDate.impossibleDay(in: text, year: 2026)
    #expect(found?.month == month && found?.days == days)
  }

  @Test(arguments: ["24.12.", "2026-11-30", "31.13.", "8:00", "fri", "+3d", "", "99.99", "2026-11"])
  func otherTextsAreNoImpossibleDays(_ text: String) {
    #expect(CivilDate.impossibleDay(in: text, year: 2026) == nil)
  }
}
