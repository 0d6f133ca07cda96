/// A point in time: whole seconds since 1970-01-01 UTC, without leap seconds.
public struct Instant: Hashable, Comparable, Sendable {
  public let seconds: Int64

  /// - Parameter seconds: clamped to the years 1 to 9999.
  public init(seconds: Int64) {
    self.seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }

  public func adding(seconds more: Int64) -> Instant {
    let (sum, overflow) = seconds.addingReportingOverflow(more)
    return Instant(seconds: overflow ? (more < 0 ? .min : .max) : sum)
  }

  /// Parses ISO 8601 with a zone: `2026-11-28T22:59:00Z`, `2026-11-28T23:59+01:00`.
  public init?(iso text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.skip("T"),
      let second = scanner.timeOfDay(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    self.init(
      seconds: CivilTime(date, secondOfDay: second).secondsSinceEpoch - Int64(offset))
  }
}

extension Instant: CustomStringConvertible {
  /// ISO 8601 in UTC: `2026-11-28T22:59:00Z`.
  public var description: String {
    let time = CivilTime(secondsSinceEpoch: seconds)
    return "\(time.date)T\(padded(time.secondOfDay / 3600, 2)):"
      + "\(padded(time.secondOfDay / 60 % 60, 2)):\(padded(time.secondOfDay % 60, 2))Z"
  }
}

/// A length of time as written: `90s`, `10m`, `2h`, or calendar days (`3d`).
public enum TimeSpan: Hashable, Sendable {
  case seconds(Int64)
  /// Calendar days in the school's zone, of 23 to 25 hours each.
  case days(Int)

  /// - Returns: nil unless it is a whole number of at most 9 digits followed by one of `s m h d`.
  public init?(text: some StringProtocol) {
    var count = 0
    var length = 0
    var unit: UInt8?
    for byte in text.utf8 {
      guard unit == nil, length < 10 else { return nil }
      length += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): count = count * 10 + Int(byte & 15)
      default: unit = byte
      }
    }
    guard length > 1 else { return nil }
    switch unit {
    case UInt8(ascii: "s"): self = .seconds(Int64(count))
    case UInt8(ascii: "m"): self = .seconds(Int64(count) * 60)
    case UInt8(ascii: "h"): self = .seconds(Int64(count) * 3600)
    case UInt8(ascii: "d"): self = .days(count)
    default: return nil
    }
  }
}

extension TimeSpan {
  /// The length in seconds, counting a day as 24 hours.
  public var seconds: Int64 {
    switch self {
    case .seconds(let seconds): seconds
    case .days(let days): Int64(days) * 86_400
    }
  }

  /// The number of whole periods of a length in seconds.
  public func whole(_ period: Int64) -> Int { Int(seconds / period) }
}

extension TimeSpan: CustomStringConvertible {
  public var description: String {
    switch self {
    case .days(let days): "\(days)d"
    case .seconds(let seconds) where seconds % 3600 == 0 && seconds > 0: "\(seconds / 3600)h"
    case .seconds(let seconds) where seconds % 60 == 0: "\(seconds / 60)m"
    case .seconds(let seconds): "\(seconds)s"
    }
  }
}
