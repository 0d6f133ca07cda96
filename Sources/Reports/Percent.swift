import Model

/// Formats shares in whole percent.
public enum Percent {
  /// A text such as `80%`; nil if the whole is 0.
  public static func text(_ part: Rational, of whole: Rational) -> String? {
    guard !whole.isZero, let share = try? part / whole, let percent = try? share * Rational(100)
    else { return nil }
    return percent.decimal(places: 0) + "%"
  }
}
