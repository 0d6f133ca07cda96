import Text

extension Parser {
  /// The treatment of line breaks at the end of a block scalar.
  private enum Chomping { case strip, clip, keep }

  /// Reads a block scalar; `indent` is the column of the enclosing list or mapping.
  mutating func blockScalar(in indent: Int) throws(YAMLError) -> Node {
    let offset = i
    let isFolded = at(i) == Byte.greater
    let (chomping, given) = try blockHeader()
    var end = i
    try endLine(after: "the block header")
    var text = BlockText(isFolded: isFolded)
    var indentation = given.map { max(indent, 0) + $0 }
    var deepestBlank = (column: 0, offset: i)
    while !isAtEnd {
      lineStart = bytes.nextLine(at: i)
      i = lineStart
      while at(i) == Byte.space, indentation.map({ column < $0 }) ?? true { i += 1 }
      if at(i) == Byte.newline || at(i) == Byte.carriageReturn {
        if indentation == nil, column > deepestBlank.column { deepestBlank = (column, i) }
        text.blankLine()
        if chomping == .keep { end = i }
        continue
      }
      if at(i) == Byte.tab, indentation.map({ column < $0 }) ?? true {
        throw error(.tab, at: i, "tabs can't be used for indentation", hint: "use spaces")
      }
      if indentation == nil, !isAtEnd, column > max(indent, 0) {
        guard deepestBlank.column <= column else {
          throw error(
            .indentation, at: deepestBlank.offset,
            "a blank line is indented more than the text below it",
            hint: "remove its spaces")
        }
        indentation = column
      }
      guard let indentation, column >= indentation, !isAtEnd else { break }
      let start = i
      skipLine()
      text.line(bytes[start..<i], hasBreak: !isAtEnd)
      end = i
    }
    if !isAtEnd { i = lineStart }
    try nextContent()
    let content: [UInt8] =
      switch chomping {
      case .strip: text.bytes
      case .clip: text.bytes + (text.hasBreak ? [Byte.newline] : [])
      case .keep:
        text.bytes + (text.hasBreak ? [Byte.newline] : [])
          + Array(repeating: Byte.newline, count: text.breaks)
      }
    return Node(
      .scalar(String(decoding: content, as: UTF8.self)), offset: offset, end: end,
      style: isFolded ? .folded : .literal)
  }

  /// Reads `|` or `>` with its indicators.
  private mutating func blockHeader() throws(YAMLError) -> (Chomping, indentation: Int?) {
    var chomping: Chomping?
    var indentation: Int?
    i += 1
    while true {
      let byte = at(i)
      if byte == Byte.dash || byte == UInt8(ascii: "+"), chomping == nil {
        chomping = byte == Byte.dash ? .strip : .keep
      } else if Byte.isDigit(byte), byte != UInt8(ascii: "0"), indentation == nil {
        indentation = Int(byte - UInt8(ascii: "0"))
      } else if Byte.isBlankOrEnd(byte) {
        return (chomping ?? .clip, indentation)
      } else {
        throw error(
          .blockHeader, at: i, "only `-`, `+` and a digit may follow `|` or `>`",
          hint: "put the text on the lines below, or quote it")
      }
      i += 1
    }
  }
}

/// The text of a block scalar, read line by line.
private struct BlockText {
  let isFolded: Bool
  var bytes: [UInt8] = []
  /// Whether the last line ended with a break.
  var hasBreak = false
  /// Blank lines after the last line.
  var breaks = 0
  private var isIndented = false

  init(isFolded: Bool) { self.isFolded = isFolded }

  mutating func blankLine() { breaks += 1 }

  /// Adds a line. Folding joins it to the last line with a space, unless blank lines separate them
  /// or one of them starts with a blank.
  mutating func line(_ line: Slice<UnsafeBufferPointer<UInt8>>, hasBreak: Bool) {
    let startsBlank = line.first.map(Byte.isBlank) ?? false
    if self.hasBreak {
      if !isFolded || isIndented || startsBlank {
        bytes.append(Byte.newline)
      } else if breaks == 0 {
        bytes.append(Byte.space)
      }
    }
    bytes += repeatElement(Byte.newline, count: breaks)
    breaks = 0
    bytes += line
    isIndented = startsBlank
    self.hasBreak = hasBreak
  }
}
