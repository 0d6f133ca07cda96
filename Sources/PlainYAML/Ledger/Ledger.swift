import Text

/// A text with one entry per key, normally a flow mapping on one line, sorted by the bytes of the
/// keys: `ada: {score: 8, max: 10}`.
///
/// Entries are read in any order and style; a change rewrites only the lines of its entry. A
/// comment belongs to the entry below it.
public struct Ledger: Sendable {
  /// The maximum length of a line, in bytes.
  public static let lineLimit = 256 << 10

  /// An entry of the source.
  struct Slot: Sendable {
    /// A value, or its place in the source if its tree is built on demand.
    enum Content: Sendable {
      case node(Node)
      case unread(Range<Int>)
    }

    let key: String
    let offset: Int
    let content: Content
    /// Whether key and value are on one line and the value is not a block.
    let isOneLine: Bool

    /// The offset of the value's first byte.
    var start: Int {
      switch content {
      case .node(let node): node.offset
      case .unread(let range): range.lowerBound
      }
    }

    /// The offset after the value's last byte.
    var end: Int {
      switch content {
      case .node(let node): node.end
      case .unread(let range): range.upperBound
      }
    }

    /// Whether the value is missing.
    var isAbsent: Bool {
      if case .node(let node) = content { node.style == .absent } else { false }
    }
  }

  /// The change of a key: another value, or its removal.
  struct Change: Sendable {
    let value: Value?
    /// The lines to write, without the last line break; empty for a removal.
    var text: [UInt8] = []
  }

  let source: [UInt8]
  /// The entries in the order of the source.
  let slots: [Slot]
  /// The indexes of the keys; nil if they are ASCII in ascending order, so that a search finds them.
  private let numbers: [String: Int]?
  private let isSorted: Bool
  var changes: [String: Change] = [:]

  /// Reads a ledger of at most 512 MiB, with lines of at most 256 KiB.
  /// - Throws: the first error with its position.
  public init(_ bytes: [UInt8] = []) throws(YAMLError) {
    (slots, numbers) = try Ledger.read(bytes)
    source = bytes
    isSorted =
      numbers == nil
      || zip(slots, slots.dropFirst()).allSatisfy { Ledger.precedes($0.key, $1.key) }
  }

  /// The index of a key's entry in the source.
  func number(of key: String) -> Int? {
    if let numbers { return numbers[key] }
    var range = slots.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      if slots[middle].key == key { return middle }
      range =
        Ledger.precedes(slots[middle].key, key)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The value of an entry of the source.
  func value(of slot: Slot) -> Node {
    switch slot.content {
    case .node(let node): node
    case .unread(let range): Ledger.node(at: range, of: source)
    }
  }

  /// Builds the tree of a value that was skipped as valid.
  private static func node(at range: Range<Int>, of source: [UInt8]) -> Node {
    let node = try? Parser.read(source, limits: .ledger) { (parser) throws(YAMLError) in
      parser.i = range.lowerBound
      return try parser.flowCollection()
    }
    return node ?? Node(.null, offset: range.lowerBound, end: range.upperBound, style: .absent)
  }

  /// The keys in UTF-8 byte order.
  public var keys: [String] {
    if isSorted, changes.isEmpty { return slots.map(\.key) }
    var keys = slots.map(\.key).filter { changes[$0] == nil }
    for (key, change) in changes where change.value != nil { keys.append(key) }
    return keys.sorted(by: Ledger.precedes)
  }

  public var isEmpty: Bool { keys.isEmpty }

  /// The value of a key. Its offsets refer to the source; a value set later has none.
  public subscript(key: String) -> Node? {
    if let change = changes[key] { return change.value.map(Node.init) }
    return number(of: key).map { value(of: slots[$0]) }
  }

  /// The lines of an entry as they are, or will be, written.
  public func lines(of key: String) -> [UInt8]? {
    if let change = changes[key] { return change.value.map { _ in change.text } }
    return number(of: key).map { Array(source[slots[$0].offset..<slots[$0].end]) }
  }

  /// Whether a key has this value, in any notation.
  public func holds(_ value: Value, for key: String) -> Bool { self[key] == Node(value) }

  /// The byte offset of a key in the source, or nil if it is missing.
  public func offset(of key: String) -> Int? { number(of: key).map { slots[$0].offset } }

  /// The line and column of a byte offset in the source.
  public func position(of offset: Int) -> Position { source.position(of: offset) }

  /// The line of the source that contains a byte offset, without its line break.
  public func lineText(at offset: Int) -> String { source.lineText(at: offset) }

  /// Sets the value of a key. An equal value leaves its line unchanged.
  /// - Throws: ``EditError/refused(_:)`` if the line would be longer than 256 KiB, a key longer
  ///   than 1,000 characters or a mapping deeper than 32; ``EditError/holdsNUL(_:)``.
  public mutating func set(_ key: String, _ value: Value) throws(EditError) {
    guard !value.containsNUL, !key.utf8.contains(0) else { throw .containsNUL([.key(key)]) }
    let node = Node(value)
    let number = number(of: key)
    if let number, self.value(of: slots[number]) == node {
      changes[key] = nil
      return
    }
    let line = Ledger.line(key, value)
    let isWhole: Bool
    do throws(YAMLError) {
      isWhole = try Ledger.isEntry(line, key, node)
    } catch {
      throw .refused(error)
    }
    guard isWhole else { throw .entangled([.key(key)]) }
    changes[key] = Change(value: value, text: number.flatMap { inPlace($0, value) } ?? line)
    if number == nil, source.last != Byte.newline { flatten(slots.count - 1) }
  }

  /// The lines of an entry in block style with another value, keeping comments and layout; nil for
  /// an entry on one line, or if the change can't be made in place.
  private func inPlace(_ number: Int, _ value: Value) -> [UInt8]? {
    let slot = slots[number]
    if slot.isOneLine { return nil }
    let lines = Array(source[slot.offset..<source.lineEnd(at: slot.end)])
    let tree = Node(.mapping([.init(slot.key, value)]))
    guard var text = try? Document(lines).holding(tree).bytes else { return nil }
    if text.last == Byte.newline { text.removeLast() }
    if text.last == Byte.carriageReturn { text.removeLast() }
    return (try? Ledger.isEntry(text, slot.key, Node(value))) == true ? text : nil
  }

  /// Whether the lines are exactly one entry, with this key and value.
  private static func isEntry(
    _ lines: [UInt8], _ key: String, _ value: Node
  ) throws(YAMLError) -> Bool {
    let written = try Ledger(lines)
    return written.slots.count == 1 && written.slots[0].key.utf8.elementsEqual(key.utf8)
      && written.value(of: written.slots[0]) == value
  }

  /// Removes a key with its lines and the comment lines directly above.
  public mutating func remove(_ key: String) {
    guard let number = number(of: key) else {
      changes[key] = nil
      return
    }
    changes[key] = Change(value: nil)
    flatten(number - 1)
  }

  /// Rewrites an entry in block style on one line, so that it can't swallow the lines below.
  private mutating func flatten(_ number: Int) {
    guard slots.indices.contains(number), !slots[number].isOneLine else { return }
    let slot = slots[number]
    if changes[slot.key] == nil {
      let value = Value(value(of: slot))
      changes[slot.key] = Change(value: value, text: Ledger.line(slot.key, value))
    }
  }

  static func precedes(_ a: String, _ b: String) -> Bool {
    var a = a
    var b = b
    return a.withUTF8 { a in b.withUTF8 { b in a.lexicographicallyPrecedes(b) } }
  }

  /// The default notation of an entry.
  private static func line(_ key: String, _ value: Value) -> [UInt8] {
    Array((Printer.quoteIfNeeded(key) + ": " + Printer.flow(value)).utf8)
  }

  private static func read(
    _ bytes: [UInt8]
  ) throws(YAMLError) -> (slots: [Slot], numbers: [String: Int]?) {
    try Parser.read(bytes, limits: .ledger) { (parser) throws(YAMLError) in
      try parser.ledger()
    }
  }
}

extension Parser {
  /// Reads all entries of a ledger, and the index of each key, if a search couldn't find it.
  ///
  /// Values as the program writes them are skipped: most commands look at few of them.
  mutating func ledger() throws(YAMLError) -> ([Ledger.Slot], [String: Int]?) {
    try start()
    try checkLines()
    var slots: [Ledger.Slot] = []
    var numbers: [String: Int]?
    var hashes: [UInt64] = []
    while !isAtEnd {
      guard column == 0 else { throw stray(below: 0) }
      if at(i) == Byte.openMap || at(i) == Byte.openList
        || at(i) == Byte.dash && Byte.isBlankOrEnd(at(i + 1))
      {
        throw error(
          .notALedger, at: i, "each entry needs a key and a value",
          hint: "write `key: {name: value}`, one per line")
      }
      let (node, colon) = try key()
      depth = 1
      let text = try text(ofKey: node, colon: colon)
      let isNext =
        slots.last.map { Ledger.precedes($0.key, text) } ?? true
        && text.utf8.allSatisfy { $0 < 0x80 }
      if numbers == nil, !isNext {
        numbers = [:]
        for (number, slot) in slots.enumerated() { numbers?[slot.key] = number }
      }
      guard numbers?.updateValue(slots.count, forKey: text) == nil else {
        throw duplicateKey(text, at: node.offset)
      }
      i = colon + 1
      if at(i) == Byte.space, let end = endOfWrittenFlow(at: i + 1, &hashes), Byte.isEnd(at(end)) {
        slots.append(
          .init(
            key: text, offset: node.offset, content: .unread(i + 1..<end), isOneLine: true))
        i = end
        try nextContent()
        continue
      }
      let value = try value(in: 0)
      let isOneLine =
        switch value.style {
        case .block, .literal, .folded: false
        default: !bytes[colon..<value.offset].contains(Byte.newline)
        }
      slots.append(
        .init(key: text, offset: node.offset, content: .node(value), isOneLine: isOneLine))
    }
    return (slots, numbers)
  }

  /// Checks the length of all lines, in the longest allowed steps.
  private func checkLines() throws(YAMLError) {
    var start = 0
    while bytes.count - start > Ledger.lineLimit {
      let step = bytes[start..<start + Ledger.lineLimit]
      guard let lineBreak = step.lastIndex(of: Byte.newline) else {
        throw error(
          .lineTooLong, at: start, "a line of a ledger has at most \(Ledger.lineLimit >> 10) KiB")
      }
      start = lineBreak + 1
    }
  }
}
