/// The notation of a text as a scalar.
enum Scalar {
  /// Whether a text without quotes is read as itself or as null.
  static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last else { return false }
    if Byte.isBlank(first) || Byte.isBlank(last) || last == Byte.colon { return false }
    let second = bytes.dropFirst().first ?? Byte.space
    switch first {
    case Byte.dash:
      if second == Byte.space || inFlow && Byte.isFlowIndicator(second) { return false }
      if text.utf8.starts(with: "---".utf8) { return false }
    case UInt8(ascii: "."):
      if text.utf8.starts(with: "...".utf8) { return false }
    case Byte.question, Byte.colon, Byte.comma, Byte.openList, Byte.closeList, Byte.openMap,
      Byte.closeMap, Byte.hash, Byte.pipe, Byte.greater, Byte.single, Byte.double,
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "%"),
      UInt8(ascii: "@"), UInt8(ascii: "`"):
      return false
    default: break
    }
    var previous = first
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F { return false }
      if previous == Byte.colon, byte == Byte.space { return false }
      if previous == Byte.space, byte == Byte.hash { return false }
      if inFlow {
        if Byte.isFlowIndicator(byte) { return false }
        if previous == Byte.colon, byte == Byte.question { return false }
      }
      previous = byte
    }
    return isRaw(text)
  }

  /// Whether every non-ASCII character may appear unescaped.
  private static func isRaw(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
      || text.unicodeScalars.allSatisfy { $0.value < 0x80 || Characters.isAllowed($0.value) }
  }

  static func isNull(_ text: String) -> Bool { text == "~" || text == "null" }

  /// A text in double quotes, with escapes for forbidden characters.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{1B}": result += "\\e"
      case "\0": result += "\\uFFFD"
      default:
        if scalar.value >= 0x20, scalar.value != 0x7F, Characters.isAllowed(scalar.value) {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let width = scalar.value < 0x100 ? 2 : 4
          result += (width == 2 ? "\\x" : "\\u")
          result += String(repeating: "0", count: width - digits.count) + digits
        }
      }
    }
    return result + "\""
  }

  /// The block scalar header (`|` with its indicators) for a text; nil if the text is a single line
  /// or needs escapes.
  static func blockHeader(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.contains(Byte.newline),
      let first = bytes.first(where: { $0 != Byte.newline }),
      bytes.allSatisfy({
        $0 >= 0x20 && $0 != 0x7F || $0 == Byte.newline || $0 == Byte.tab
      }),
      isRaw(text)
    else { return nil }
    let end = bytes.suffix(2)
    let chomping = end.last != Byte.newline ? "-" : end.first == Byte.newline ? "+" : ""
    return "|" + (Byte.isBlank(first) ? "2" : "") + chomping
  }

  /// The lines of a text as a block scalar.
  static func blockLines(_ text: String, column: Int) -> [String] {
    let indentation = String(repeating: " ", count: column)
    var lines = text.utf8.split(separator: Byte.newline, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "" : indentation + Substring($0) }
  }
}
