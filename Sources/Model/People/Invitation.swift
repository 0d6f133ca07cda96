import Text

/// An invitation for one person without a key on the hub, valid once and until a time.
///
/// The invitee has a code from which the private half of the key is derived. The code itself is
/// never stored.
public struct Invitation: Hashable, Sendable {
  /// The public half: the bytes of an OpenSSH key in Base64.
  public let key: String
  public let until: Instant
  /// The declined requests to join with an open invitation.
  public var declined: [String]

  /// The maximum number of declined requests that are remembered.
  public static let mostDeclined = 100

  public init(key: String, until: Instant, declined: [String] = []) {
    self.key = key
    self.until = until
    self.declined = declined
  }

  /// A short id that doesn't reveal the key.
  public var id: String { Invitation.id(of: key) }

  public static func id(of key: String) -> String { String(sha256Hex(key).prefix(16)) }

  /// The characters of such an id.
  public static let digits = Array("0123456789abcdef".utf8)
}
