import Archives
import Model
import Substrings

extension Table {
  /// The table as CSV.
  public func csv(_ style: CSV.Style = .standard) -> String {
    var text = style.hasByteOrderMark ? "\u{FEFF}" : ""
    CSV.append(columns.map { .string($0.name) }, to: &text, style)
    for row in rows { CSV.append(row.map(\.value), to: &text, style) }
    return text
  }

  /// The table as an Excel file: numbers and dates are typed, and no text is a formula.
  ///
  /// - Parameter zone: the zone of the shown times.
  public func xlsx(in zone: Zone) -> [UInt8] {
    Spreadsheet.write(
      name: kind, columns: columns.map(\.name),
      rows: rows.map { row in row.map { Spreadsheet.Value($0.value, zone) } })
  }
}

extension Spreadsheet.Value {
  /// The number of significant digits that spreadsheets keep.
  private static let digits = 15

  fileprivate init(_ value: JSONValue, _ zone: Zone) {
    switch value {
    case .null: self = .empty
    case .integer(let number) where "\(number.magnitude)".utf8.count <= Self.digits:
      self = .number("\(number)")
    case .decimal(let number)
    where value.description == number && number.utf8.count(where: { $0 >= 48 }) <= Self.digits:
      self = .number(number)
    case .string(let text): self = Self.date(text) ?? Self.time(text, in: zone) ?? .text(text)
    default:
      let text = Cell.text(of: value)
      self = text.isEmpty ? .empty : .text(text)
    }
  }

  /// The local time of a moment such as `2026-11-28T13:30:00Z`; nil for other texts.
  private static func time(_ text: String, in zone: Zone) -> Self? {
    guard text.hasSuffix("Z"), let instant = Instant(iso: text) else { return nil }
    let local = zone.civil(instant)
    let days = Double(local.date.daysSinceEpoch + epoch)
    return .date(days: days + Double(local.secondOfDay / 60) / 1440, hasTime: true)
  }

  /// 1970-01-01 in days since 1899-12-30.
  private static let epoch = 25_569

  /// A local date such as `2026-11-28` or `2026-11-28 14:30`; nil for other texts.
  private static func date(_ text: String) -> Self? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, numbers.count == 3, numbers[0].utf8.count == 4,
      let year = Int(numbers[0]), let month = Int(numbers[1]), let day = Int(numbers[2]),
      let date = CivilDate(year: year, month: month, day: day), date.description == parts[0],
      year >= 1901
    else { return nil }
    let days = Double(date.daysSinceEpoch + epoch)
    guard parts.count == 2 else { return .date(days: days, hasTime: false) }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 2, clock.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(clock[0]),
      let minute = Int(clock[1]), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return .date(days: days + Double(hour * 60 + minute) / 1440, hasTime: true)
  }
}
