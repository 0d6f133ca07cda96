import CGit2

/// A plain SHA-1 over bytes that come in parts: the checksum at the end of Git's own files.
///
/// Objects are named by libgit2, which also looks for forged collisions; a checksum has no use for
/// that. OpenSSL's takes the least time, a third of mbedTLS's where the processor has instructions
/// for it: it is much of what a change takes in a school of ten thousand files.
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

  /// The checksum of all of some bytes.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.finish()
  }
}
