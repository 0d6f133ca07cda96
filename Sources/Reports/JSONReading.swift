/// A syntax error in JSON.
public struct JSONError: Error, Hashable, Sendable {
  public let message: String
  /// The offset of the error, in bytes from 0.
  public let offset: Int
}

extension JSONValue {
  /// Parses a JSON text (RFC 8259): a single value, nested at most 64 deep.
  ///
  /// Numbers without fraction and exponent become integers if they fit; others stay as written.
  /// Duplicate members, which JSON allows, are refused.
  public init(reading bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.whole()
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ message: String) -> JSONError {
    JSONError(message: message, offset: place)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func whole() throws(JSONError) -> JSONValue {
    if String(validating: bytes, as: UTF8.self) == nil { throw failure("not UTF-8") }
    let value = try value(depth: 0)
    skipSpace()
    if next != nil { throw failure("unexpected text after the value") }
    return value
  }

  private mutating func skipSpace() {
    while let byte = next,
      byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C
    {
      place += 1
    }
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    if depth > 64 { throw failure("nested more than 64 deep") }
    skipSpace()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{": return try object(depth)
    case "[": return try array(depth)
    case "\"": return .string(try string())
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return try number()
    case nil: throw failure("unexpected end")
    default: return try word()
    }
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
    place += 1
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipSpace()
    if skip("}") { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("expected a quoted name") }
      let name = try string()
      guard names.insert(name).inserted else { throw failure("duplicate member '\(name)'") }
      skipSpace()
      guard skip(":") else { throw failure("expected ':'") }
      members.append(.init(name, try value(depth: depth + 1)))
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw failure("expected ',' or '}'") }
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
    place += 1
    var elements: [JSONValue] = []
    skipSpace()
    if skip("]") { return .array([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw failure("expected ',' or ']'") }
    }
  }

  private mutating func word() throws(JSONError) -> JSONValue {
    for (word, value) in [
      ("true", JSONValue.boolean(true)), ("false", .boolean(false)), ("null", .null),
    ]
    where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return value
    }
    throw failure("expected a value")
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = place
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    let value = Int(text).map { JSONValue.integer($0) } ?? .decimal(text)
    // A number in non-JSON notation would be printed in quotes.
    guard JSONValue.decimal(text).description == text else {
      place = start
      throw failure("invalid number '\(text)'")
    }
    return value
  }

  private mutating func string() throws(JSONError) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20: throw failure("control character in a string")
      default: text.append(byte)
      }
    }
    throw failure("unclosed string")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw failure("unclosed string") }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): break
    default: throw failure("invalid escape")
    }
    let first = try unit()
    var code = UInt32(first)
    if (0xD800..<0xDC00).contains(first), skip("\\"), skip("u") {
      let second = try unit()
      guard (0xDC00..<0xE000).contains(second) else { throw failure("unpaired surrogate") }
      code = 0x10000 + (code - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure("unpaired surrogate") }
    return scalar
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(JSONError) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("an escape needs four hexadecimal digits") }
    place += 4
    return unit
  }
}
