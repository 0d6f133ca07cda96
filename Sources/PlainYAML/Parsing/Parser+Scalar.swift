import Text

extension Parser {
  /// Reads a plain or quoted scalar, and finds the `:` after it if it is a key. `i` ends after the
  /// scalar.
  mutating func scalar(inFlow: Bool = false) throws(YAMLError) -> (node: Node, colon: Int?) {
    switch at(i) {
    case Byte.double, Byte.single:
      let start = i
      let isDouble = at(i) == Byte.double
      let text = isDouble ? try doubleQuoted() : try singleQuoted()
      let node = Node(
        .scalar(text), offset: start, end: i, style: isDouble ? .double : .single)
      var next = i
      while Byte.isBlank(at(next)) { next += 1 }
      guard at(next) == Byte.colon else {
        if Byte.isBlankOrEnd(at(i)) || inFlow && Byte.isFlowIndicator(at(i)) { return (node, nil) }
        throw error(
          .glued, at: i, "unexpected text after the closing quote",
          hint: at(i) == Byte.hash
            ? "put a space before `#`"
            : isDouble
              ? "put single quotes around the whole value, or write `\\\"` for a quote inside"
              : "write `''` for a quote inside")
      }
      guard Byte.isBlankOrEnd(at(next + 1)) else {
        throw error(
          .missingSpace, at: next, "missing space after `:`", hint: "write `key: value`")
      }
      return (node, next)
    default:
      if !Byte.isWordLike(at(i)) { try checkStart(inFlow: inFlow) }
      return try plain(inFlow: inFlow)
    }
  }

  private mutating func plain(inFlow: Bool) throws(YAMLError) -> (Node, Int?) {
    let start = i
    var i = start
    var end = start
    var colon: Int?
    scan: while true {
      let byte = at(i)
      if Byte.isWordLike(byte) {
        i += 1
        end = i
        continue
      }
      switch byte {
      case 0, Byte.newline, Byte.carriageReturn: break scan
      case Byte.space, Byte.tab:
        i += 1
        continue scan
      case Byte.colon:
        let next = at(i + 1)
        if Byte.isBlankOrEnd(next) {
          colon = i
          break scan
        }
        if inFlow, Byte.isFlowIndicator(next) || next == Byte.question {
          throw error(
            .missingSpace, at: i, "missing space after `:`",
            hint: "write `key: value`, or quote the text")
        }
      case Byte.hash:
        if i > end { break scan }
      case Byte.comma, Byte.openList, Byte.closeList, Byte.openMap, Byte.closeMap:
        if inFlow { break scan }
      default: break
      }
      i += 1
      end = i
    }
    self.i = end
    let content: Node.Content =
      isNull(start..<end)
      ? .null : .scalar(text(start..<end))
    return (Node(content, offset: start, end: end, style: .plain), colon)
  }

  /// Whether the range is plain `~` or `null`.
  private func isNull(_ range: Range<Int>) -> Bool {
    switch range.count {
    case 1: at(range.lowerBound) == UInt8(ascii: "~")
    case 4: bytes[range].elementsEqual("null".utf8)
    default: false
    }
  }

  /// Checks that a plain scalar can start here.
  private func checkStart(inFlow: Bool) throws(YAMLError) {
    let next = at(i + 1)
    let follows = !Byte.isBlankOrEnd(next) && !(inFlow && Byte.isFlowIndicator(next))
    switch at(i) {
    case Byte.dash where follows: return
    case Byte.colon where follows && !inFlow: return
    case Byte.dash:
      throw error(
        .indicator, at: i, "a list with `- ` can't start here",
        hint: "quote a text that is a dash")
    case Byte.colon:
      throw error(.indicator, at: i, "missing key before `:`", hint: "quote a text with `:`")
    case Byte.question where !follows || inFlow:
      throw error(.complexKey, at: i, "keys with `?` are not allowed", hint: "write `key: value`")
    case UInt8(ascii: "&"):
      throw error(
        .anchor, at: i, "anchors are not allowed", hint: "quote a text that starts with `&`")
    case UInt8(ascii: "*"):
      throw error(
        .alias, at: i, "aliases are not allowed", hint: "quote a text that starts with `*`")
    case UInt8(ascii: "!"):
      throw error(.tag, at: i, "tags are not allowed", hint: "quote a text that starts with `!`")
    case Byte.question, Byte.comma, Byte.openList, Byte.closeList, Byte.openMap, Byte.closeMap,
      Byte.hash, Byte.pipe, Byte.greater, UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      throw error(
        .indicator, at: i, "a text can't start with '\(UnicodeScalar(at(i)))' here",
        hint: "quote the text")
    default: return
    }
  }

  private mutating func singleQuoted() throws(YAMLError) -> String {
    let open = i
    var text: [UInt8] = []
    i += 1
    var start = i
    while true {
      if Byte.isEnd(at(i)) { throw unclosed(open) }
      if at(i) == Byte.single {
        guard at(i + 1) == Byte.single else { break }
        text += bytes[start...i]
        i += 1
        start = i + 1
      }
      i += 1
    }
    defer { i += 1 }
    if text.isEmpty { return self.text(start..<i) }
    return String(decoding: text + bytes[start..<i], as: UTF8.self)
  }

  private mutating func doubleQuoted() throws(YAMLError) -> String {
    let open = i
    var text: [UInt8] = []
    i += 1
    var start = i
    while true {
      if Byte.isEnd(at(i)) { throw unclosed(open) }
      if at(i) == Byte.double { break }
      if at(i) == Byte.backslash {
        text += bytes[start..<i]
        if Byte.isEnd(at(i + 1)) { throw unclosed(open) }
        text += String(try escape()).utf8
        start = i
      } else {
        i += 1
      }
    }
    defer { i += 1 }
    if text.isEmpty { return self.text(start..<i) }
    return String(decoding: text + bytes[start..<i], as: UTF8.self)
  }

  func unclosed(_ open: Int) -> YAMLError {
    error(
      .unclosed, at: open, "the quote is not closed on its line",
      hint: "close it, or write text of several lines with `|`")
  }

  /// Reads an escape; `i` is at its backslash and ends after it.
  private mutating func escape() throws(YAMLError) -> UnicodeScalar {
    let start = i
    let sign = at(i + 1)
    i += 2
    switch sign {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"), Byte.tab: return "\t"
    case Byte.double, Byte.backslash, UInt8(ascii: "/"), Byte.space: return UnicodeScalar(sign)
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "e"): return "\u{1B}"
    case UInt8(ascii: "a"): return "\u{7}"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "v"): return "\u{B}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "N"): return "\u{85}"
    case UInt8(ascii: "_"): return "\u{A0}"
    case UInt8(ascii: "L"): return "\u{2028}"
    case UInt8(ascii: "P"): return "\u{2029}"
    case UInt8(ascii: "x"): return try hexadecimal(2, start)
    case UInt8(ascii: "u"): return try hexadecimal(4, start)
    case UInt8(ascii: "U"): return try hexadecimal(8, start)
    case UInt8(ascii: "0"):
      throw error(.escape, at: start, "a text can't contain NUL", hint: "remove `\\0`")
    default:
      throw error(
        .escape, at: start, "invalid escape `\\\(UnicodeScalar(sign))`",
        hint: "write `\\\\` for a backslash, or use single quotes")
    }
  }

  private mutating func hexadecimal(
    _ digits: Int, _ start: Int
  ) throws(YAMLError) -> UnicodeScalar {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Character(UnicodeScalar(at(i))).hexDigitValue else {
        throw error(.escape, at: start, "the escape needs \(digits) hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      i += 1
    }
    guard code != 0, let scalar = UnicodeScalar(code) else {
      throw error(
        .escape, at: start, code == 0 ? "a text can't contain NUL" : "invalid character code",
        hint: code == 0 ? "remove it" : "write one `\\U` with 8 digits, or the character itself")
    }
    return scalar
  }
}
