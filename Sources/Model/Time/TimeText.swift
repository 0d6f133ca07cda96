/// Parses times as people write them.
public enum TimeText {
  /// The end of a day that a date without a time means.
  public enum Edge: Sendable {
    /// The end of 23:59; the later of two instants with that local time.
    case due
    /// Midnight at the start; the earlier of two instants.
    case release
  }

  /// Parses a time from a file: `2026-11-28`, `2026-11-28 08:00`, or ISO 8601 with a zone.
  ///
  /// - Returns: nil for anything else, including days that don't exist.
  public static func read(_ text: some StringProtocol, in zone: Zone, _ edge: Edge) -> Instant? {
    if let instant = Instant(iso: text) { return instant }
    var scanner = TimeScanner(text)
    guard let date = scanner.date() else { return nil }
    if scanner.isAtEnd { return at(date, nil, in: zone, edge) }
    guard scanner.skip(" ") || scanner.skip("T"), let second = scanner.timeOfDay(),
      scanner.isAtEnd
    else { return nil }
    return at(date, second, in: zone, edge)
  }

  /// Parses a time from the command line: as in a file, or `tomorrow`, `fri 8pm` (the next Friday, never
  /// today), `next friday` (of the next week), `24.12.`, `24 dec 14:00`, `14:00`, `+2w`, `+3d` (the end
  /// of that day) or `+2h`. Days and months have names in several languages.
  public static func read(
    _ text: some StringProtocol, in zone: Zone, _ edge: Edge, now: Instant
  ) -> Instant? {
    if let instant = read(text, in: zone, edge) { return instant }
    let word = text.lowercased().split(separator: " ")
    if word.count == 1, word[0].hasPrefix("+"), let span = TimeSpan(text: word[0].dropFirst()),
      case .seconds = span
    {
      return zone.adding(span, to: now)
    }
    return TypedTime(String(text), .ahead, now: zone.civil(now)).map {
      at($0.date, $0.second, in: zone, edge)
    }
  }

  /// A time from the command line in the notation of files: the local time, unless the text is a time
  /// with a zone, or clocks show the local time twice.
  ///
  /// - Returns: nil if the text isn't a time.
  public static func written(
    _ text: String, in zone: Zone, _ edge: Edge, now: Instant
  ) -> String? {
    if read(text, in: zone, edge) != nil { return text }
    guard let instant = read(text, in: zone, edge, now: now) else { return nil }
    let civil = zone.civil(instant)
    let isWholeDay = edge == .due ? civil.secondOfDay == 86_399 : civil.secondOfDay == 0
    if isWholeDay { return civil.date.description }
    return zone.isAmbiguous(instant) ? instant.description : zone.text(instant)
  }

  /// A time from a file some days later, in the same notation; nil if it isn't a time.
  ///
  /// Days are calendar days: 8 o'clock stays 8 o'clock when clocks change.
  public static func shifted(
    _ text: some StringProtocol, by days: Int, in zone: Zone
  ) -> String? {
    if let instant = Instant(iso: text) {
      return zone.adding(.days(days), to: instant).description
    }
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), read(text, in: zone, .due) != nil else { return nil }
    return date.adding(days: days).description + text.dropFirst(date.description.count)
  }

  /// Parses a past time: as in a file, or `today`, `yesterday`, a weekday (the last one, never
  /// today), `24.12.`, `14:00`, `2w`, `3d` or `2h` (ago), where days can be followed by a time.
  public static func past(
    _ text: some StringProtocol, in zone: Zone, _ edge: Edge, now: Instant
  ) -> Instant? {
    if let instant = read(text, in: zone, edge) { return instant }
    let word = text.lowercased().split(separator: " ")
    if word.count == 1, case .seconds(let seconds)? = TimeSpan(text: word[0]) {
      return now.adding(seconds: -seconds)
    }
    return TypedTime(String(text), .back, now: zone.civil(now)).map {
      at($0.date, $0.second, in: zone, edge)
    }
  }

  private static func at(
    _ date: CivilDate, _ second: Int?, in zone: Zone, _ edge: Edge
  ) -> Instant {
    switch edge {
    case .due: zone.instant(CivilTime(date, secondOfDay: second ?? 86_399), .later)
    case .release: zone.instant(CivilTime(date, secondOfDay: second ?? 0), .earlier)
    }
  }

  /// Parses a time of day, such as `16:40`.
  ///
  /// - Returns: seconds since midnight.
  public static func timeOfDay(_ text: some StringProtocol) -> Int? {
    var scanner = TimeScanner(text)
    guard let second = scanner.timeOfDay(), scanner.isAtEnd else { return nil }
    return second
  }

  /// Seconds since midnight as text: `16:40`.
  public static func clock(_ secondOfDay: Int) -> String {
    "\(padded(secondOfDay / 3600, 2)):\(padded(secondOfDay / 60 % 60, 2))"
  }

  /// Parses a date, such as `2026-11-28`.
  public static func date(_ text: some StringProtocol) -> CivilDate? {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    return date
  }
}

/// A day of the week, Monday first.
public enum Weekday: Int, CaseIterable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Parses an English name or its first three letters, in any case.
  public init?(text: some StringProtocol) {
    let lower = text.lowercased()
    let found = Weekday.allCases.first { "\($0)" == lower || "\($0)".prefix(3) == lower }
    guard let found else { return nil }
    self = found
  }
}

/// Parses the parts of a date and time, digit by digit.
struct TimeScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func number(_ count: ClosedRange<Int>) -> Int? {
    var value = 0
    var read = 0
    while read < count.upperBound, let byte = rest.first, (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      rest.removeFirst()
      read += 1
    }
    return read >= count.lowerBound ? value : nil
  }

  mutating func date() -> CivilDate? {
    guard let year = number(4...4), skip("-"), let month = number(2...2), skip("-"),
      let day = number(2...2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Parses `8:00`, `08:00`, `08:00:30` to seconds since midnight.
  mutating func timeOfDay() -> Int? {
    guard let hour = number(1...2), hour < 24, skip(":"), let minute = number(2...2),
      minute < 60
    else { return nil }
    guard skip(":") else { return hour * 3600 + minute * 60 }
    guard let second = number(2...2), second < 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Parses `Z`, `+01:00`, `-0330` to seconds east of UTC.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let sign = skip("-") ? -1 : (skip("+") ? 1 : 0)
    guard sign != 0, let hours = number(2...2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = number(2...2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
