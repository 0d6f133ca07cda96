import Course
import Model
import PlainYAML
import Storage

/// The fields of a new object, from command-line options; nil for missing options.
extension Value {
  /// A mapping of the non-nil values, in the order of a schema.
  static func fields(_ values: [String: Value?], in schema: [Field]) -> Value {
    .fields(schema.map { ($0.name, values[$0.name] ?? Optional.none) })
  }

  /// A value written without quotes, such as a number, `yes` or `no`.
  static func plain(_ text: String?) -> Value? { text.map { .plain($0) } }

  /// A list on one line; nil for an empty list.
  static func list(_ texts: [String]) -> Value? {
    texts.isEmpty ? Optional.none : .flow(.sequence(texts.map { .scalar($0) }))
  }

  static func yes(_ flag: Bool) -> Value? { flag ? .plain("yes") : Optional.none }

  /// `no` if the flag is set, or else nil.
  static func no(_ flag: Bool) -> Value? { flag ? .plain("no") : Optional.none }
}
