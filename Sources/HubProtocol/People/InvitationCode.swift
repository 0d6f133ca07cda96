import Model
import Substrings
import Text

/// The code of an invitation: 24 random digits and a check digit.
///
/// A key pair is derived from it. The hub knows its public half; only someone with the code has the
/// private half.
public struct InvitationCode: Hashable, Sendable {
  private let digits: [UInt8]

  /// Digits and letters except those that look alike: i, l, o, u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let count = 24
  private static let group = 5

  public init(using random: inout some RandomNumberGenerator) {
    let digits = (0..<Self.count).map { _ in Self.alphabet[Int(random.next() % 32)] }
    self.digits = digits + [Self.check(digits)]
  }

  /// Parses a typed code, accepting capitals, missing dashes and look-alikes.
  ///
  /// - Returns: nil if it is mistyped.
  public init?(_ text: some StringProtocol) {
    var found: [UInt8] = []
    for byte in text.lowercased().utf8 where byte != UInt8(ascii: "-") {
      let digit =
        switch byte {
        case UInt8(ascii: "o"): UInt8(ascii: "0")
        case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
        default: byte
        }
      guard Self.alphabet.contains(digit) else { return nil }
      found.append(digit)
    }
    guard found.count == Self.count + 1, Self.check(found.dropLast()) == found.last else {
      return nil
    }
    digits = found
  }

  private static func check(_ digits: some Sequence<UInt8>) -> UInt8 {
    alphabet[Int(sha256(Array("check".utf8) + digits)[0] % 32)]
  }

  /// The code in groups of five characters.
  public var text: String {
    stride(from: 0, to: digits.count, by: Self.group)
      .map { String(decoding: digits[$0..<$0 + Self.group], as: UTF8.self) }
      .joined(separator: "-")
  }

  // MARK: The key

  /// OpenSSH's name of the key type.
  public static let kind = "ecdsa-sha2-nistp256"

  /// The key pair; nil with a probability of less than one in 10⁹.
  private var pair: EllipticKey? {
    EllipticKey(secret: sha256(Array("teachkit invitation ".utf8) + digits))
  }

  /// The public half in OpenSSH's format, in Base64; nil if the code isn't a valid key.
  public var publicKey: String? {
    pair.map { base64(Self.head + $0.point) }
  }

  /// The invitation's id on the hub.
  public var invitation: String? { publicKey.map { Invitation.id(of: $0) } }

  /// The file of the private half in OpenSSH's format.
  public var privateKey: String? {
    guard let pair else { return nil }
    // RFC 5915: version 1, the secret, the curve, the point.
    let curve: [UInt8] = [0xa0, 10, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]
    let body = [2, 1, 1, 4, 32] + pair.secret + curve + [0xa1, 68, 3, 66, 0] + pair.point
    let text = Array(base64([0x30, UInt8(body.count)] + body).utf8)
    let lines = stride(from: 0, to: text.count, by: 64).map {
      String(decoding: text[$0..<min($0 + 64, text.count)], as: UTF8.self)
    }
    let name = "EC PRIVATE KEY"
    return (["-----BEGIN \(name)-----"] + lines + ["-----END \(name)-----", ""])
      .joined(separator: "\n")
  }

  /// Whether a text has the format of ``publicKey``. It is written to a file that grants access.
  static func isKey(_ text: String) -> Bool {
    let start = base64(head + [4]).prefix(52)
    return text.utf8.count == 140 && text.hasPrefix(start) && text.isBase64
  }

  /// The bytes of a public key before the point: each part is preceded by its length.
  private static let head: [UInt8] =
    [0, 0, 0, 19] + Array(kind.utf8) + [0, 0, 0, 8] + Array("nistp256".utf8) + [0, 0, 0, 65]
}

/// An invitation link: the address of the subject, and the code.
public struct InvitationLink: Hashable, Sendable {
  /// The subject on the hub.
  public let address: HubAddress
  public let code: InvitationCode

  public init(_ address: HubAddress, _ code: InvitationCode) {
    self.address = address
    self.code = code
  }

  /// Parses `ssh://git@school.example/math@CODE`.
  ///
  /// - Returns: nil without a code.
  /// - Throws: `InvitationFault.slip` if the code is mistyped.
  public init?(_ text: String) throws(InvitationFault) {
    // The `@` between user and host doesn't count: a host follows a scheme, or is followed by a
    // path.
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard let at = text[start...].lastIndex(of: "@"),
      text[start..<at].contains("/") || text[start..<at].contains(":"),
      !text[at...].contains("/"), !text[at...].contains(":"),
      case .server(let address) = HubAddress(String(text[..<at]), relativeTo: "/")
    else { return nil }
    guard let code = InvitationCode(text[text.index(after: at)...]) else { throw .slip }
    self.init(.server(address), code)
  }

  public var text: String { "\(address.text)@\(code.text)" }
}
