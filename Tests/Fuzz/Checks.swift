import PlainYAML
import Text

/// The invariants for all inputs.
struct Checks {
  /// The number of inputs by outcome.
  struct Counts {
    var accepted = 0
    var edited = 0
    var refusedEdits = 0
    var entangledEdits = 0
    var ledgers = 0
  }

  var random: Seeded
  var counts = Counts()

  init(_ random: Seeded) { self.random = random }

  /// - Throws: a ``Finding`` if an invariant is violated.
  mutating func run(_ bytes: [UInt8]) throws {
    try ledger(bytes)
    let document: Document
    do throws(YAMLError) {
      document = try Document(bytes)
    } catch {
      return try check(error, in: bytes)
    }
    counts.accepted += 1
    guard document.bytes == bytes else { throw Finding("the bytes changed") }
    try Oracle.compare(document)
    try printed(Value(document.root), document.root)
    for _ in 0..<2 { try edit(document) }
  }

  /// Checks that a random tree is unchanged after writing and reading it.
  mutating func runPrinter() throws {
    let value = random.value()
    let text = Printer.print(value)
    let document: Document
    do throws(YAMLError) {
      document = try Document(text: text)
    } catch {
      throw Finding("printed, but refused: \(error)\n\(text)")
    }
    if !text.contains("\\uFFFD") { try same(document.root, value, text) }
    try Oracle.compare(document)
    try edit(document)
  }

  private func check(_ error: YAMLError, in bytes: [UInt8]) throws {
    guard !error.message.isEmpty, error.position.line >= 1, error.position.column >= 1 else {
      throw Finding("an error without a place: \(error)")
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard error.position.line <= lines.count else { throw Finding("a line too far: \(error)") }
    var line = Array(lines[error.position.line - 1])
    if error.position.line == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.last == 0x0D, lines.count > error.position.line { line.removeLast() }
    guard String(decoding: line, as: UTF8.self).utf8.elementsEqual(error.line.utf8) else {
      throw Finding("another line: \(error)")
    }
    guard error.position.column <= error.line.unicodeScalars.count + 1 + line.count else {
      throw Finding("a column too far: \(error)")
    }
  }

  private func same(_ node: Node, _ value: Value, _ text: String) throws {
    switch (node.content, value) {
    case (_, .flow(let value)): try same(node, value, text)
    case (.null, .null): break
    case (.scalar(let a), .scalar(let b)), (.scalar(let a), .plain(let b)):
      guard a.utf8.elementsEqual(b.utf8) else {
        throw Finding("\(b.debugDescription) became \(a.debugDescription) in\n\(text)")
      }
    case (.sequence(let items), .sequence(let values)):
      guard items.count == values.count else { throw Finding("items of\n\(text)") }
      for (item, value) in zip(items, values) { try same(item, value, text) }
    case (.mapping(let entries), .mapping(let pairs)):
      guard entries.map({ Array($0.key.utf8) }) == pairs.map({ Array($0.key.utf8) }) else {
        throw Finding("keys of\n\(text)")
      }
      for (entry, pair) in zip(entries, pairs) { try same(entry.value, pair.value, text) }
    default: throw Finding("another kind of node in\n\(text)")
    }
  }

  private func printed(_ value: Value, _ root: Node) throws {
    for text in [Printer.print(value), Printer.flow(value) + "\n"] {
      let document: Document
      do throws(YAMLError) {
        document = try Document(text: text)
      } catch {
        throw Finding("printed, but refused: \(error)\n\(text)")
      }
      guard document.root == root else { throw Finding("printed as something else:\n\(text)") }
    }
  }
}
