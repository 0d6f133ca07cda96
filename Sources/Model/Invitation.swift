import Text

/// What lets one person in who has no key at a hub yet, once and until a time.
///
/// Who was invited has a code from which the secret half of the key follows. The code itself is
/// kept nowhere.
public struct Invitation: Hashable, Sendable {
  /// The public half: the bytes of a key of OpenSSH's in base 64.
  public let key: String
  public let until: Instant

  public init(key: String, until: Instant) {
    self.key = key
    self.until = until
  }

  /// What it is called where nobody need know the key.
  public var id: String { Invitation.id(of: key) }

  public static func id(of key: String) -> String { String(sha256Hex(key).prefix(16)) }

  /// What such a name is made of.
  public static let digits = Array("0123456789abcdef".utf8)
}
