/// Bytes with a meaning in YAML.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let hash = UInt8(ascii: "#")
  static let colon = UInt8(ascii: ":")
  static let dash = UInt8(ascii: "-")
  static let comma = UInt8(ascii: ",")
  static let question = UInt8(ascii: "?")
  static let single = UInt8(ascii: "'")
  static let double = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let pipe = UInt8(ascii: "|")
  static let greater = UInt8(ascii: ">")
  static let openList = UInt8(ascii: "[")
  static let closeList = UInt8(ascii: "]")
  static let openMap = UInt8(ascii: "{")
  static let closeMap = UInt8(ascii: "}")

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether a line or the text ends here. The parser reads 0 after the last byte.
  @inline(__always)
  static func isEnd(_ byte: UInt8) -> Bool {
    byte == newline || byte == carriageReturn || byte == 0
  }

  @inline(__always)
  static func isBlankOrEnd(_ byte: UInt8) -> Bool { isBlank(byte) || isEnd(byte) }

  /// `,` `[` `]` `{` `}`: the bytes that end a plain scalar in a flow collection.
  @inline(__always)
  static func isFlowIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case comma, openList, closeList, openMap, closeMap: true
    default: false
    }
  }

  /// Letters, digits and all non-ASCII UTF-8: the bytes that never end a plain scalar.
  @inline(__always)
  static func isWordLike(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
