import Model

/// The distribution of the scores of a group of students.
public struct Distribution: Hashable, Sendable {
  public let count: Int
  public let mean: Rational
  /// The middle score, or the mean of the middle two.
  public let median: Rational
  public let lowest: Rational
  public let highest: Rational
  /// The sample standard deviation, √(Σ(x − mean)² / (n − 1)); nil for fewer than two scores.
  public let deviation: Double?

  /// - Returns: nil without scores.
  /// - Throws: `RationalOverflow` if the mean can't be represented.
  public init?(_ scores: [Rational]) throws(RationalOverflow) {
    let sorted = scores.sorted()
    guard let lowest = sorted.first, let highest = sorted.last else { return nil }
    var sum = Rational.zero
    for score in sorted { sum = try sum + score }
    count = sorted.count
    mean = try sum / Rational(sorted.count)
    let (below, above) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    median = below == above ? below : try (below + above) / Rational(2)
    self.lowest = lowest
    self.highest = highest
    deviation =
      sorted.count < 2
      ? nil : (Moments(sorted).squares / Double(sorted.count - 1)).squareRoot()
  }
}

/// Floating-point moments, for figures that need a root and can't be exact.
struct Moments {
  /// The distance of each value from the mean.
  let distances: [Double]
  /// The sum of the squared distances; exactly 0 if all values are equal.
  let squares: Double

  init(_ values: [Rational]) {
    guard let first = values.first, values.contains(where: { $0 != first }) else {
      distances = values.map { _ in 0 }
      squares = 0
      return
    }
    let numbers = values.map(\.approximation)
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    distances = numbers.map { $0 - mean }
    squares = distances.reduce(0) { $0 + $1 * $1 }
  }

  /// Pearson's correlation of two properties of the same students; nil for fewer than three
  /// students, or if either property is constant.
  static func correlation(_ pairs: [(Rational, Rational)]) -> Double? {
    guard pairs.count > 2 else { return nil }
    let (left, right) = (Moments(pairs.map(\.0)), Moments(pairs.map(\.1)))
    let size = (left.squares * right.squares).squareRoot()
    guard size > 0 else { return nil }
    let product = zip(left.distances, right.distances).reduce(0) { $0 + $1.0 * $1.1 }
    return max(-1, min(1, product / size))
  }
}

extension Rational {
  /// A floating-point number rounded to 4 decimals; nil if it isn't finite or can't be represented.
  public init?(rounding number: Double) {
    guard number.isFinite, let scaled = Int128(exactly: (number * 10_000).rounded()) else {
      return nil
    }
    self.init(scaled, over: 10_000)
  }
}
