/// A JSON value whose members keep their order, so that documents are printed reproducibly.
public enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number as text, such as `0.75`; an invalid JSON number is printed as a string.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value. The caller ensures that names are unique within an object.
  public struct Member: Hashable, Sendable {
    public let name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the member `name`; nil if it is missing or the value is not an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Sets a nested member, creating missing objects on its path.
  mutating func set(_ path: ArraySlice<String>, _ value: JSONValue) {
    guard let name = path.first else {
      self = value
      return
    }
    var members: [Member] = []
    if case .object(let present) = self { members = present }
    // Columns of an object are adjacent, so the last member is the most likely one.
    if let place = members.lastIndex(where: { $0.name == name }) {
      members[place].value.set(path.dropFirst(), value)
    } else {
      var inner = JSONValue.object([])
      inner.set(path.dropFirst(), value)
      members.append(Member(name, inner))
    }
    self = .object(members)
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

// MARK: - Printing

extension JSONValue: CustomStringConvertible {
  /// The value on one line. Control and bidirectional characters are escaped, so the output can't
  /// control a terminal.
  public var description: String {
    var text = ""
    print(to: &text)
    return text
  }

  /// The value as a file: one line, except that each element of an array of objects directly inside
  /// the outer object has its own line; with a line break at the end.
  public var document: String {
    guard case .object(let members) = self else { return description + "\n" }
    var text = "{"
    for (index, member) in members.enumerated() {
      text += index == 0 ? "" : ", "
      JSONValue.quote(member.name, to: &text)
      text += ": "
      if case .array(let elements) = member.value, case .object = elements.first {
        text += "[\n"
        for (index, element) in elements.enumerated() {
          text += index == 0 ? "  " : ",\n  "
          element.print(to: &text)
        }
        text += "\n]"
      } else {
        member.value.print(to: &text)
      }
    }
    return text + "}\n"
  }

  private func print(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .decimal(let number):
      if JSONValue.isNumber(number) { text += number } else { JSONValue.quote(number, to: &text) }
    case .string(let value): JSONValue.quote(value, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        text += index == 0 ? "" : ", "
        element.print(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += index == 0 ? "" : ", "
        JSONValue.quote(member.name, to: &text)
        text += ": "
        member.value.print(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += value
    } else {
      for scalar in value.unicodeScalars { append(scalar, to: &text) }
    }
    text += "\""
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    default:
      if drivesTerminals(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Control characters, line separators and bidirectional controls. All are in the Basic
  /// Multilingual Plane, so four digits are enough.
  private static func drivesTerminals(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060,
      0x2066...0x206F, 0xFEFF:
      true
    default: false
    }
  }

  /// JSON's grammar: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
  private static func isNumber(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    func digits() -> Int {
      let count = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("-")
    let startsWithZero = rest.first == 0x30
    let whole = digits()
    guard whole > 0, !startsWithZero || whole == 1 else { return false }
    if skip("."), digits() == 0 { return false }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
