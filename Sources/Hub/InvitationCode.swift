import Model
import Substrings
import Text

/// What an invitation gives to whoever is invited: 24 digits by chance, and one that shows a slip.
///
/// A key follows from it. Its public half is what the hub is told; who has the code has the other
/// half too, and nobody else does.
public struct InvitationCode: Hashable, Sendable {
  private let digits: [UInt8]

  /// Digits and letters but for those that look alike: i, l, o, u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let count = 24
  private static let group = 5

  public init(using random: inout some RandomNumberGenerator) {
    let digits = (0..<Self.count).map { _ in Self.alphabet[Int(random.next() % 32)] }
    self.digits = digits + [Self.check(digits)]
  }

  /// Reads a code as somebody typed it: in capitals, without dashes, with look-alikes.
  ///
  /// - Returns: nil where it has a slip.
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

  /// The code for people, in groups of five.
  public var text: String {
    stride(from: 0, to: digits.count, by: Self.group)
      .map { String(decoding: digits[$0..<$0 + Self.group], as: UTF8.self) }
      .joined(separator: "-")
  }

  // MARK: The key

  /// The kind of key as OpenSSH calls it.
  public static let kind = "ecdsa-sha2-nistp256"

  /// The pair of keys; nil with a chance of less than one in 10⁹.
  private var pair: EllipticKey? {
    EllipticKey(secret: sha256(Array("teachkit invitation ".utf8) + digits))
  }

  /// The public half as OpenSSH writes it, in base 64; nil where there is no key to the code.
  public var publicKey: String? {
    pair.map { base64(Self.head + $0.point) }
  }

  /// What the hub calls the invitation.
  public var invitation: String? { publicKey.map { Invitation.id(of: $0) } }

  /// The file of the secret half, as OpenSSH reads it.
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

  /// Whether a text is a key as ``publicKey`` writes it: it goes into a file that lets people in.
  static func isKey(_ text: String) -> Bool {
    let start = base64(head + [4]).prefix(52)
    return text.utf8.count == 140 && text.hasPrefix(start) && text.isBase64
  }

  /// What stands before the point in a public key: each part after its length.
  private static let head: [UInt8] =
    [0, 0, 0, 19] + Array(kind.utf8) + [0, 0, 0, 8] + Array("nistp256".utf8) + [0, 0, 0, 65]
}

/// What a teacher sends: where the subject is, and the code to join it with.
public struct InvitationLink: Hashable, Sendable {
  /// The subject on the hub.
  public let address: HubAddress
  public let code: InvitationCode

  public init(_ address: HubAddress, _ code: InvitationCode) {
    self.address = address
    self.code = code
  }

  /// Reads `ssh://git@school.example/math@CODE`.
  ///
  /// - Returns: nil for what has no code.
  /// - Throws: `InvitationFault.slip` where there is one, and it can't be right.
  public init?(_ text: String) throws(InvitationFault) {
    // The `@` between a user and a host isn't meant: a host follows a scheme, or a path follows it.
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

/// Why nobody can join with an invitation.
public enum InvitationFault: Error, Hashable, Sendable {
  /// It was typed wrongly.
  case slip
  /// There is none such, or it is there no more.
  case unknown
  case used
  case expired(Instant)
  /// The key that was used is somebody else's than who is invited.
  case ofAnother(Party)
  /// The key that was named is somebody else's.
  case keyOfAnother
  /// The key gets somebody to something else on that server.
  case keyLeads
  /// It is open to all, and who asks doesn't say who they are.
  case nameless
  /// Somebody else asks under that name.
  case nameIsTaken(String)
  /// More ask than a teacher can look at.
  case tooMany
  /// The address or the key has made all requests that it may make in a day.
  case tooOften
  /// The request isn't signed by the key that it names.
  case unproven
}
