import CText

/// A key pair on the curve P-256, also known as secp256r1 and prime256v1.
public struct EllipticKey: Sendable {
  /// The secret number, 32 bytes.
  public let secret: [UInt8]
  /// The public point: the byte 4, then two 32-byte numbers.
  public let point: [UInt8]

  /// Derives the pair from a secret number.
  ///
  /// - Parameter secret: 32 bytes.
  /// - Returns: nil for one of the few numbers that are not valid keys.
  public init?(secret: [UInt8]) {
    guard secret.count == 32 else { return nil }
    var group = mbedtls_ecp_group()
    var number = mbedtls_mpi()
    var found = mbedtls_ecp_point()
    mbedtls_ecp_group_init(&group)
    mbedtls_mpi_init(&number)
    mbedtls_ecp_point_init(&found)
    defer {
      mbedtls_ecp_group_free(&group)
      mbedtls_mpi_free(&number)
      mbedtls_ecp_point_free(&found)
    }
    guard mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_SECP256R1) == 0,
      mbedtls_mpi_read_binary(&number, secret, secret.count) == 0,
      mbedtls_ecp_check_privkey(&group, &number) == 0
    else { return nil }
    let failure = withUnsafeMutablePointer(to: &group) { group in
      mbedtls_ecp_mul(group, &found, &number, &group.pointee.G, nil, nil)
    }
    var point = [UInt8](repeating: 0, count: 65)
    var count = 0
    guard failure == 0,
      mbedtls_ecp_point_write_binary(
        &group, &found, MBEDTLS_ECP_PF_UNCOMPRESSED, &count, &point, point.count) == 0,
      count == point.count
    else { return nil }
    self.secret = secret
    self.point = point
  }
}

/// The Base64 encoding of bytes, without line breaks.
public func base64(_ bytes: [UInt8]) -> String {
  var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
  var count = 0
  // Encoding fails only if the buffer is too small.
  _ = mbedtls_base64_encode(&text, text.count, &count, bytes, bytes.count)
  return String(decoding: text.prefix(count), as: UTF8.self)
}

/// The decoded bytes of a Base64 text, or nil if it is invalid.
public func bytes(base64 text: String) -> [UInt8]? {
  let text = Array(text.utf8)
  var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
  var count = 0
  guard mbedtls_base64_decode(&bytes, bytes.count, &count, text, text.count) == 0 else {
    return nil
  }
  return Array(bytes.prefix(count))
}
