import Git
import Substrings

/// An OpenSSH public key.
public struct PublicKey: Hashable, Sendable {
  /// Its type and bytes in OpenSSH's format: two words.
  public let text: String
  /// Its comment; may be empty.
  public let comment: String
  /// `SHA256:…`, as OpenSSH shows it.
  public let fingerprint: String

  /// The safe key types that Debian's OpenSSH accepts.
  private static let kinds: Set<String> = [
    "ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
  ]

  /// The first bytes of files in other formats, and their names for `ssh-keygen -m`.
  private static let otherFormats: [(mark: String, name: String)] = [
    ("BEGIN SSH2 PUBLIC KEY", name: "RFC4716"), ("BEGIN RSA PUBLIC KEY", "PEM"),
    ("BEGIN PUBLIC KEY", "PKCS8"),
  ]

  /// Parses a `.pub` file, and validates it with `ssh-keygen`.
  ///
  /// - Throws: `HubError.key`, or `GitError` if `ssh-keygen` is missing.
  public init(_ file: String) throws {
    let lines = file.split(whereSeparator: \.isNewline).filter {
      !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#")
    }
    if file.contains("PRIVATE KEY") { throw HubError.key(.isPrivate) }
    guard let line = lines.first else { throw HubError.key(.isEmpty) }
    if line.hasPrefix("PuTTY-User-Key-File") { throw HubError.key(.isPuTTYKey) }
    let other = Self.otherFormats.first { line.contains($0.mark) }
    if let other { throw HubError.key(.otherFormat(other.name)) }
    guard lines.count == 1 else { throw HubError.key(.several) }
    let words = line.split(maxSplits: 2) { $0 == " " || $0 == "\t" }.map(String.init)
    guard words.count > 1, Self.kinds.contains(words[0]) else {
      let isLater = words.dropFirst().contains { word in Self.kinds.contains { word.contains($0) } }
      throw HubError.key(isLater ? .hasOptions : .kind(words[0]))
    }
    guard words[1].isBase64 else {
      throw HubError.key(.damaged("it contains invalid characters"))
    }
    text = "\(words[0]) \(words[1])"
    comment =
      words.count < 3
      ? ""
      : String(
        String.UnicodeScalarView(
          words[2].unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
    let result = try Subprocess(
      "ssh-keygen", ["-l", "-E", "sha256", "-f", "-"],
      input: Array((text + "\n").utf8), timeout: 10
    ).run()
    // `256 SHA256:… comment (ED25519)`
    let fields = result.outputText.split(separator: " ")
    guard result.succeeded, fields.count > 2, let bits = Int(fields[0]),
      fields[1].hasPrefix("SHA256:")
    else {
      throw HubError.key(.damaged("truncated or modified"))
    }
    if words[0] == "ssh-rsa", bits < 2048 { throw HubError.key(.tooShort(bits: bits)) }
    fingerprint = String(fields[1])
  }
}

extension String {
  /// Whether all characters are in Base64.
  var isBase64: Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        true
      default: false
      }
    }
  }
}
