/// Why a report of activity is refused.
public enum ActivityFault: Error, Hashable, Sendable {
  /// A share that is not between 0 and 1.
  case outOfRange(Rational)
  /// A range that ends before it starts.
  case reversed(Rational, Rational)
  /// A bound that is neither a decimal number nor a fraction with a small denominator.
  case tooPrecise(Rational)
  /// More than `Coverage.mostRanges` separate ranges.
  case tooManyRanges
  /// An identifier that is empty, longer than `ActivityItem.longestID`, or not printable.
  case invalidID(String)
  /// A title longer than `ActivityItem.longestTitle`.
  case titleTooLong
  /// A maximum score of 0 or less.
  case invalidMaximum(Rational)
  /// A score below 0 or above its maximum.
  case scoreOutOfRange(Rational, max: Rational)
  /// An item that was recorded with another kind of value before.
  case kindChanged(id: String)
  /// More than `ActivityAttempt.mostItems` items.
  case tooManyItems
}
