/// How the picks of a `multiple` exercise become a share of its points.
public struct ChoiceScoring: Hashable, Sendable {
  /// The rules, with their names in files. `Grading` has their formulas.
  public enum Rule: String, CaseIterable, Sendable {
    /// All points for exactly the right choices, and otherwise none.
    case allOrNone = "all-or-none"
    /// Each wrong choice cancels a right one.
    case rightMinusWrong = "right-minus-wrong"
    /// Each choice counts, picked or not.
    case perChoice = "per-choice"
    /// Each wrong choice costs `wrongChoice`.
    case negative

    /// Whether wrong choices can make the points negative, unless the floor prevents it.
    public var canGoBelowZero: Bool { self == .rightMinusWrong || self == .negative }
  }

  public var rule: Rule
  /// The share of the points, 0 to 1, that a wrong choice costs under the rule `negative`; nil if
  /// all wrong choices together cost all points.
  public var wrongChoice: Rational?
  /// The lowest share of the points, −1 to 0; nil for none.
  public var floor: Rational?

  public init(
    _ rule: Rule = .rightMinusWrong, wrongChoice: Rational? = nil, floor: Rational? = .zero
  ) {
    self.rule = rule
    self.wrongChoice = wrongChoice
    self.floor = floor
  }

  /// Whether an answer can get fewer than 0 points.
  public var canGoBelowZero: Bool {
    rule.canGoBelowZero && floor != .zero && !(rule == .negative && wrongChoice == .zero)
  }
}

extension Exercise {
  /// Whether an answer can get fewer than 0 points.
  public var canGoBelowZero: Bool {
    if case .multiple(_, _, let scoring) = question, scoring.canGoBelowZero { return true }
    return !wrong.isZero
  }
}
