import Model

/// The lateness of a submission, and its cost.
struct Lateness: Hashable, Sendable {
  /// The periods begun after the due date; nil if in time.
  let late: TimeSpan?
  /// The remaining share of the points, 0 to 1.
  let kept: Rational
  /// Whether it came after the cutoff.
  let isClosed: Bool
  /// The part taken from the student's late budget; nil for none.
  let spent: TimeSpan?

  static let inTime = Lateness(late: nil, kept: .one, isClosed: false)

  var isInTime: Bool { late == nil }

  private init(late: TimeSpan?, kept: Rational, isClosed: Bool, spent: TimeSpan? = nil) {
    self.spent = spent
    self.late = late
    self.kept = kept
    self.isClosed = isClosed
  }

  /// Computes the lateness. A submission within the grace period is in time. After that, the
  /// penalty applies for each day or hour begun since the due date, minus the late budget; after
  /// the cutoff nothing remains.
  ///
  /// A day ends at the local time of the due date, even when clocks change in between.
  init(
    _ at: Instant?, due: Instant?, _ rules: LateRules, in zone: Zone
  ) throws(RationalOverflow) {
    guard let at, let due, at > zone.adding(rules.grace ?? .seconds(0), to: due) else {
      self = .inTime
      return
    }
    let hours = rules.penalty?.period == .hour
    let periods = hours ? Lateness.hours(at, since: due) : Lateness.days(at, since: due, in: zone)
    func span(_ periods: Int) -> TimeSpan {
      hours ? .seconds(Int64(periods) * 3600) : .days(periods)
    }
    let late = span(periods)
    if let cutoff = rules.cutoff, at > zone.adding(cutoff, to: due) {
      self.init(late: late, kept: .zero, isClosed: true)
      return
    }
    let share = rules.penalty?.share ?? .zero
    let free = share.isZero ? 0 : min(periods, rules.budget?.whole(hours ? 3600 : 86_400) ?? 0)
    let taken = try share * Rational(periods - free)
    self.init(
      late: late, kept: max(.zero, try .one - taken), isClosed: false,
      spent: free > 0 ? span(free) : nil)
  }

  private static func hours(_ at: Instant, since due: Instant) -> Int {
    Int((at.seconds - due.seconds + 3599) / 3600)
  }

  private static func days(_ at: Instant, since due: Instant, in zone: Zone) -> Int {
    let first = zone.civil(due).date.daysSinceEpoch
    let days = max(1, zone.civil(at).date.daysSinceEpoch - first)
    return at > zone.adding(.days(days), to: due) ? days + 1 : days
  }
}
