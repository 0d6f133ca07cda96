import Substrings

/// A machine-readable reply from a remote program: `teachkit: closed at=2026-12-01T22:59:00Z`.
///
/// The next line is a message for people.
public struct RemoteReply: Hashable, Sendable {
  /// The reply code, in lower case with hyphens.
  public let code: String
  public let fields: [String: String]
  /// The sentence that follows; empty if there is none.
  public let sentence: String

  /// The push fails as a whole, and is worth repeating.
  public static let busy = "busy"
  /// The push of one branch succeeded, so this never explains a failure.
  public static let received = "received"

  private static let mark = "teachkit: "

  public init(_ code: String, _ fields: [String: String] = [:], sentence: String = "") {
    self.code = code
    self.fields = fields
    self.sentence = sentence
  }

  /// Reads ``line``.
  ///
  /// - Returns: nil for any other line, such as teachkit's own error messages.
  public init?(line: some StringProtocol, sentence: String = "") {
    guard line.hasPrefix(Self.mark) else { return nil }
    let words = line.dropFirst(Self.mark.count).split(separator: " ")
    guard let code = words.first, Self.isName(code) else { return nil }
    var fields: [String: String] = [:]
    for word in words.dropFirst() {
      guard let equals = word.firstIndex(of: "="), Self.isName(word[..<equals]),
        let value = Self.decoded(word[word.index(after: equals)...])
      else { return nil }
      fields[String(word[..<equals])] = value
    }
    self.init(String(code), fields, sentence: sentence)
  }

  /// Finds the first refusal in a program's output; the next line is its message.
  ///
  /// - Returns: nil if there is none.
  init?(in errors: [UInt8]) {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      String(Self.without(["remote: "], $0)).trimmingSuffix { $0 == " " }
    }
    for (index, line) in lines.enumerated() {
      let next = index + 1 < lines.count ? Self.without(["fatal: "], lines[index + 1][...]) : ""
      guard let found = Self(line: line, sentence: String(next)), found.code != Self.received
      else { continue }
      self = found
      return
    }
    return nil
  }

  /// The line for programs.
  public var line: String {
    let fields = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.encoded($0.value))" }
    return Self.mark + code + fields.joined()
  }

  /// The sentence for people, or the line if there is none.
  public var words: String { sentence.isEmpty ? line : sentence }

  /// The whole reply, for users whose client doesn't know the code.
  public var text: String { sentence.isEmpty ? line : "\(line): \(sentence)" }

  private static func without(_ prefixes: [String], _ line: Substring) -> Substring {
    prefixes.first { line.hasPrefix($0) }.map { line.dropFirst($0.count) } ?? line
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
    }
    return isPlain && text.first.map { $0 != "-" } ?? false
  }

  // MARK: Values, with `%20` for a space

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/:+@,".utf8.contains(byte)
    }
  }

  private static func encoded(_ value: String) -> String {
    value.utf8.map { byte in
      if isPlain(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" + digits : digits)
    }.joined()
  }

  private static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count > 1,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
