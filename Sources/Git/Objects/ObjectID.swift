/// The id of a Git object: the 20 bytes of its SHA-1.
public struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The size of an id in bytes.
  public static let size = 20
  /// The id of no object; Git uses it for "nothing".
  static let zero = ObjectID(first: 0, second: 0, third: 0)

  /// Whether it means no object, as in the input of hooks.
  public var isZero: Bool { self == .zero }

  // Big-endian words, so that comparing them compares the bytes.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt32

  private init(first: UInt64, second: UInt64, third: UInt32) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// Parses 40 hexadecimal digits; nil for anything else.
  public init?(_ hex: some StringProtocol) {
    var copy = String(hex)
    let parsed = copy.withUTF8 { ObjectID(hex: $0[...]) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Creates an id from exactly 20 bytes; nil otherwise.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    for (place, byte) in bytes.enumerated() {
      if place < 8 {
        words.0 = words.0 << 8 | UInt64(byte)
      } else if place < 16 {
        words.1 = words.1 << 8 | UInt64(byte)
      } else {
        words.2 = words.2 << 8 | UInt64(byte)
      }
    }
    self.init(first: words.0, second: words.1, third: UInt32(truncatingIfNeeded: words.2))
  }

  /// Parses 40 hexadecimal digits as bytes; nil for anything else.
  init?(hex: some Collection<UInt8>) {
    guard hex.count == 2 * Self.size else { return nil }
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    for (place, byte) in hex.enumerated() {
      let digit: UInt64
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt64(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
      if place < 16 {
        words.0 = words.0 << 4 | digit
      } else if place < 32 {
        words.1 = words.1 << 4 | digit
      } else {
        words.2 = words.2 << 4 | digit
      }
    }
    self.init(first: words.0, second: words.1, third: UInt32(truncatingIfNeeded: words.2))
  }

  /// The byte at `place`, 0 to 19.
  subscript(place: Int) -> UInt8 {
    switch place {
    case 0..<8: UInt8(truncatingIfNeeded: first >> (56 - 8 * UInt64(place)))
    case 8..<16: UInt8(truncatingIfNeeded: second >> (120 - 8 * UInt64(place)))
    case 16..<20: UInt8(truncatingIfNeeded: third >> (152 - 8 * UInt32(place)))
    default: 0
    }
  }

  /// The 20 bytes.
  public var bytes: [UInt8] { (0..<Self.size).map { self[$0] } }

  /// The 40 hexadecimal digits, as bytes.
  var hexBytes: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * Self.size)
    for place in 0..<Self.size {
      let byte = self[place]
      digits.append(Self.digit(byte >> 4))
      digits.append(Self.digit(byte & 15))
    }
    return digits
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The 40 hexadecimal digits.
  public var description: String { String(decoding: hexBytes, as: UTF8.self) }

  /// The first eight digits, for display.
  public var short: String { String(decoding: hexBytes[..<8], as: UTF8.self) }

  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.first, left.second, left.third) < (right.first, right.second, right.third)
  }
}
