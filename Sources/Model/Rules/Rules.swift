/// The penalty for late work.
public struct LatePenalty: Hashable, Sendable {
  public enum Period: String, CaseIterable, Sendable { case day, hour }

  /// The deducted share of the points, 0 to 1, per period begun.
  public let share: Rational
  public let period: Period

  public init(share: Rational, period: Period) {
    self.share = share
    self.period = period
  }

  /// Parses `10% per day`, `1/20 per hour`.
  public init?(text: some StringProtocol) {
    let words = String(text).split(separator: " ").map(String.init)
    guard words.count == 3, words[1] == "per", let period = Period(rawValue: words[2]),
      let share = Rational(text: words[0]), !share.isNegative, share <= .one
    else { return nil }
    self.init(share: share, period: period)
  }
}

extension LatePenalty: CustomStringConvertible {
  /// `10% per day`; a share without such a percentage is a fraction: `1/3 per hour`.
  public var description: String {
    let percent = try? share * Rational(100)
    let isExact = percent.map { $0.exact == $0.description } ?? false
    return "\(isExact ? "\(percent ?? .zero)%" : share.exact) per \(period.rawValue)"
  }
}

/// The time that counts if the hub writes no receipts.
public enum Evidence: String, CaseIterable, Sendable {
  /// The time that the commit claims, unless an earlier collect disproves it.
  case claimed
  /// The time of the receipt, or of the collect that found the submission.
  case receipt
}

/// A late policy, with the fields that a file sets.
public struct LateRules: Hashable, Sendable {
  public var grace: TimeSpan?
  public var penalty: LatePenalty?
  public var cutoff: TimeSpan?
  /// The total lateness without a penalty in a subject.
  public var budget: TimeSpan?
  public var evidence: Evidence?

  public init(
    grace: TimeSpan? = nil, penalty: LatePenalty? = nil, cutoff: TimeSpan? = nil,
    budget: TimeSpan? = nil, evidence: Evidence? = nil
  ) {
    self.grace = grace
    self.penalty = penalty
    self.cutoff = cutoff
    self.budget = budget
    self.evidence = evidence
  }

  /// These rules, with missing fields taken from `outer`.
  public func over(_ outer: LateRules) -> LateRules {
    LateRules(
      grace: grace ?? outer.grace, penalty: penalty ?? outer.penalty,
      cutoff: cutoff ?? outer.cutoff, budget: budget ?? outer.budget,
      evidence: evidence ?? outer.evidence)
  }

  /// The default late policy: after ten minutes of grace, work counts as late, but loses no points
  /// and is always accepted.
  public static let standard = LateRules(grace: .seconds(600), evidence: .claimed)

  /// Whether late work loses points or isn't accepted.
  public var hasConsequences: Bool { cutoff != nil || penalty.map { !$0.share.isZero } ?? false }
}

/// Which attempt counts.
public enum CountingAttempt: String, CaseIterable, Sendable {
  case last, best
  /// The last one in time, or else the first late one.
  case lastInTime = "last-in-time"
}

/// The handling of attempts after the solutions were sent to the student.
public enum AfterSolutions: String, CaseIterable, Sendable {
  case counts
  /// They are kept and shown, and don't count.
  case ignored
}

/// The time window of an exam.
public struct ExamWindow: Hashable, Sendable {
  public let from: Instant
  public let to: Instant

  public init(from: Instant, to: Instant) {
    self.from = from
    self.to = to
  }
}

/// The rules for submissions, with the fields that a file sets.
public struct WorkRules: Hashable, Sendable {
  public var late: LateRules
  /// The maximum number of attempts that count.
  public var attempts: Int?
  public var counts: CountingAttempt?
  public var afterSolutions: AfterSolutions?
  /// The time of the exam; nil if the work isn't an exam.
  public var exam: ExamWindow?

  public init(
    late: LateRules = LateRules(), attempts: Int? = nil, counts: CountingAttempt? = nil,
    afterSolutions: AfterSolutions? = nil, exam: ExamWindow? = nil
  ) {
    self.late = late
    self.attempts = attempts
    self.counts = counts
    self.afterSolutions = afterSolutions
    self.exam = exam
  }

  /// These rules, with missing fields taken from `outer`.
  public func over(_ outer: WorkRules) -> WorkRules {
    WorkRules(
      late: late.over(outer.late), attempts: attempts ?? outer.attempts,
      counts: counts ?? outer.counts, afterSolutions: afterSolutions ?? outer.afterSolutions,
      exam: exam ?? outer.exam)
  }
}
