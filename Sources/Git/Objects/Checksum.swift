import CGit2

/// An incremental SHA-1, for the checksums at the end of Git's own files.
///
/// libgit2's SHA-1 detects collisions, which checksums don't need. OpenSSL's is three times as fast
/// as mbedTLS's on processors with SHA instructions, and hashing takes much of the time of a change
/// in a large school.
struct Checksum {
  private var context = SHA_CTX()

  init() { SHA1_Init(&context) }

  mutating func add(_ bytes: [UInt8]) { add(bytes[...]) }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    _ = bytes.withUnsafeBytes { SHA1_Update(&context, $0.baseAddress, $0.count) }
  }

  mutating func finish() -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: ObjectID.size)
    SHA1_Final(&sum, &context)
    return sum
  }

  /// The checksum of bytes.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.finish()
  }
}
