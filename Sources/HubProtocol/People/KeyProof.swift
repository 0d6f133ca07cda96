import Git

/// A signature by an SSH key, which proves possession of its private half.
public struct KeyProof: Sendable {
  /// The signature in base 64, on one line.
  public let text: String

  public init(text: String) {
    self.text = text
  }

  /// The purpose in the signature. Signatures for other purposes are invalid here.
  private static let namespace = "teachkit-join"
  private static let (head, foot) = ("-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----")

  /// Signs a message with the key in a file, or with the `ssh-agent` that has it.
  ///
  /// - Returns: the signature, or why the key can't sign.
  /// - Throws: `GitError` if `ssh-keygen` isn't installed.
  public static func sign(
    _ message: [UInt8], with keyFile: String
  ) throws(GitError) -> Result<KeyProof, SigningFault> {
    let result = try Subprocess(
      "ssh-keygen", ["-q", "-Y", "sign", "-n", namespace, "-f", keyFile], input: message
    ).run()
    let lines = result.outputText.split(whereSeparator: \.isNewline).map(String.init)
    guard result.succeeded, lines.first == head, lines.last == foot else {
      let reason = result.errorText.split(whereSeparator: \.isNewline).last
      return .failure(SigningFault(reason: reason.map(String.init) ?? "ssh-keygen failed"))
    }
    return .success(KeyProof(text: lines.dropFirst().dropLast().joined()))
  }

  /// Checks that the owner of a key signed a message.
  ///
  /// - Parameter folder: a folder for the files that `ssh-keygen` reads.
  /// - Throws: `GitError`.
  public func isValid(for message: [UInt8], by key: PublicKey, in folder: String) throws(GitError)
    -> Bool
  {
    guard text.isBase64 else { return false }
    let place = TemporaryFolder(".proof", in: folder)
    try place.makePrivate()
    defer { place.remove() }
    let (signature, signers) = ("\(place.path)/signature", "\(place.path)/signers")
    let bytes = Array(text.utf8)
    let lines = stride(from: 0, to: bytes.count, by: 70).map {
      String(decoding: bytes[$0..<min($0 + 70, bytes.count)], as: UTF8.self)
    }
    try DurableFile.write(
      Array(([Self.head] + lines + [Self.foot, ""]).joined(separator: "\n").utf8), to: signature)
    try DurableFile.write(Array("joiner \(key.text)\n".utf8), to: signers)
    return try Subprocess(
      "ssh-keygen",
      ["-Y", "verify", "-n", Self.namespace, "-I", "joiner", "-f", signers, "-s", signature],
      input: message, timeout: 10
    ).run().succeeded
  }
}

/// Why a key can't sign.
public struct SigningFault: Error, Hashable, Sendable {
  /// The last line that `ssh-keygen` wrote.
  public let reason: String
}
