/// When the closing reminder of a class is due on a day.
public enum ClosingTime: Hashable, Sendable {
  case at(Instant)
  /// The time has passed.
  case passed(Instant)
  /// It is a weekend or holiday.
  case noSchool
  /// The class has no closing time.
  case unknown
  /// The class has `reminder: off`.
  case off
}

extension SchoolClass {
  /// Whether the class has school on a day: from Monday to Friday unless `weekdays` says otherwise,
  /// and not on holidays.
  public func hasSchool(on date: CivilDate) -> Bool {
    let days = weekdays.isEmpty ? Array(Weekday.allCases.prefix(5)) : weekdays
    return days.contains { $0.rawValue == date.weekday }
      && !holidays.contains { $0.contains(date) }
  }

  /// The time of today's closing reminder.
  ///
  /// - Parameter zone: the zone of the class.
  public func closingReminder(at now: Instant, in zone: Zone) -> ClosingTime {
    guard let closing else { return .unknown }
    guard let reminder else { return .off }
    let today = zone.civil(now).date
    if !hasSchool(on: today) { return .noSchool }
    let end = zone.instant(CivilTime(today, secondOfDay: closing), .earlier)
    let time = end.adding(seconds: -Int64(reminder))
    return time <= now ? .passed(time) : .at(time)
  }
}

/// The time of the next daily check, with which a school sets its reminders once a day.
public enum DailyCheck {
  /// The latest distance between two checks: a day of 25 hours.
  private static let longest: Int64 = 90_000

  /// Whether a check is due. A check in the far future was planned before the clock was set back.
  public static func isDue(_ next: Instant, at now: Instant) -> Bool {
    next <= now || next > now.adding(seconds: longest)
  }

  /// The next check: the start of the next day.
  public static func next(after now: Instant, in zone: Zone) -> Instant {
    zone.instant(CivilTime(zone.civil(now).date.adding(days: 1)), .earlier)
  }
}
