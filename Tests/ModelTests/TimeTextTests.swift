import Testing

@testable import Model

@Suite struct TimeTextTests {
  /// Saturday, 12:00 in Berlin.
  private let now = Instant("2026-11-28T11:00:00Z")

  @Test(arguments: [
    ("2026-11-28", Zone.berlin, "2026-11-28T22:59:59Z", "2026-11-27T23:00:00Z"),
    ("2026-11-28 08:00", .berlin, "2026-11-28T07:00:00Z", "2026-11-28T07:00:00Z"),
    ("2026-11-28T08:00", .berlin, "2026-11-28T07:00:00Z", "2026-11-28T07:00:00Z"),
    ("2026-11-28 8:00:30", .berlin, "2026-11-28T07:00:30Z", "2026-11-28T07:00:30Z"),
    ("2026-11-28T08:00Z", .berlin, "2026-11-28T08:00:00Z", "2026-11-28T08:00:00Z"),
    // The later of two for a due date, the earlier one for a release.
    ("2026-10-25 02:30", .berlin, "2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z"),
    ("2026-11-01 01:30", .stJohns, "2026-11-01T05:00:00Z", "2026-11-01T04:00:00Z"),
    ("2026-03-29", .berlin, "2026-03-29T21:59:59Z", "2026-03-28T23:00:00Z"),
    ("2024-02-29", .seoul, "2024-02-29T14:59:59Z", "2024-02-28T15:00:00Z"),
    ("2026-12-31", .stJohns, "2027-01-01T03:29:59Z", "2026-12-31T03:30:00Z"),
  ])
  func filesNameDatesAndTimes(_ text: String, _ zone: Zone, _ due: String, _ release: String) {
    #expect(TimeText.read(text, in: zone, .due)?.description == due)
    #expect(TimeText.read(text, in: zone, .release)?.description == release)
  }

  @Test(arguments: [
    "", " ", "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "0000-01-01", "2026-1-1",
    "26-01-01", "2026-11-28 24:00", "2026-11-28 8", "2026-11-28 08:0", "2026-11-28  08:00",
    "2026-11-28 ", " 2026-11-28", "2026-11-28_08:00", "2026-11-28 08:00 ", "28.11.2026",
    "2026/11/28", "２０２６-11-28", "2026-11-28 08:00 am", "20261128", "12026-11-28", "2026-11-28\n",
    "2026-11-28\u{301}", "today", "tomorrow", "monday", "+3d",
  ])
  func otherTextsInFilesAreNotTimes(_ text: String) {
    #expect(TimeText.read(text, in: .berlin, .due) == nil)
    #expect(TimeText.shifted(text, by: 1, in: .berlin) == nil)
  }

  @Test(arguments: [
    ("today", "2026-11-28T22:59:59Z"), ("today 16:40", "2026-11-28T15:40:00Z"),
    ("Tomorrow", "2026-11-29T22:59:59Z"), ("TOMORROW 8:00", "2026-11-29T07:00:00Z"),
    ("  tomorrow   08:00 ", "2026-11-29T07:00:00Z"),
    ("sunday", "2026-11-29T22:59:59Z"), ("mon", "2026-11-30T22:59:59Z"),
    ("fri 9:00", "2026-12-04T08:00:00Z"),
    // The next one, never today.
    ("saturday", "2026-12-05T22:59:59Z"), ("sat 23:00", "2026-12-05T22:00:00Z"),
    ("+0d", "2026-11-28T22:59:59Z"), ("+3d", "2026-12-01T22:59:59Z"),
    ("+3d 08:00", "2026-12-01T07:00:00Z"), ("+34d", "2027-01-01T22:59:59Z"),
    ("+120d", "2027-03-28T21:59:59Z"), ("+2h", "2026-11-28T13:00:00Z"),
    ("+90s", "2026-11-28T11:01:30Z"), ("2026-12-24", "2026-12-24T22:59:59Z"),
    ("+999999999d", "9999-12-31T21:59:59Z"), ("+999999999h", "9999-12-31T23:59:59Z"),
    ("+2w", "2026-12-12T22:59:59Z"), ("+2w 8:00", "2026-12-12T07:00:00Z"),
    // Dates with and without a year; those without it come next.
    ("24.12.2026", "2026-12-24T22:59:59Z"), ("24.12.26 8:00", "2026-12-24T07:00:00Z"),
    ("24.12.", "2026-12-24T22:59:59Z"), ("1.3", "2027-03-01T22:59:59Z"),
    ("28.11.", "2026-11-28T22:59:59Z"), ("27.11.", "2027-11-27T21:59:59Z"),
    ("29.2.", "2028-02-29T21:59:59Z"), ("24 december", "2026-12-24T22:59:59Z"),
    ("Dec 24, 8pm", "2026-12-24T19:00:00Z"), ("24. Dez. 2027", "2027-12-24T21:59:59Z"),
    ("mar 24", "2027-03-24T22:59:59Z"), ("12月24日 14:00", "2026-12-24T13:00:00Z"),
    ("2027年1月7日", "2027-01-07T22:59:59Z"), ("2026-12-24 8pm", "2026-12-24T19:00:00Z"),
    // Times of day: today if they are still to come.
    ("14:00", "2026-11-28T13:00:00Z"), ("12:00", "2026-11-29T11:00:00Z"),
    ("8am", "2026-11-29T07:00:00Z"), ("8:30 pm", "2026-11-28T19:30:00Z"),
    ("12am", "2026-11-28T23:00:00Z"), ("noon tomorrow", "2026-11-29T11:00:00Z"),
    ("fri 8pm", "2026-12-04T19:00:00Z"), ("8pm fri", "2026-12-04T19:00:00Z"),
    ("sunday at 20:00", "2026-11-29T19:00:00Z"),
    // On a Saturday, the next Friday is also that of the next week.
    ("next friday", "2026-12-04T22:59:59Z"), ("next sunday", "2026-12-06T22:59:59Z"),
    // Other languages.
    ("morgen 8 Uhr", "2026-11-29T07:00:00Z"), ("am Freitag um 20 Uhr", "2026-12-04T19:00:00Z"),
    ("nächsten Montag", "2026-11-30T22:59:59Z"), ("mo", "2026-11-30T22:59:59Z"),
    ("übermorgen", "2026-11-30T22:59:59Z"), ("vendredi 20h30", "2026-12-04T19:30:00Z"),
    ("lundi prochain à 8h", "2026-11-30T07:00:00Z"), ("le 24 décembre", "2026-12-24T22:59:59Z"),
    ("mañana 14:00", "2026-11-29T13:00:00Z"), ("mié", "2026-12-02T22:59:59Z"),
    ("24 dicembre", "2026-12-24T22:59:59Z"), ("vrijdag", "2026-12-04T22:59:59Z"),
    ("金曜日", "2026-12-04T22:59:59Z"), ("明日 8:00", "2026-11-29T07:00:00Z"),
  ])
  func commandsNameTimesAhead(_ text: String, _ expected: String) {
    #expect(TimeText.read(text, in: .berlin, .due, now: now)?.description == expected)
  }

  @Test(arguments: [
    "", "yesterday", "+", "+3", "+d", "3d", "-3d", "3w", "+2h 08:00", "today 25:00", "today 8",
    "today 08:00 sharp", "mond", "monday tuesday", "todays", "+-3d", "8:00 9:00", "at", "next",
    "next tomorrow", "24", "24.13.", "30.2.", "31.4.2027", "29.2.2027", "24.12.026", "24/12/2026",
    "12/24", "24 december 99999", "0 december", "december", "13pm", "0am", "25 uhr", "8:60pm",
    "20h3",
    "gestern", "13月1日", "日", "+2w 3d",
  ])
  func otherWordsAreNotFutureTimes(_ text: String) {
    #expect(TimeText.read(text, in: .berlin, .due, now: now) == nil)
  }

  @Test(arguments: [
    ("today", "2026-11-27T23:00:00Z"), ("yesterday", "2026-11-26T23:00:00Z"),
    ("Yesterday 8:00", "2026-11-27T07:00:00Z"), ("fri", "2026-11-26T23:00:00Z"),
    ("sunday", "2026-11-21T23:00:00Z"),
    // The last one, never today.
    ("saturday", "2026-11-20T23:00:00Z"), ("3d", "2026-11-24T23:00:00Z"),
    ("3d 16:40", "2026-11-25T15:40:00Z"), ("0d", "2026-11-27T23:00:00Z"),
    ("2h", "2026-11-28T09:00:00Z"), ("34d", "2026-10-24T22:00:00Z"),
    ("2026-10-25 02:30", "2026-10-25T00:30:00Z"), ("999999999h", "0001-01-01T00:00:00Z"),
    ("2w", "2026-11-13T23:00:00Z"), ("24.12.", "2025-12-23T23:00:00Z"),
    ("28.11. 8:00", "2026-11-28T07:00:00Z"), ("11:00", "2026-11-28T10:00:00Z"),
    ("14:00", "2026-11-27T13:00:00Z"), ("gestern 8pm", "2026-11-27T19:00:00Z"),
    ("vendredi", "2026-11-26T23:00:00Z"), ("24 dec 2024", "2024-12-23T23:00:00Z"),
  ])
  func commandsNamePastTimes(_ text: String, _ expected: String) {
    #expect(TimeText.past(text, in: .berlin, .release, now: now)?.description == expected)
  }

  @Test(arguments: [
    "", "tomorrow", "next friday", "+3d", "-3d", "2h 08:00", "3d 08:00 x", "3", "fri 24:00",
  ])
  func otherWordsAreNotPastTimes(_ text: String) {
    #expect(TimeText.past(text, in: .berlin, .release, now: now) == nil)
  }

  /// On a Monday, `friday` is in this week, and `next friday` in the next one.
  @Test(arguments: [
    ("friday", "2026-11-27T22:59:59Z"), ("next friday", "2026-12-04T22:59:59Z"),
    ("monday", "2026-11-30T22:59:59Z"), ("next monday", "2026-11-30T22:59:59Z"),
  ])
  func nextNamesADayOfTheNextWeek(_ text: String, _ expected: String) {
    let now = Instant("2026-11-23T11:00:00Z")
    #expect(TimeText.read(text, in: .berlin, .due, now: now)?.description == expected)
  }

  /// Near midnight, `today` is the day of the zone, not that of UTC.
  @Test(arguments: [
    (Zone.seoul, "2027-01-01T14:59:59Z"), (.stJohns, "2027-01-01T03:29:59Z"),
    (.berlin, "2026-12-31T22:59:59Z"),
  ])
  func daysBeginAtMidnightOfTheZone(_ zone: Zone, _ expected: String) {
    let now = Instant("2026-12-31T15:30:00Z")
    #expect(TimeText.read("today", in: zone, .due, now: now)?.description == expected)
  }

  @Test(arguments: [
    ("2026-11-28", 7, "2026-12-05"), ("2026-11-28 08:00", 34, "2027-01-01 08:00"),
    ("2026-11-28T8:00", 1, "2026-11-29T8:00"), ("2024-02-28 08:00:30", 1, "2024-02-29 08:00:30"),
    ("2024-03-01", -1, "2024-02-29"),
    // 8 o'clock stays 8 o'clock when clocks change.
    ("2026-10-24T08:00+02:00", 1, "2026-10-25T07:00:00Z"),
    ("2026-03-28T07:00:00Z", 1, "2026-03-29T06:00:00Z"), ("9999-12-31", 1, "9999-12-31"),
  ])
  func shiftedTimesKeepTheirNotation(_ text: String, _ days: Int, _ expected: String) {
    #expect(TimeText.shifted(text, by: days, in: .berlin) == expected)
  }

  @Test(arguments: ["2026-11-28 rubbish", "2026-11-28 25:00", "2026-11-28x", "2026-11-28 08:00 x"])
  func dateWithOtherTextIsNotShifted(_ text: String) {
    #expect(TimeText.shifted(text, by: 1, in: .berlin) == nil)
  }

  @Test(arguments: [
    ("16:40", 60_000), ("0:00", 0), ("00:00", 0), ("8:05", 29_100), ("23:59:59", 86_399),
  ])
  func timesOfDayAreSecondsSinceMidnight(_ text: String, _ seconds: Int) {
    #expect(TimeText.timeOfDay(text) == seconds)
    #expect(TimeText.timeOfDay(TimeText.clock(seconds)) == seconds / 60 * 60)
  }

  @Test(arguments: ["", "24:00", "8", "8:5", "8:60", "8:00:60", "8:00:5", "-1:00", "8:00 ", "8h00"])
  func otherTextsAreNotTimesOfDay(_ text: String) {
    #expect(TimeText.timeOfDay(text) == nil)
  }

  @Test func weekdaysHaveNamesOfThreeLettersOrMore() {
    for (index, day) in Weekday.allCases.enumerated() {
      #expect(day.rawValue == index + 1)
      #expect(Weekday(text: "\(day)") == day)
      #expect(Weekday(text: "\(day)".prefix(3).uppercased()) == day)
      #expect(Weekday(text: "\(day)".prefix(4)) == nil)
    }
    #expect(Weekday(text: "") == nil)
  }
}
