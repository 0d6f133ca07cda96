/// A date of the Gregorian calendar.
public struct CivilDate: Hashable, Comparable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// - Returns: nil if the day doesn't exist, or the year isn't in 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.days(in: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date a number of days after 1970-01-01, clamped to the years 1 to 9999.
  ///
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  public init(daysSinceEpoch days: Int) {
    let z = min(max(days, -719_162), 2_932_896) + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01. Source: as above, days_from_civil.
  public var daysSinceEpoch: Int {
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 1 for Monday to 7 for Sunday.
  public var weekday: Int { ((daysSinceEpoch + 3) % 7 + 7) % 7 + 1 }

  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
    return CivilDate(daysSinceEpoch: overflow ? (days < 0 ? .min : .max) : sum)
  }

  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    a.daysSinceEpoch < b.daysSinceEpoch
  }

  /// The month and its number of days if a text contains a day that it doesn't have, such as
  /// `31.11.` or `2026-02-30`; nil otherwise.
  public static func impossibleDay(in text: String, year: Int) -> (month: Int, days: Int)? {
    for word in text.split(separator: " ") {
      let parts = word.split { !$0.isNumber }.compactMap { Int($0) }
      let isISO = word.contains("-")
      guard parts.count >= 2, isISO || word.contains("."), !isISO || parts.count > 2 else {
        continue
      }
      let (day, month) = isISO ? (parts[2], parts[1]) : (parts[0], parts[1])
      let year = isISO ? parts[0] : parts.count > 2 ? parts[2] : year
      guard (1...12).contains(month), (1...9999).contains(year), (1...31).contains(day) else {
        continue
      }
      let days = days(in: month, of: year)
      if day > days { return (month, days) }
    }
    return nil
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  /// `2026-11-28`
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// A date and time of day without a zone.
public struct CivilTime: Hashable, Comparable, Sendable {
  public let date: CivilDate
  /// Seconds since midnight, 0 to 86,399.
  public let secondOfDay: Int

  public init(_ date: CivilDate, secondOfDay: Int = 0) {
    self.date = date
    self.secondOfDay = min(max(secondOfDay, 0), 86_399)
  }

  /// The time interpreted as UTC, in seconds since 1970-01-01.
  var secondsSinceEpoch: Int64 { Int64(date.daysSinceEpoch) * 86_400 + Int64(secondOfDay) }

  init(secondsSinceEpoch seconds: Int64) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    date = CivilDate(daysSinceEpoch: Int(days))
    secondOfDay = Int(seconds - days * 86_400)
  }

  public static func < (a: CivilTime, b: CivilTime) -> Bool {
    a.secondsSinceEpoch < b.secondsSinceEpoch
  }
}

extension CivilTime: CustomStringConvertible {
  /// `2026-11-28 08:00`, without seconds.
  public var description: String {
    "\(date) \(TimeText.clock(secondOfDay))"
  }
}

/// The number in decimal, with leading zeros up to `width`.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
