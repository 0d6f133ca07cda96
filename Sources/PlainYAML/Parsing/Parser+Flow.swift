import Text

extension Parser {
  /// Reads a flow collection; `i` ends after the closing bracket.
  mutating func flowCollection() throws(YAMLError) -> Node {
    let open = i
    let isMapping = at(i) == Byte.openMap
    let closing = isMapping ? Byte.closeMap : Byte.closeList
    try descend()
    var items: [Node] = []
    var entries: [Entry] = []
    var seen: Set<String> = []
    // The number of entries in a grade.
    if isMapping { entries.reserveCapacity(10) }
    i += 1
    while true {
      try flowBlanks(open)
      if at(i) == closing { break }
      guard at(i) != Byte.comma else { throw missingValue("missing entry before `,`") }
      if isMapping {
        let key = try flowKey(open)
        let text = try text(ofKey: key, colon: i)
        try checkIsNew(text, at: key.offset, among: entries, seen: &seen)
        let colon = i
        i += 1
        try flowBlanks(open)
        guard at(i) != Byte.comma, at(i) != closing else {
          throw missingValue("the key '\(text)' has no value")
        }
        let value = try flowNode()
        entries.append(Entry(key: text, keyOffset: key.offset, colon: colon, value: value))
      } else {
        items.append(try flowNode())
      }
      try flowBlanks(open)
      if at(i) == closing { break }
      guard at(i) == Byte.comma else { throw afterFlowEntry(inMapping: isMapping) }
      i += 1
    }
    i += 1
    depth -= 1
    return Node(
      isMapping ? .mapping(entries) : .sequence(items), offset: open, end: i, style: .flow)
  }

  private mutating func flowNode() throws(YAMLError) -> Node {
    if at(i) == Byte.openList || at(i) == Byte.openMap { return try flowCollection() }
    return try scalar(inFlow: true).node
  }

  /// Reads a key up to its `:`.
  private mutating func flowKey(_ open: Int) throws(YAMLError) -> Node {
    if at(i) == Byte.openList || at(i) == Byte.openMap { throw complexKey(at: i) }
    let (key, colon) = try scalar(inFlow: true)
    try flowBlanks(open)
    if let colon {
      i = colon
      return key
    }
    if !key.isQuoted, let colon = bytes[key.offset..<key.end].firstIndex(of: Byte.colon) {
      throw error(
        .missingSpace, at: colon, "missing space after `:`", hint: "write `key: value`")
    }
    guard at(i) == Byte.comma || at(i) == Byte.closeMap else {
      throw afterFlowEntry(inMapping: true)
    }
    throw error(
      .missingValue, at: key.offset,
      "the key '\(text(key.offset..<key.end))' has no value",
      hint: "write `key: value`, or a list in `[` `]`")
  }

  private func missingValue(_ message: Message) -> YAMLError {
    error(.missingValue, at: i, message, hint: "write `~` for nothing")
  }

  /// Skips blanks in brackets, which must be closed on their line.
  private mutating func flowBlanks(_ open: Int) throws(YAMLError) {
    while Byte.isBlank(at(i)) { i += 1 }
    if Byte.isEnd(at(i)) {
      let bracket = String(UnicodeScalar(at(open)))
      throw error(
        .unclosed, at: open, "`\(bracket)` is not closed on its line",
        hint: "close it, or write one entry per line without brackets")
    }
    if at(i) == Byte.hash {
      throw error(
        .comment, at: i, "a comment isn't allowed in brackets", hint: "quote a text with `#`")
    }
  }

  /// The error for anything but `,` or the closing bracket.
  private func afterFlowEntry(inMapping: Bool) -> YAMLError {
    switch at(i) {
    case Byte.colon where !inMapping && Byte.isBlankOrEnd(at(i + 1)):
      error(
        .pair, at: i, "an item of a list can't be a pair",
        hint: "write `[{key: value}]`, or quote the item")
    case Byte.colon where inMapping && Byte.isBlankOrEnd(at(i + 1)):
      error(.colon, at: i, "a value with `: ` needs quotes", hint: "quote the value")
    default:
      error(
        .glued, at: i, "expected `,` or the closing bracket", hint: "quote the whole text")
    }
  }
}
