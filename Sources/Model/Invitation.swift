import Text

/// What lets one person in who has no key at a hub yet, once and until a time.
///
/// Who was invited has a code from which the secret half of the key follows. The code itself is
/// kept nowhere.
public struct Invitation: Hashable, Sendable {
  /// The public half: the bytes of a key of OpenSSH's in base 64.
  public let key: String
  public let until: Instant
  /// The requests to join, made with an open invitation, that the teacher declined.
  public var declined: [String]

  /// How many declined requests are remembered.
  public static let mostDeclined = 100

  public init(key: String, until: Instant, declined: [String] = []) {
    self.key = key
    self.until = until
    self.declined = declined
  }

  /// What it is called where nobody need know the key.
  public var id: String { Invitation.id(of: key) }

  public static func id(of key: String) -> String { String(sha256Hex(key).prefix(16)) }

  /// What such a name is made of.
  public static let digits = Array("0123456789abcdef".utf8)
}
