/// A plain YAML text with its tree, editable in place: see ``setting(_:to:order:)``,
/// ``removing(_:)`` and ``appending(_:to:)``.
public struct Document: Sendable {
  /// The maximum size of a text, in bytes.
  public static let limit = 8 << 20

  /// The text's UTF-8 bytes.
  public let bytes: [UInt8]
  /// The tree, or an empty mapping if the text has no content.
  public let root: Node

  /// Parses a text of at most 8 MiB, with lists and mappings nested at most 32 deep.
  /// - Throws: the first error with its position.
  public init(_ bytes: [UInt8]) throws(YAMLError) {
    root = try Parser.read(bytes, limits: .document) { (parser) throws(YAMLError) in
      try parser.document()
    }
    self.bytes = bytes
  }

  /// Parses a text.
  public init(text: String) throws(YAMLError) {
    try self.init(Array(text.utf8))
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The line and column of a byte offset.
  public func position(of offset: Int) -> Position { bytes.position(of: offset) }

  /// The lines and columns of byte offsets in ascending order, found in one pass.
  public func positions(of offsets: [Int]) -> [Position] {
    var (i, line, column) = (bytes.markLength, 1, 1)
    return offsets.map { offset in
      while i < offset, i < bytes.count {
        if bytes[i] == Byte.newline {
          (line, column) = (line + 1, 1)
        } else if bytes[i] & 0xC0 != 0x80 {
          column += 1
        }
        i += 1
      }
      return Position(line: line, column: column)
    }
  }

  /// The offset of the first byte of the line that holds a byte offset.
  public func lineStart(at offset: Int) -> Int { bytes.lineStart(at: offset) }

  /// The text of the line that contains a byte offset, without its line break.
  public func lineText(at offset: Int) -> String { bytes.lineText(at: offset) }

  /// The text that seems to be cut off a plain scalar on its line: a `#` directly followed by text,
  /// up to the end of the line or a `# note`. `prompt: Solve exercise #1` loses `#1`.
  public func textCut(from node: Node) -> String? {
    cut(from: node).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  func cut(from node: Node) -> Range<Int>? {
    guard node.style == .plain else { return nil }
    var start = node.end
    while start < bytes.count, Byte.isBlank(bytes[start]) { start += 1 }
    guard start > node.end, start + 1 < bytes.count, bytes[start] == Byte.hash,
      !Byte.isBlankOrEnd(bytes[start + 1]), bytes[start + 1] != Byte.hash
    else { return nil }
    let line = bytes.lineEnd(at: start)
    var end = start + 1
    while end < line {
      if bytes[end] == Byte.hash, Byte.isBlank(bytes[end - 1]),
        end + 1 == line || Byte.isBlank(bytes[end + 1])
      {
        break
      }
      end += 1
    }
    while Byte.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The first two items of a flow list that are digits separated by a comma without a space:
  /// `[1,5, 2,5]` has four items, but its author may have meant two numbers.
  public func tightComma(in node: Node) -> (Node, Node)? {
    guard node.isFlow, let items = node.sequence else { return nil }
    return zip(items, items.dropFirst()).first { isTight($0, $1) }
  }

  /// The items of such a list, joined into numbers with a decimal comma; nil if the result is
  /// ambiguous (`[1,5,2]`) or a single number (`[1,5]`).
  public func joinedNumbers(in node: Node) -> [String]? {
    guard node.isFlow, let items = node.sequence else { return nil }
    var numbers: [String] = []
    var last: Node?
    var isJoined = false
    for item in items {
      guard let text = item.scalar else { return nil }
      if let last, isTight(last, item) {
        if isJoined { return nil }
        numbers.append("\(numbers.popLast() ?? ""),\(text)")
        isJoined = true
      } else {
        numbers.append(text)
        isJoined = false
      }
      last = item
    }
    return numbers.count > 1 ? numbers : nil
  }

  private func isTight(_ left: Node, _ right: Node) -> Bool {
    left.end + 1 == right.offset && left.style == .plain && right.style == .plain
      && Byte.isDigit(bytes[left.end - 1]) && Byte.isDigit(bytes[right.offset])
  }
}
