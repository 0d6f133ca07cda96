import Model
import PlainYAML
import Storage

/// Fields of what is to be made, from the options of a command line; nil for what was not given.
extension Value {
  /// A mapping of the values that are not nil, in the order of a schema.
  static func fields(_ values: [String: Value?], in schema: [Field]) -> Value {
    .fields(schema.map { ($0.name, values[$0.name] ?? Optional.none) })
  }

  /// A number, a yes or no: what is written without quotes.
  static func plain(_ text: String?) -> Value? { text.map { .plain($0) } }

  /// A list on one line; nil for an empty one.
  static func list(_ texts: [String]) -> Value? {
    texts.isEmpty ? Optional.none : .flow(.sequence(texts.map { .scalar($0) }))
  }

  static func yes(_ flag: Bool) -> Value? { flag ? .plain("yes") : Optional.none }

  /// `no` where a flag says so.
  static func no(_ flag: Bool) -> Value? { flag ? .plain("no") : Optional.none }
}
