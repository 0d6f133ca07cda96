import Model

extension JSONValue {
  /// A text, or null.
  public static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number of points, or null.
  public static func number(_ number: Rational?) -> JSONValue {
    number.map { .decimal($0.description) } ?? .null
  }
}
