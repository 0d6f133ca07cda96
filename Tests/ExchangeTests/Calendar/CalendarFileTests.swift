import Model
import Testing

@testable import Exchange

@Suite struct CalendarFileTests {
  private static let due = Instant(iso: "2026-11-28T22:59:59Z") ?? Instant(seconds: 0)

  private func lines(
    _ title: String = "Adding", style: CalendarFile.Style = .events, opens: Instant? = nil,
    revised: Int64 = 1_577_836_801, reminders: [TimeSpan] = [], isDone: Bool = false
  ) throws -> [String] {
    let entry = CalendarEntry(
      id: "math/adding", title: title, opens: opens, due: Self.due,
      revised: Instant(seconds: revised), reminders: reminders, isDone: isDone)
    let file = CalendarFile(title: "Math", school: "x1", style: style, entries: [entry])
    let text = try #require(String(validating: file.bytes, as: UTF8.self))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    let lines = text.split(separator: "\r\n").map(String.init)
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    return lines
  }

  @Test func dueDateIsAnEvent() throws {
    let lines = try lines(reminders: [.seconds(86_400), .days(2), .seconds(90)])
    #expect(lines.contains("UID:math/adding@x1.teachkit"))
    #expect(lines.contains("DTSTART:20261128T225959Z"))
    #expect(lines.contains("DTSTAMP:20200101T000001Z"))
    #expect(lines.contains("SEQUENCE:1"))
    #expect(!lines.contains { $0.hasPrefix("DTEND") })
    #expect(
      lines.filter { $0.hasPrefix("TRIGGER") } == [
        "TRIGGER:-PT24H", "TRIGGER:-P2D", "TRIGGER:-PT90S",
      ])
  }

  @Test func examIsASpan() throws {
    let lines = try lines(opens: Self.due.adding(seconds: -3600), reminders: [.seconds(60)])
    #expect(lines.contains("DTSTART:20261128T215959Z"))
    #expect(lines.contains("DTEND:20261128T225959Z"))
    #expect(lines.contains("TRIGGER:-PT1M"))
  }

  @Test func taskIsRelatedToItsEnd() throws {
    let lines = try lines(style: .tasks, reminders: [.seconds(3600)])
    #expect(lines.contains("DUE:20261128T225959Z"))
    #expect(lines.contains("STATUS:NEEDS-ACTION"))
    #expect(lines.contains("TRIGGER;RELATED=END:-PT1H"))
  }

  @Test func submittedWorkHasNoReminders() throws {
    let lines = try lines(style: .tasks, reminders: [.seconds(3600)], isDone: true)
    #expect(lines.contains("STATUS:COMPLETED"))
    #expect(!lines.contains("BEGIN:VALARM"))
  }

  @Test(arguments: ["a, b; c\\d", "two\nlines", "\u{7}bell"])
  func textIsEscaped(_ title: String) throws {
    let expected = [
      "a, b; c\\d": "a\\, b\\; c\\\\d", "two\nlines": "two\\nlines", "\u{7}bell": "bell",
    ]
    #expect(try lines(title).contains("SUMMARY:\(try #require(expected[title]))"))
  }

  /// Folded lines, joined again, are the whole text, for characters of one to four bytes at every
  /// place.
  @Test(arguments: ["x", "ü", "漢", "👩‍👩‍👧"], 60...80)
  func longLinesAreFoldedBetweenCharacters(_ character: String, _ shift: Int) throws {
    let title = String(repeating: "-", count: shift) + String(repeating: character, count: 90)
    let lines = try lines(title)
    let start = try #require(lines.firstIndex { $0.hasPrefix("SUMMARY:") })
    let rest = lines[(start + 1)...].prefix { $0.utf8.first == UInt8(ascii: " ") }
    let joined = lines[start].utf8 + rest.flatMap { $0.utf8.dropFirst() }
    #expect(Array(joined) == Array("SUMMARY:\(title)".utf8))
  }
}
