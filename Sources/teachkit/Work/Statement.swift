import Course
import Reports
import Text

/// A command's result: a sentence for people, and members for programs.
struct Statement: Report {
  let kind: String
  /// The sentence without a final newline.
  let sentence: Message
  let fields: [(name: String, value: JSONValue)]

  func text(_ layout: Layout) -> String { "\(sentence)\n" }

  var json: JSONValue {
    Self.envelope(kind, "item", .object(fields.map { JSONValue.Member($0.name, $0.value) }))
  }
}

/// The result of a command that had nothing to do, which a notice has explained.
struct EmptyStatement: Report {
  let kind: String

  func text(_ layout: Layout) -> String { "" }

  var json: JSONValue { Self.envelope(kind, "item", .null) }
}
