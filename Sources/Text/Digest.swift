import CText

/// The 32 bytes of the SHA-256 digest of `bytes`.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  // This can only fail with a hardware driver, which this build doesn't include.
  _ = mbedtls_sha256_ret(bytes, bytes.count, &digest, 0)
  return digest
}

/// The SHA-256 digest of `bytes` as 64 lower-case hexadecimal digits.
public func sha256Hex(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  let text = sha256(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  return String(decoding: text, as: UTF8.self)
}

/// The SHA-256 digest of a text's UTF-8 bytes as 64 lower-case hexadecimal digits.
public func sha256Hex(_ text: String) -> String {
  sha256Hex(Array(text.utf8))
}
