/// A plain YAML text with its tree. It can be changed in place: see ``setting(_:to:order:)``,
/// ``removing(_:)`` and ``appending(_:to:)``.
public struct Document: Sendable {
  /// Bytes of a text, at most.
  public static let limit = 8 << 20

  /// The text as it is.
  public let bytes: [UInt8]
  /// Its tree; an empty mapping where the text has no content.
  public let root: Node

  /// Parses a text of at most 8 MiB, lists and mappings at most 32 deep.
  /// - Throws: the first fault with its place.
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

  /// The line and column of a byte offset, as that of a node.
  public func position(of offset: Int) -> Position { bytes.position(of: offset) }

  /// The text of the line that holds a byte offset, without its line break.
  public func lineText(at offset: Int) -> String { bytes.lineText(at: offset) }

  /// What seems to be cut off a plain text on its line: a `#` with something right behind it, up to
  /// the end or to a comment as people write it, `# note`. `prompt: Solve exercise #1` lacks `#1`.
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

  /// The first items of a list in brackets that are digits joined by a comma without a space:
  /// `[1,5, 2,5]` has four items, where its writer may have meant two numbers.
  public func tightComma(in node: Node) -> (Node, Node)? {
    guard node.isFlow, let items = node.sequence else { return nil }
    return zip(items, items.dropFirst()).first { isTight($0, $1) }
  }

  /// The items of such a list with those joined that make a number with a decimal comma; nil where
  /// three stand together without a space, `[1,5,2]`, or no comma has one: `[1,5]`.
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
