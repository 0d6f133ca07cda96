import Text

/// Reads plain YAML from bytes in one pass.
///
/// Each method that reads a block node leaves `i` at the first byte of the next line with content,
/// or at the end.
struct Parser {
  /// The limits of a text.
  struct Limits {
    /// The size of the whole text, in bytes.
    var size: Int
    /// The nesting depth of lists and mappings.
    var depth = 32
    /// The length of a key as written, in bytes.
    var key = 1000

    static let document = Limits(size: Document.limit)
    static let ledger = Limits(size: 512 << 20)
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: Limits
  /// The byte that is read next.
  var i = 0
  /// The offset of the line's first byte.
  var lineStart = 0
  var depth = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>, limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Runs `body` with a parser of `bytes`.
  static func read<Result>(
    _ bytes: [UInt8], limits: Limits,
    _ body: (inout Parser) throws(YAMLError) -> Result
  ) throws(YAMLError) -> Result {
    try bytes.withUnsafeBufferPointer { (bytes) throws(YAMLError) in
      var parser = Parser(bytes, limits: limits)
      return try body(&parser)
    }
  }

  /// The byte at an offset, or 0 after the last one. Valid text contains no 0, so a loop that stops
  /// at 0 stays inside the text.
  @inline(__always)
  func at(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The text of a range. Rebasing avoids the slow path of decoding a buffer slice.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  var isAtEnd: Bool { i >= bytes.count }

  /// The number of bytes before `i` on its line. Only spaces and dashes precede a node that opens a
  /// block, so this is also its column in characters.
  var column: Int { i - lineStart }

  /// Reads a whole document.
  mutating func document() throws(YAMLError) -> Node {
    try start()
    guard !isAtEnd else {
      return Node(.mapping([]), offset: bytes.count, end: bytes.count, style: .absent)
    }
    let root = column
    let node = try block(in: -1, place: .line)
    guard isAtEnd else { throw stray(below: root) }
    return node
  }

  /// Checks size and characters and skips to the first content, after a leading `---`.
  mutating func start() throws(YAMLError) {
    guard bytes.count <= limits.size else {
      throw YAMLError(
        kind: .tooLarge, message: "the file is larger than \(limits.size >> 20) MiB",
        hint: "split it", position: Position(line: 1, column: 1), line: "")
    }
    try checkCharacters()
    i = bytes.markLength
    lineStart = i
    try nextContent(afterMarker: true)
    if at(i) == UInt8(ascii: "%"), column == 0 {
      throw error(.directive, at: i, "directives are not allowed", hint: "remove this line")
    }
    if isMarker(Byte.dash) {
      i += 3
      while Byte.isBlank(at(i)) { i += 1 }
      guard Byte.isEnd(at(i)) || at(i) == Byte.hash else {
        throw error(
          .glued, at: i, "unexpected text after `---`", hint: "put it on the next line")
      }
      skipLine()
      try nextContent()
    }
  }

  private func checkCharacters() throws(YAMLError) {
    let mark = Array(bytes.prefix(2))
    if mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF] {
      throw error(.encoding, at: 0, "the file is UTF-16", hint: "save it as UTF-8")
    }
    guard let (offset, scalar) = Characters.fault(in: bytes, from: bytes.markLength) else { return }
    guard let scalar else {
      throw error(.encoding, at: offset, "the file is not UTF-8", hint: "save it as UTF-8")
    }
    throw error(
      .character, at: offset, "the character \(Characters.name(of: scalar)) is not allowed",
      hint: scalar == 0
        ? "remove it"
        : scalar == 0x0D
          ? "end lines with a line feed" : "remove it, or write it as an escape in double quotes")
  }

  /// Skips to the end of the line.
  mutating func skipLine() {
    while !Byte.isEnd(at(i)) { i += 1 }
  }

  /// Skips blank lines and comments up to the next content. `i` is at the end or the start of a
  /// line.
  mutating func nextContent(afterMarker: Bool = false) throws(YAMLError) {
    while true {
      while at(i) == Byte.space { i += 1 }
      switch at(i) {
      case Byte.carriageReturn: i += 1
      case Byte.newline:
        i += 1
        lineStart = i
      case Byte.hash: skipLine()
      case Byte.tab:
        throw error(.tab, at: i, "tabs can't be used for indentation", hint: "use spaces")
      case Byte.dash where !afterMarker && isMarker(Byte.dash),
        UInt8(ascii: ".") where isMarker(UInt8(ascii: ".")):
        throw error(
          .severalDocuments, at: i, "a file has a single document", hint: "remove this line")
      default: return
      }
    }
  }

  /// Whether the line starts with a separate `---` or `...`.
  private func isMarker(_ byte: UInt8) -> Bool {
    i == lineStart && at(i) == byte && at(i + 1) == byte && at(i + 2) == byte
      && Byte.isBlankOrEnd(at(i + 3))
  }

  /// Ends a line after a value: only blanks and a comment may follow.
  mutating func endLine(after what: String) throws(YAMLError) {
    let valueEnd = i
    while Byte.isBlank(at(i)) { i += 1 }
    if at(i) == Byte.hash, i > valueEnd { skipLine() }
    guard Byte.isEnd(at(i)) else {
      throw error(
        .glued, at: i, "unexpected text after \(what)",
        hint: at(i) == Byte.hash ? "put a space before `#`" : "quote the whole value")
    }
  }

  func error(
    _ kind: YAMLError.Kind, at offset: Int, _ message: Message, hint: Message? = nil
  ) -> YAMLError {
    YAMLError(
      kind: kind, message: message, hint: hint, position: bytes.position(of: offset),
      line: bytes.lineText(at: offset))
  }

  /// Checks the nesting depth for a list or mapping that opens at `i`.
  mutating func descend() throws(YAMLError) {
    depth += 1
    guard depth <= limits.depth else {
      throw error(
        .tooDeep, at: i, "lists and mappings are nested more than \(limits.depth) deep",
        hint: "look for an extra bracket or extra indentation")
    }
  }
}
