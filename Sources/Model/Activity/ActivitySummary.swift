/// The activity of a student at a worksheet as the teacher gets it: a line of the ledger
/// `activity/…`.
public struct ActivitySummary: Hashable, Sendable {
  /// The working time in seconds.
  public let seconds: Int64
  /// From 0 to 1, accumulated over all attempts.
  public let progress: Rational
  public let attempts: Int
  /// The main result and the other results of the last attempt.
  public let primary: ActivityItem?
  public let items: [ActivityItem]
  /// When the student marked the work as done.
  public let done: Instant?
  /// The time of the last change.
  public let at: Instant

  public init(
    seconds: Int64, progress: Rational, attempts: Int, primary: ActivityItem?,
    items: [ActivityItem], done: Instant?, at: Instant
  ) {
    self.seconds = max(0, seconds)
    self.progress = min(max(.zero, progress), .one)
    self.attempts = max(0, attempts)
    (self.primary, self.items, self.done, self.at) = (primary, items, done, at)
  }

  /// Summarizes a record; nil if it is empty.
  public init?(_ record: ActivityRecord) {
    guard let at = [record.last(nil), record.done].compactMap(\.self).max() else { return nil }
    self.init(
      seconds: record.seconds, progress: record.progress, attempts: record.attempts.count,
      primary: record.attempts.last?.primary, items: record.attempts.last?.items ?? [],
      done: record.done, at: at)
  }

  /// The summary with times that are not in the future.
  public func clamped(to now: Instant) -> ActivitySummary {
    ActivitySummary(
      seconds: seconds, progress: progress, attempts: attempts, primary: primary, items: items,
      done: done.map { min($0, now) }, at: min(at, now))
  }
}

/// A working time in text: `1h5m`, `34m12s` or `0s`.
public enum WorkingTime {
  private static let units: [(Character, Int64)] = [("h", 3600), ("m", 60), ("s", 1)]

  public static func text(_ seconds: Int64) -> String {
    var (rest, text) = (max(0, seconds), "")
    for (unit, length) in units {
      if rest / length > 0 { text += "\(rest / length)\(unit)" }
      rest %= length
    }
    return text.isEmpty ? "0s" : text
  }

  /// Parses the output of ``text(_:)``; nil for anything else.
  public static func read(_ text: some StringProtocol) -> Int64? {
    var (total, digits) = (Int64(0), "")
    for character in text {
      if let length = units.first(where: { $0.0 == character })?.1 {
        guard digits.utf8.count <= 9, let count = Int64(digits) else { return nil }
        total += count * length
        digits = ""
      } else {
        digits.append(character)
      }
    }
    return digits.isEmpty && self.text(total) == text ? total : nil
  }
}
