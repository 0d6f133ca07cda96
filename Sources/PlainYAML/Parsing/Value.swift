/// A tree to write, without positions. Its literals look like the text that they print:
/// `["title": "Fractions", "order": 3, "draft": true, "to": ["7b", "ada"]]`.
public indirect enum Value: Hashable, Sendable {
  /// Written `~`.
  case null
  /// Text, quoted if YAML would read it as another type, such as `no` or `16:40`.
  case scalar(String)
  /// A number, `yes`, `no` or a time: a value that needs no quotes for its type.
  case plain(String)
  case sequence([Value])
  case mapping([Pair])
  /// A list or mapping printed on one line.
  case flow(Value)

  /// A key with its value.
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: Value

    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a node without its notation, except that quoted scalars stay text.
  public init(_ node: Node) {
    self =
      switch node.content {
      case .null: .null
      case .scalar(let text): node.style == .plain ? .plain(text) : .scalar(text)
      case .sequence(let items): .sequence(items.map(Value.init))
      case .mapping(let entries): .mapping(entries.map { Pair($0.key, Value($0.value)) })
      }
  }
}

extension Node {
  /// The value of the node, in flow style if the node is.
  public var asWritten: Value {
    let value: Value =
      switch content {
      case .null, .scalar: Value(self)
      case .sequence(let items): .sequence(items.map(\.asWritten))
      case .mapping(let entries):
        .mapping(entries.map { Value.Pair($0.key, $0.value.asWritten) })
      }
    return style == .flow ? .flow(value) : value
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .scalar(text) }
  public init(integerLiteral number: Int) { self = .plain(String(number)) }
  /// `yes` or `no`.
  public init(booleanLiteral isTrue: Bool) { self = .plain(isTrue ? "yes" : "no") }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral items: Value...) { self = .sequence(items) }
  public init(dictionaryLiteral pairs: (String, Value)...) {
    self = .mapping(pairs.map { Pair($0.0, $0.1) })
  }
}

extension Node {
  /// The node of a value after writing and reading it, without a position.
  init(_ value: Value) {
    let content: Content =
      switch value {
      case .null: .null
      case .scalar(let text), .plain(let text): .scalar(text)
      case .sequence(let items): .sequence(items.map(Node.init))
      case .mapping(let pairs):
        .mapping(pairs.map { Entry(key: $0.key, keyOffset: 0, colon: 0, value: Node($0.value)) })
      case .flow(let value): Node(value).content
      }
    let isPlain = if case .plain = value { true } else { false }
    self.init(content, offset: 0, end: 0, style: isPlain ? .plain : .absent)
  }
}

extension Value {
  /// Whether a text or key contains NUL, which plain YAML can't express.
  var containsNUL: Bool {
    switch self {
    case .null: false
    case .scalar(let text), .plain(let text): text.utf8.contains(0)
    case .sequence(let items): items.contains(where: \.containsNUL)
    case .mapping(let pairs): pairs.contains { $0.key.utf8.contains(0) || $0.value.containsNUL }
    case .flow(let value): value.containsNUL
    }
  }
}

extension Value {
  /// A mapping in the given order, without nil fields.
  public static func fields(_ pairs: [(String, Value?)]) -> Value {
    .mapping(pairs.compactMap { key, value in value.map { Pair(key, $0) } })
  }

  /// A text value, or nil.
  public static func text(_ text: String?) -> Value? { text.map { .scalar($0) } }
}
