/// The covered part of an activity: a union of ranges between 0 and 1.
///
/// Progress is its length. Adding ranges never makes it shorter.
public struct Coverage: Hashable, Sendable {
  public struct Range: Hashable, Sendable {
    public let start, end: Rational
  }

  /// The maximum number of separate ranges.
  public static let maxRanges = 200

  /// Sorted; they neither overlap nor touch.
  public private(set) var ranges: [Range] = []
  /// The sum of the ranges' lengths, from 0 to 1.
  public private(set) var length = Rational.zero

  public init() {}

  /// The largest denominator of a bound that isn't a decimal number. It keeps the sums short.
  private static let largestDenominator: Int128 = 1000
  private static let decimals: Int128 = 1_000_000_000_000_000_000

  /// Adds a range; one without length changes nothing.
  public mutating func add(_ start: Rational, _ end: Rational) throws(ActivityFault) {
    for bound in [start, end] {
      if bound.isNegative || bound > .one { throw .outOfRange(bound) }
      guard bound.isSmall,
        bound.denominator <= Self.largestDenominator || Self.decimals % bound.denominator == 0
      else { throw .tooPrecise(bound) }
    }
    if start > end { throw .reversed(start, end) }
    if start == end { return }
    var (low, high) = (start, end)
    var others: [Range] = []
    for range in ranges {
      if range.end < low || range.start > high {
        others.append(range)
      } else {
        (low, high) = (min(low, range.start), max(high, range.end))
      }
    }
    let place = others.firstIndex { $0.start > high } ?? others.count
    others.insert(Range(start: low, end: high), at: place)
    guard others.count <= Coverage.maxRanges, let sum = try? Coverage.length(of: others) else {
      throw .tooManyRanges
    }
    (ranges, length) = (others, sum)
  }

  /// Adds all ranges of another coverage.
  public mutating func formUnion(_ other: Coverage) throws(ActivityFault) {
    for range in other.ranges { try add(range.start, range.end) }
  }

  private static func length(of ranges: [Range]) throws(RationalOverflow) -> Rational {
    var sum = Rational.zero
    for range in ranges { sum = try sum + (range.end - range.start) }
    return sum
  }
}
