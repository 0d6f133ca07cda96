/// School marks with the lowest share of the points for each: `{1: 92%, 2: 81%}`.
public struct MarkScale: Hashable, Sendable {
  public struct Step: Hashable, Sendable {
    /// As written: `1`, `2+`, `A`.
    public let mark: String
    /// 0 to 1.
    public let least: Rational

    public init(mark: String, least: Rational) {
      self.mark = mark
      self.least = least
    }
  }

  /// From the highest share to the lowest.
  public let steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps.sorted { $0.least > $1.least } }

  /// The mark for a share of the points; nil below the lowest step.
  public func mark(for share: Rational) -> String? { steps.first { share >= $0.least }?.mark }
}

/// A part of the school year.
public struct SchoolTerm: Hashable, Sendable {
  public let id: String
  public let days: ClosedRange<CivilDate>

  public init(id: String, days: ClosedRange<CivilDate>) {
    self.id = id
    self.days = days
  }
}

/// A weighted mean of shares, computed exactly.
public struct WeightedShare: Hashable, Sendable {
  private var sum = Rational.zero
  private var weight = Rational.zero

  public init() {}

  /// - Throws: `RationalOverflow`.
  public mutating func add(_ share: Rational, weight: Rational) throws(RationalOverflow) {
    sum = try sum + share * weight
    self.weight = try self.weight + weight
  }

  /// Nil if nothing was added.
  public var share: Rational? {
    get throws(RationalOverflow) { weight.isZero ? nil : try sum / weight }
  }
}
