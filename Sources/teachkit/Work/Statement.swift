import Reports

/// What a command did: a sentence for people, its parts for programs.
struct Statement: Report {
  let kind: String
  /// Without a line break at its end.
  let sentence: String
  let fields: [(name: String, value: JSONValue)]

  func text(_ layout: Layout) -> String { sentence + "\n" }

  var json: JSONValue {
    Self.envelope(kind, "item", .object(fields.map { JSONValue.Member($0.name, $0.value) }))
  }
}

/// Nothing was to be done, which was said to people already.
struct NoStatement: Report {
  let kind: String

  func text(_ layout: Layout) -> String { "" }

  var json: JSONValue { Self.envelope(kind, "item", .null) }
}
