/// A value of a YAML text with its position. Nodes are equal if their values are, regardless of
/// position and notation; text is compared byte by byte.
public struct Node: Sendable {
  /// The value of a node. Every scalar is text; only plain `~`, `null` and an absent value are null.
  public enum Content: Sendable {
    case null
    case scalar(String)
    case sequence([Node])
    case mapping([Entry])
  }

  /// The notation of a node.
  enum Style: UInt8, Sendable {
    /// Not written: `key:` without a value.
    case absent
    case plain, single, double, literal, folded, flow, block
  }

  public var content: Content
  /// The byte offset of its first byte; for an absent value, the offset after its `:` or `-`.
  public var offset: Int { Int(start) }
  /// The offset after its last byte, without trailing blanks and comments. A block scalar ends
  /// before the break of its last line.
  public var end: Int { Int(stop) }
  let style: Style
  // Texts are smaller than 4 GiB.
  private let start: UInt32
  private let stop: UInt32

  init(_ content: Content, offset: Int, end: Int, style: Style) {
    self.content = content
    start = UInt32(truncatingIfNeeded: offset)
    stop = UInt32(truncatingIfNeeded: end)
    self.style = style
  }

  /// Whether it is a quoted scalar.
  public var isQuoted: Bool { style == .single || style == .double }

  /// Whether it is a list or mapping in brackets.
  public var isFlow: Bool { style == .flow }

  public var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The text of a scalar.
  public var scalar: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  /// The items of a sequence.
  public var sequence: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries of a mapping, in the order of the text.
  public var mapping: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key; nil if it is missing or the node is not a mapping.
  public subscript(key: String) -> Node? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.firstIndex { $0.key == key }.map { entries[$0].value }
  }
}

/// A key with its value.
public struct Entry: Sendable {
  public let key: String
  /// The byte offset of the key's first byte (of its quote, if it has one).
  public var keyOffset: Int { Int(start) }
  /// The byte offset of the `:` after it.
  var colon: Int { Int(behind) }
  public var value: Node
  private let start: UInt32
  private let behind: UInt32

  init(key: String, keyOffset: Int, colon: Int, value: Node) {
    self.key = key
    self.value = value
    start = UInt32(truncatingIfNeeded: keyOffset)
    behind = UInt32(truncatingIfNeeded: colon)
  }
}

extension Node: Hashable {
  public static func == (a: Node, b: Node) -> Bool {
    switch (a.content, b.content) {
    case (.null, .null): true
    case (.scalar(let a), .scalar(let b)): a.utf8.elementsEqual(b.utf8)
    case (.sequence(let a), .sequence(let b)): a == b
    case (.mapping(let a), .mapping(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch content {
    case .null: hasher.combine(0)
    case .scalar(let text): hasher.combine(text)
    case .sequence(let items): hasher.combine(items)
    case .mapping(let entries): hasher.combine(entries)
    }
  }
}

extension Entry: Hashable {
  public static func == (a: Entry, b: Entry) -> Bool {
    a.key.utf8.elementsEqual(b.key.utf8) && a.value == b.value
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}
