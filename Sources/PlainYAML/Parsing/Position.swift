/// A position in a text: line and column, both from 1; columns count Unicode scalars.
public struct Position: Hashable, Sendable {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension Position: CustomStringConvertible {
  /// `LINE:COLUMN`
  public var description: String { "\(line):\(column)" }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The number of bytes of a leading byte-order mark: 3 or 0.
  var markLength: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }

  /// The offset of the first byte of the line that contains `offset`, after a byte-order mark.
  func lineStart(at offset: Int) -> Int {
    let first = markLength
    var start = Swift.max(Swift.min(offset, count), first)
    while start > first, self[start - 1] != Byte.newline { start -= 1 }
    return start
  }

  /// The offset of the line break (its CR if it has one) that ends the line of `offset`, or the
  /// end of the text.
  func lineEnd(at offset: Int) -> Int {
    var end = Swift.max(Swift.min(offset, count), 0)
    while end < count, self[end] != Byte.newline { end += 1 }
    return end > 0 && end < count && self[end - 1] == Byte.carriageReturn && end > offset
      ? end - 1 : end
  }

  /// The offset after the line break that ends the line of `offset`, or the end of the text.
  func nextLine(at offset: Int) -> Int {
    var end = Swift.max(Swift.min(offset, count), 0)
    while end < count, self[end] != Byte.newline { end += 1 }
    return Swift.min(end + 1, count)
  }

  /// The offset of the line break (its CR if it has one) before a line that begins at `start`.
  func lineBreak(before start: Int) -> Int {
    guard start > 0 else { return 0 }
    return start > 1 && self[start - 2] == Byte.carriageReturn ? start - 2 : start - 1
  }

  /// The start of the comment lines directly above a line, but not above `bound`.
  func commentStart(above line: Int, from bound: Int) -> Int {
    var start = line
    while start > Swift.max(bound, markLength) {
      let above = lineStart(at: start - 1)
      guard above >= bound, self[above..<start].first(where: { $0 != Byte.space }) == Byte.hash
      else { break }
      start = above
    }
    return start
  }

  /// The line and column of a byte offset.
  func position(of offset: Int) -> Position {
    let start = lineStart(at: offset)
    var line = 1
    for byte in self[..<start] where byte == Byte.newline { line += 1 }
    var column = 1
    for byte in self[start..<Swift.max(start, Swift.min(offset, count))]
    where byte & 0xC0 != 0x80 { column += 1 }
    return Position(line: line, column: column)
  }

  /// The text of the line that contains `offset`, without its line break.
  func lineText(at offset: Int) -> String {
    let start = lineStart(at: offset)
    return String(decoding: self[start..<Swift.max(start, lineEnd(at: start))], as: UTF8.self)
  }
}
