extension Ledger {
  /// The text with all changes; other lines are unchanged. A new entry is inserted before the
  /// first entry with a greater key.
  public var bytes: [UInt8] {
    if changes.isEmpty { return source }
    let known = Set(slots.map(\.key))
    var added = changes.filter { $1.value != nil && !known.contains($0) }.map(\.key)
      .sorted(by: { Ledger.precedes($1, $0) })
    var text = Lines(source: source)
    var bound = source.markLength
    for slot in slots {
      let above = bound
      while let key = added.last, Ledger.precedes(key, slot.key) {
        text.copy(upTo: source.commentStart(above: slot.offset, from: above))
        added.removeLast()
        write(key, to: &text)
      }
      bound = source.nextLine(at: slot.end)
      guard let change = changes[slot.key] else { continue }
      if change.value != nil {
        text.copy(upTo: slot.offset)
        text.bytes += change.text
        text.skip(to: slot.isOneLine ? slot.end : source.lineEnd(at: slot.end))
      } else {
        text.copy(upTo: source.commentStart(above: slot.offset, from: above))
        text.skip(to: bound)
      }
    }
    text.copy(upTo: slots.isEmpty ? source.count : bound)
    for key in added.reversed() { write(key, to: &text) }
    text.copy(upTo: source.count)
    return text.bytes
  }

  private func write(_ key: String, to text: inout Lines) {
    guard let change = changes[key], change.value != nil else { return }
    text.startLine()
    text.bytes += change.text
    text.append("\n")
  }
}

/// A text that is copied line by line with changes.
private struct Lines {
  let source: [UInt8]
  var bytes: [UInt8] = []
  /// The offset of the first source byte that is not copied yet.
  var rest = 0
  private let isCRLF: Bool

  init(source: [UInt8]) {
    self.source = source
    let first = source.firstIndex(of: Byte.newline) ?? 0
    isCRLF = first > 0 && source[first - 1] == Byte.carriageReturn
    bytes.reserveCapacity(source.count + 256)
  }

  mutating func copy(upTo end: Int) {
    guard end > rest else { return }
    bytes += source[rest..<end]
    rest = end
  }

  mutating func skip(to end: Int) { rest = max(rest, end) }

  mutating func append(_ text: String) {
    for byte in text.utf8 {
      if byte == Byte.newline, isCRLF { bytes.append(Byte.carriageReturn) }
      bytes.append(byte)
    }
  }

  /// Adds a line break if the last line has none.
  mutating func startLine() {
    if let last = bytes.last, last != Byte.newline, bytes.count > source.markLength {
      append("\n")
    }
  }
}
