import Testing

@testable import Model

extension Instant {
  /// Parses an ISO 8601 time.
  init(_ text: StaticString) {
    self = Instant(iso: "\(text)") ?? Instant(seconds: 0)
  }
}

extension CivilDate {
  /// Parses a date.
  init(_ text: StaticString) {
    self = TimeText.date("\(text)") ?? CivilDate(daysSinceEpoch: 0)
  }
}

extension Zone {
  /// Clocks change at 01:00 UTC on 2026-03-29, 2026-10-25 and 2027-03-28.
  static let berlin = Zone(
    name: "Europe/Berlin", initialOffset: 3600,
    transitions: [
      Transition(at: Instant("2026-03-29T01:00:00Z"), offset: 7200),
      Transition(at: Instant("2026-10-25T01:00:00Z"), offset: 3600),
      Transition(at: Instant("2027-03-28T01:00:00Z"), offset: 7200),
    ])

  /// No daylight saving time.
  static let seoul = Zone(name: "Asia/Seoul", initialOffset: 32_400, transitions: [])

  /// Half an hour off; clocks change at 02:00 local time on 2026-03-08 and 2026-11-01.
  static let stJohns = Zone(
    name: "America/St_Johns", initialOffset: -12_600,
    transitions: [
      Transition(at: Instant("2026-03-08T05:30:00Z"), offset: -9000),
      Transition(at: Instant("2026-11-01T04:30:00Z"), offset: -12_600),
    ])
}

extension Rational {
  init(_ text: StaticString) {
    self = Rational(exact: "\(text)") ?? .zero
  }
}

extension WorkRules {
  /// Rules with only a due date's cutoff.
  static func cutoff(_ cutoff: TimeSpan) -> WorkRules { WorkRules(late: LateRules(cutoff: cutoff)) }
}
