extension Scalar {
  /// Whether YAML 1.1, YAML 1.2 or a common parser reads a plain scalar as another type than text.
  static func hasOtherType(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return true }
    if bytes.count <= 5, words.contains(text) { return true }
    switch first {
    case 0x30...0x39, Byte.dash, UInt8(ascii: "+"), UInt8(ascii: "."):
      return isNumber(bytes) || isDate(bytes)
    default: return false
    }
  }

  /// Words that are null, true, false, a merge key or a default value.
  private static let words: Set<String> = {
    let lower = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    return Set(
      lower + lower.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        + lower.map { $0.uppercased() } + ["~", "=", "<<"])
  }()

  /// Whether it is an integer or float in any base, with `_`, sexagesimal, or infinite.
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.first == Byte.dash || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard let first = rest.first else { return false }
    if first == UInt8(ascii: "0"), let base = rest.dropFirst().first,
      "xXoObB".utf8.contains(base)
    {
      return rest.dropFirst(2).allSatisfy { isHexadecimal($0) || $0 == UInt8(ascii: "_") }
    }
    if first == UInt8(ascii: "."), rest.count == 4 {
      let word = String(decoding: rest.dropFirst(), as: UTF8.self).lowercased()
      if word == "inf" || word == "nan" { return true }
    }
    guard first == UInt8(ascii: ".") || Byte.isDigit(first) else { return false }
    let exponent = rest.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = rest[..<(exponent ?? rest.endIndex)]
    guard
      mantissa.allSatisfy({
        Byte.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == Byte.colon
      })
    else { return false }
    guard let exponent else { return true }
    var digits = rest[(exponent + 1)...]
    if digits.first == Byte.dash || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    return !digits.isEmpty && digits.allSatisfy(Byte.isDigit)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Byte.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// Whether it is a date such as `2026-1-2`, possibly with a time.
  private static func isDate(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: Byte.dash, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[0].allSatisfy(Byte.isDigit),
      (1...2).contains(parts[1].count), parts[1].allSatisfy(Byte.isDigit)
    else { return false }
    let day = parts[2].prefix { Byte.isDigit($0) }
    guard (1...2).contains(day.count) else { return false }
    guard let next = parts[2].dropFirst(day.count).first else { return true }
    return Byte.isBlank(next) || next | 0x20 == UInt8(ascii: "t")
  }
}
