import Text

extension Parser {
  /// The position of a block node.
  enum Place {
    /// At the start of a line or after `- `: a list or mapping may begin here.
    case line
    /// After a key on the same line.
    case key
  }

  /// Reads the node at `i`; `indent` is the column of the enclosing list or mapping, or -1 at the
  /// root.
  mutating func block(in indent: Int, place: Place) throws(YAMLError) -> Node {
    switch at(i) {
    case Byte.dash where Byte.isBlankOrEnd(at(i + 1)):
      guard place == .line else {
        throw error(
          .indicator, at: i, "a list can't begin on the line of its key",
          hint: "put its items on the lines below, or quote the value")
      }
      return try sequence(at: column, in: indent)
    case Byte.openList, Byte.openMap:
      let node = try flowCollection()
      var next = i
      while Byte.isBlank(at(next)) { next += 1 }
      if at(next) == Byte.colon { throw complexKey(at: node.offset) }
      try endLine(after: "the closing bracket")
      try nextContent()
      return node
    case Byte.pipe, Byte.greater:
      return try blockScalar(in: indent)
    default:
      let start = column
      let (node, colon) = try scalar()
      guard let colon else {
        try endLine(after: node.isQuoted ? "the closing quote" : "the value")
        try nextContent()
        return node
      }
      guard place == .line else {
        throw error(
          .colon, at: colon, "a value with `: ` needs quotes",
          hint: "quote the value, or start a new line")
      }
      return try mapping(at: start, first: (node, colon))
    }
  }

  /// Reads a mapping with keys at `column`; its first key has been read.
  private mutating func mapping(
    at column: Int, first: (Node, colon: Int)
  ) throws(YAMLError) -> Node {
    let offset = first.0.offset
    try descend()
    var entries: [Entry] = []
    var seen: Set<String> = []
    var (key, colon) = first
    while true {
      let text = try text(ofKey: key, colon: colon)
      try checkIsNew(text, at: key.offset, among: entries, seen: &seen)
      i = colon + 1
      let value = try self.value(in: column)
      entries.append(Entry(key: text, keyOffset: key.offset, colon: colon, value: value))
      if isAtEnd || self.column < column { break }
      if self.column > column { throw stray(below: column) }
      (key, colon) = try self.key()
    }
    depth -= 1
    let end = entries.last?.value.end ?? offset
    return Node(.mapping(entries), offset: offset, end: end, style: .block)
  }

  /// Reads a key of a block mapping up to its `:`.
  mutating func key() throws(YAMLError) -> (Node, colon: Int) {
    switch at(i) {
    case Byte.dash where Byte.isBlankOrEnd(at(i + 1)):
      throw error(
        .indentation, at: i, "a list item isn't allowed here",
        hint: "put the list below a key without another value")
    case Byte.openList, Byte.openMap: throw complexKey(at: i)
    case Byte.pipe, Byte.greater: throw complexKey(at: i)
    default: break
    }
    let (node, colon) = try scalar()
    guard let colon else { throw missingColon(node) }
    return (node, colon)
  }

  private func missingColon(_ node: Node) -> YAMLError {
    if let colon = bytes[node.offset..<node.end].firstIndex(of: Byte.colon), !node.isQuoted {
      return error(
        .missingSpace, at: colon, "missing space after `:`", hint: "write `key: value`")
    }
    return error(
      .missingColon, at: node.offset, "expected a key with `: `",
      hint: "write text of several lines with `|`")
  }

  /// Reads the value of a key; `i` is after its `:`.
  mutating func value(in column: Int) throws(YAMLError) -> Node {
    let behind = i
    while Byte.isBlank(at(i)) { i += 1 }
    let comment = at(i) == Byte.hash ? i : nil
    guard comment != nil || Byte.isEnd(at(i)) else { return try block(in: column, place: .key) }
    skipLine()
    try nextContent()
    if !isAtEnd {
      if self.column > column { return try block(in: column, place: .line) }
      if self.column == column, at(i) == Byte.dash, Byte.isBlankOrEnd(at(i + 1)) {
        return try sequence(at: column, in: column)
      }
    }
    return try absent(behind, comment: comment)
  }

  /// A missing value. A comment in its place is an error, because it is probably a mistake.
  private func absent(_ offset: Int, comment: Int?) throws(YAMLError) -> Node {
    if let comment {
      throw error(
        .comment, at: comment, "a value that starts with `#` is a comment",
        hint: "quote the value, or put the comment on a separate line")
    }
    return Node(.null, offset: offset, end: offset, style: .absent)
  }

  /// Reads a sequence with dashes at `column`. In a mapping at the same column it ends at the next
  /// key.
  private mutating func sequence(at column: Int, in indent: Int) throws(YAMLError) -> Node {
    let offset = i
    try descend()
    var items: [Node] = []
    while true {
      i += 1
      items.append(try item(in: column))
      if isAtEnd || self.column < column { break }
      if self.column > column { throw stray(below: column) }
      guard at(i) == Byte.dash, Byte.isBlankOrEnd(at(i + 1)) else {
        if column == indent { break }
        throw error(
          .indentation, at: i, "expected a list item with `- `",
          hint: "indent this line like the lines it belongs to")
      }
    }
    depth -= 1
    return Node(.sequence(items), offset: offset, end: items.last?.end ?? offset, style: .block)
  }

  /// Reads an item; `i` is after its dash.
  private mutating func item(in column: Int) throws(YAMLError) -> Node {
    let behind = i
    while at(i) == Byte.space { i += 1 }
    if at(i) == Byte.tab {
      throw error(.tab, at: i, "a tab isn't allowed after `-`", hint: "use spaces")
    }
    let comment = at(i) == Byte.hash ? i : nil
    guard comment != nil || Byte.isEnd(at(i)) else { return try block(in: column, place: .line) }
    skipLine()
    try nextContent()
    if !isAtEnd, self.column > column { return try block(in: column, place: .line) }
    return try absent(behind, comment: comment)
  }

  /// The error for a line that is indented more than the entry it should continue.
  func stray(below column: Int) -> YAMLError {
    var ahead = self
    let opensEntry =
      switch (at(i), at(i + 1)) {
      case (Byte.dash, let next) where Byte.isBlankOrEnd(next): true
      default: ((try? ahead.scalar())?.colon ?? nil) != nil
      }
    if opensEntry || self.column < column {
      return error(
        .indentation, at: i, "the indentation matches no line above",
        hint: "indent it like the lines it belongs to")
    }
    return error(
      .severalLines, at: i, "a value without `|` can't span several lines",
      hint: "write text of several lines below `|`")
  }
}
