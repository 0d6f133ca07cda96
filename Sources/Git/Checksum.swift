import CGit2

/// A plain SHA-1 over bytes that come in parts: the checksum at the end of Git's own files.
///
/// Objects are named by libgit2, which also looks for forged collisions; a checksum has no use for
/// that, and takes a fifth of the time without.
struct Checksum {
  private var context = mbedtls_sha1_context()

  init() {
    mbedtls_sha1_init(&context)
    _ = mbedtls_sha1_starts_ret(&context)
  }

  mutating func add(_ bytes: [UInt8]) {
    _ = mbedtls_sha1_update_ret(&context, bytes, bytes.count)
  }

  mutating func finish() -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: ObjectID.size)
    _ = mbedtls_sha1_finish_ret(&context, &sum)
    return sum
  }

  /// The checksum of all of some bytes.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.finish()
  }
}
