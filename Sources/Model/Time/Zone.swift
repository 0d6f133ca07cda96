/// The rules of a time zone: its offsets from UTC, with past and future changes.
public struct Zone: Hashable, Sendable {
  /// From `at` on, local time is UTC plus `offset` seconds.
  public struct Transition: Hashable, Sendable {
    public let at: Instant
    public let offset: Int

    public init(at: Instant, offset: Int) {
      self.at = at
      self.offset = offset
    }
  }

  /// The IANA name, such as `Europe/Berlin`.
  public let name: String
  private let initialOffset: Int
  private let transitions: [Transition]

  public static let utc = Zone(name: "UTC", initialOffset: 0, transitions: [])

  /// - Parameter transitions: sorted by time.
  public init(name: String, initialOffset: Int, transitions: [Transition]) {
    self.name = name
    self.initialOffset = initialOffset
    self.transitions = transitions
  }

  /// The seconds to add to UTC for local time.
  public func offset(at instant: Instant) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initialOffset : transitions[low - 1].offset
  }

  public func civil(_ instant: Instant) -> CivilTime {
    CivilTime(secondsSinceEpoch: instant.seconds + Int64(offset(at: instant)))
  }

  /// Which instant to choose for a local time that occurs twice.
  public enum Ambiguity: Sendable { case earlier, later }

  /// The instant of a local time.
  ///
  /// A local time that clocks skip is moved forward by the length of the gap.
  public func instant(_ time: CivilTime, _ ambiguity: Ambiguity) -> Instant {
    let local = time.secondsSinceEpoch
    let before = offset(at: Instant(seconds: local - 86_400))
    let after = offset(at: Instant(seconds: local + 86_400))
    let candidates = [before, after].map { Instant(seconds: local - Int64($0)) }
      .filter { civil($0) == time }
    switch ambiguity {
    case .earlier: return candidates.min() ?? Instant(seconds: local - Int64(before))
    case .later: return candidates.max() ?? Instant(seconds: local - Int64(before))
    }
  }

  /// The instant after a length of time; days are calendar days with the same local time.
  public func adding(_ span: TimeSpan, to instant: Instant) -> Instant {
    switch span {
    case .seconds(let seconds): return instant.adding(seconds: seconds)
    case .days(let days):
      let time = civil(instant)
      return self.instant(
        CivilTime(time.date.adding(days: days), secondOfDay: time.secondOfDay), .later)
    }
  }

  /// The instant some time before another one.
  public func subtracting(_ span: TimeSpan, from instant: Instant) -> Instant {
    switch span {
    case .seconds(let seconds): instant.adding(seconds: -seconds)
    case .days(let days): adding(.days(-days), to: instant)
    }
  }

  /// Whether clocks show the same local time twice, because they are set back.
  public func isAmbiguous(_ instant: Instant) -> Bool {
    let time = civil(instant)
    return self.instant(time, .earlier) != self.instant(time, .later)
  }

  /// `2026-11-28 23:59` in this zone; if that occurs twice, `2026-10-25 02:40+02:00`.
  public func text(_ instant: Instant) -> String {
    let text = civil(instant).description
    if !isAmbiguous(instant) { return text }
    let minutes = offset(at: instant) / 60
    let clock = TimeText.clock(abs(minutes) * 60)
    return text + (minutes < 0 ? "-" : "+") + clock
  }
}
