import Model
import PlainYAML

/// Creates values from typed text.
struct FieldValue {
  let path: FieldPath
  let zone: Zone
  let now: Instant

  /// - Parameter old: the current value; its style is kept if possible.
  func value(_ text: String, _ shape: Shape, replacing old: Node?) throws(FieldError) -> Value {
    switch shape {
    case .text, .fixed: return .scalar(text)
    case .word: return .plain(text)
    case .time(let edge): return .scalar(try time(text, edge))
    case .list: return inStyle(of: old, .sequence(try texts(text).map { .scalar($0) }))
    case .texts where !text.hasPrefix("["):
      return old?.scalar != nil && old?.isQuoted == false ? .plain(text) : .scalar(text)
    case .texts: return inStyle(of: old, .sequence(try texts(text).map { .scalar($0) }))
    case .listOrEntries where !text.hasPrefix("{"):
      return inStyle(of: old, .sequence(try texts(text).map { .scalar($0) }))
    case .listOrEntries: return try brackets(text, .entries(.text), replacing: old)
    case .entries, .fields:
      guard text.hasPrefix("{") else { throw .holdsFields(path, known: shape.fieldNames) }
      return try brackets(text, shape, replacing: old)
    case .items(let fields):
      guard text.hasPrefix("[") else {
        let names = FieldPlace.names(of: old?.sequence ?? [], fields)
        let free = fields.first { $0.shape != .fixed }?.name ?? "name"
        throw .holdsItems(
          path, example: "\(names.first ?? "1").\(free)", known: shape.fieldNames)
      }
      return try brackets(text, shape, replacing: old)
    case .objects: throw .ofObjects(path)
    }
  }

  /// Parses list entries to add or remove: `a,b`, or `[a, b]`.
  ///
  /// A comma that may be part of a number doesn't split.
  func texts(_ text: String) throws(FieldError) -> [String] {
    if text.hasPrefix("[") {
      return (try parsed(text).sequence ?? []).compactMap(\.scalar)
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    for (left, right) in zip(parts, parts.dropFirst()) where left.isNumber && right.isNumber {
      throw .torn(path, "\(left),\(right)")
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Parses items for a list of mappings: `{id: idea, points: 2}`.
  func items(_ text: String, _ fields: [Field]) throws(FieldError) -> [Value] {
    guard text.hasPrefix("{") || text.hasPrefix("[") else {
      throw .holdsFields(path, known: fields.map(\.name))
    }
    let node = try parsed(text)
    return try (node.sequence ?? [node]).map { (item) throws(FieldError) in
      .flow(try typed(item, .fields(fields)))
    }
  }

  private func parsed(_ text: String) throws(FieldError) -> Node {
    do throws(YAMLError) {
      return try Document(text: text).root
    } catch {
      throw .unreadable(path, error)
    }
  }

  private func brackets(
    _ text: String, _ shape: Shape, replacing old: Node?
  ) throws(FieldError) -> Value {
    inStyle(of: old, try typed(try parsed(text), shape))
  }

  private func inStyle(of old: Node?, _ value: Value) -> Value {
    switch old?.content {
    case .sequence, .mapping: old?.isFlow == true ? .flow(value) : value
    default: .flow(value)
    }
  }

  /// A node with texts and words as its fields require. Invalid parts are kept, so that reading the
  /// file reports them.
  private func typed(_ node: Node, _ shape: Shape) throws(FieldError) -> Value {
    switch (node.content, shape) {
    case (.null, _): return .null
    case (.scalar(let text), .time(let edge)): return .scalar(try time(text, edge))
    case (.scalar(let text), .word): return .plain(text)
    case (.scalar(let text), _): return .scalar(text)
    case (.sequence(let items), .items(let fields)):
      return .sequence(
        try items.map { (item) throws(FieldError) in .flow(try typed(item, .fields(fields))) })
    case (.sequence(let items), _):
      return .sequence(try items.map { (item) throws(FieldError) in try typed(item, .text) })
    case (.mapping(let entries), _):
      return .mapping(
        try entries.map { (entry) throws(FieldError) in
          Value.Pair(entry.key, try typed(entry.value, shape.below(entry.key)))
        })
    }
  }

  private func time(_ text: String, _ edge: TimeText.Edge) throws(FieldError) -> String {
    guard let time = TimeText.written(text, in: zone, edge, now: now) else {
      throw .noTime(path, text)
    }
    return time
  }
}

extension Shape {
  /// The names of its fields.
  var fieldNames: [String] {
    switch self {
    case .fields(let fields), .items(let fields): fields.map(\.name)
    case .objects(let inner): inner.fieldNames
    default: []
    }
  }

  /// The shape of an entry; text if unknown.
  fileprivate func below(_ key: String) -> Shape {
    switch self {
    case .fields(let fields): fields.first { $0.name == key }?.shape ?? .text
    case .entries(let inner): inner
    default: .text
    }
  }
}

extension Substring {
  /// Whether it consists of digits only.
  fileprivate var isNumber: Bool {
    !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  fileprivate var trimmed: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
