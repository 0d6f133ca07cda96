/// The characters that may appear unescaped.
enum Characters {
  /// Whether a scalar above ASCII may appear unescaped. Line breaks and controls of other YAML
  /// versions, bidirectional controls, byte order marks and noncharacters may not.
  static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
      false
    default: true
    }
  }

  /// The offset of the first byte that is not UTF-8 or belongs to a forbidden character, with
  /// that character.
  static func fault(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (offset: Int, scalar: UInt32?)? {
    var i = start
    while i < bytes.count {
      if isPrintableASCII(bytes, at: i) {
        i += 8
        continue
      }
      let byte = bytes[i]
      if byte >= 0x20 && byte < 0x7F || byte == Byte.newline || byte == Byte.tab {
        i += 1
      } else if byte < 0x80 {
        let isBreak =
          byte == Byte.carriageReturn && i + 1 < bytes.count && bytes[i + 1] == Byte.newline
        guard isBreak else { return (i, UInt32(byte)) }
        i += 2
      } else {
        guard let (scalar, length) = decode(bytes, at: i) else { return (i, nil) }
        guard isAllowed(scalar) else { return (i, scalar) }
        i += length
      }
    }
    return nil
  }

  /// Whether the next eight bytes are all in U+0020...U+007E, tested in one step: the top bit of
  /// each byte shows whether it is outside.
  @inline(__always)
  private static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
    guard bytes.count - i >= 8 else { return false }
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: i, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80) == 0
  }

  /// The multi-byte scalar at `i`, or nil if the bytes are not UTF-8.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at i: Int
  ) -> (scalar: UInt32, length: Int)? {
    let first = bytes[i]
    let (length, least, high): (Int, UInt32, UInt8) =
      switch first {
      case 0xC2...0xDF: (2, 0x80, first & 0x1F)
      case 0xE0...0xEF: (3, 0x800, first & 0x0F)
      case 0xF0...0xF4: (4, 0x10000, first & 0x07)
      default: (0, 0, 0)
      }
    guard length > 0, bytes.count - i >= length else { return nil }
    var scalar = UInt32(high)
    for k in i + 1..<i + length {
      guard bytes[k] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(bytes[k] & 0x3F)
    }
    guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
      return nil
    }
    return (scalar, length)
  }

  /// A character's name for error messages: `U+200B`, with a description if it helps.
  static func name(of scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return switch scalar {
    case 0: "\(code) (NUL)"
    case 0x0D: "\(code) (a carriage return without a line feed)"
    case 0x1B: "\(code) (escape)"
    case 0x7F: "\(code) (DEL)"
    case 0x85: "\(code) (NEL)"
    case 0x2028: "\(code) (line separator)"
    case 0x2029: "\(code) (paragraph separator)"
    case 0x202A...0x202E, 0x2066...0x2069: "\(code) (bidirectional control)"
    case 0xFEFF: "\(code) (byte-order mark)"
    case 0..<0xA0: "\(code) (control character)"
    default: code
    }
  }
}
