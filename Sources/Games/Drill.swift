import Model

/// Calculations to practise, such as `1-10 x 1-10` or `2,5,10 x 1-10`.
public struct Drill: Hashable, Sendable {
  public enum Problem: Error, Hashable, Sendable {
    /// The text isn't a drill.
    case unreadable(String)
    /// More than ``mostCalculations``.
    case tooLarge(String)
    /// No calculation has a result that is a whole number and not negative.
    case empty(String)
  }

  /// The maximum number of calculations in a drill.
  public static let maxCalculations = 1_000_000

  private let lefts, rights: [Int]
  private let sign: Calculation.Sign

  public init(_ text: String) throws(Problem) {
    var scanner = CalculationScanner(text)
    guard let lefts = scanner.ranges(), let sign = scanner.sign(), let rights = scanner.ranges(),
      scanner.isAtEnd
    else { throw .unreadable(text) }
    self.sign = sign
    self.lefts = try Self.numbers(lefts, text)
    self.rights = try Self.numbers(rights, text)
    guard self.lefts.count * self.rights.count <= Self.maxCalculations else {
      throw .tooLarge(text)
    }
    let hasAny = self.lefts.contains { left in
      self.rights.contains { Calculation(left, sign, $0) != nil }
    }
    guard hasAny else { throw .empty(text) }
  }

  private static func numbers(
    _ ranges: [ClosedRange<Int>], _ text: String
  ) throws(Problem) -> [Int] {
    guard ranges.reduce(0, { $0 + $1.count }) <= maxCalculations else { throw .tooLarge(text) }
    return Set(ranges.joined()).sorted()
  }

  /// Picks different calculations of some drills at random.
  public static func questions(
    _ drills: [Drill], atMost count: Int, _ random: inout SplitMix64
  ) -> [GameQuestion] {
    var picked: [Calculation] = []
    var known: Set<String> = []
    var seen = 0
    for drill in drills {
      for left in drill.lefts {
        for right in drill.rights {
          guard let calculation = Calculation(left, drill.sign, right),
            drills.count == 1 || known.insert(calculation.id).inserted
          else { continue }
          seen += 1
          // Vitter's algorithm R: each calculation is equally likely.
          if picked.count < count {
            picked.append(calculation)
          } else {
            let place = random.next(below: seen)
            if place < count { picked[place] = calculation }
          }
        }
      }
    }
    picked.deal(&random)
    return picked.map { GameQuestion($0) }
  }
}
