import Model

/// The rule for years after the end of a zone's table, in the POSIX form
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: RFC 8536, section 3.3.1; POSIX.1-2017, environment variable TZ.
struct YearlyRule {
  private struct Change {
    /// Month, week (5 is the last), and day of the week (0 is Sunday).
    let month: Int, week: Int, day: Int
    /// Seconds after midnight, by the clock before the change.
    let second: Int

    func date(in year: Int) -> CivilDate? {
      guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
      let ahead = (day - first.weekday % 7 + 7) % 7 + (week - 1) * 7
      let date = first.adding(days: ahead)
      return date.month == month ? date : date.adding(days: -7)
    }
  }

  private let standard: Int
  private let summer: Int
  private let start: Change
  private let end: Change

  /// - Returns: nil for zones without daylight saving time, and for rules in the rare Julian
  ///   form.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard YearlyRule.skipName(&rest), let west = YearlyRule.time(&rest),
      YearlyRule.skipName(&rest)
    else { return nil }
    standard = -west
    if rest.first == UInt8(ascii: ",") {
      summer = standard + 3600
    } else {
      guard let west = YearlyRule.time(&rest) else { return nil }
      summer = -west
    }
    guard let start = YearlyRule.change(&rest), let end = YearlyRule.change(&rest),
      rest.isEmpty
    else { return nil }
    self.start = start
    self.end = end
  }

  /// Both transitions of a year, in order.
  func changes(in year: Int) -> [Zone.Transition] {
    let found = [(start, standard, summer), (end, summer, standard)]
      .compactMap { change, before, after in
        change.date(in: year).map { date in
          let midnight = Zone.utc.instant(CivilTime(date), .earlier)
          return Zone.Transition(
            at: midnight.adding(seconds: Int64(change.second - before)), offset: after)
        }
      }
    return found.sorted { $0.at < $1.at }
  }

  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(close + 1)...]
      return true
    }
    let name = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...4).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A time such as `-1`, `5:30` or `02:00:00` in seconds.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var sign = 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      rest.removeFirst()
    }
    guard let hours = number(&rest) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      guard let part = number(&rest) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// A transition such as `,M3.5.0/2`.
  private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
    guard rest.starts(with: ",M".utf8) else { return nil }
    rest = rest.dropFirst(2)
    var parts: [Int] = []
    for index in 0..<3 {
      if index > 0 {
        guard rest.first == UInt8(ascii: ".") else { return nil }
        rest.removeFirst()
      }
      guard let part = number(&rest) else { return nil }
      parts.append(part)
    }
    guard (1...12).contains(parts[0]), (1...5).contains(parts[1]), (0...6).contains(parts[2])
    else { return nil }
    var second = 7200
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      guard let time = time(&rest) else { return nil }
      second = time
    }
    return Change(month: parts[0], week: parts[1], day: parts[2], second: second)
  }
}
