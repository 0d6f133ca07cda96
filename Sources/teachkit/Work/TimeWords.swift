import Course
import Model
import Text

/// Formats times and durations for students.
struct TimeWords {
  let zone: Zone
  let now: Instant

  /// A time such as `2026-11-28 23:59`.
  func at(_ time: Instant) -> String { zone.text(time) }

  /// A date such as `2026-11-28`.
  func day(_ time: Instant) -> String { String(zone.text(time).prefix { $0 != " " }) }

  /// A distance such as `in 3 days`, `in 5 h` or `2 days ago`.
  func distance(to time: Instant) -> Message {
    let seconds = time.seconds - now.seconds
    let length = TimeWords.length(abs(seconds))
    return seconds >= 0 ? "in \(length)" : "\(length) ago"
  }

  private static func length(_ seconds: Int64) -> Message {
    switch seconds {
    case ..<60: "less than a minute"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
