/// SHA-1 as FIPS 180-4 has it, for the checksum at the end of Git's own files. Objects are named by
/// libgit2, which also looks for forged collisions; a checksum has no use for that, and is five
/// times as fast without.
enum SHA1 {
  /// The 20 bytes of the hash.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: State = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    let whole = bytes.count / 64 * 64
    var tail = Array(bytes[whole...]) + [0x80]
    tail += [UInt8](repeating: 0, count: (120 - tail.count) % 64)
    let bits = UInt64(bytes.count) * 8
    tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    bytes.withUnsafeBytes { mix(UnsafeRawBufferPointer(rebasing: $0[..<whole]), into: &state) }
    tail.withUnsafeBytes { mix($0, into: &state) }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Mixes in whole blocks of 64 bytes.
  private static func mix(_ blocks: UnsafeRawBufferPointer, into state: inout State) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for block in stride(from: 0, to: blocks.count, by: 64) {
        for t in 0..<16 {
          words[t] = UInt32(
            bigEndian: blocks.loadUnaligned(fromByteOffset: block + 4 * t, as: UInt32.self))
        }
        for t in 16..<80 {
          words[t] = rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1)
        }
        var (a, b, c, d, e) = state
        func round(_ t: Int, _ f: UInt32, _ k: UInt32) {
          let next = rotated(a, 5) &+ f &+ e &+ k &+ words[t]
          (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
        }
        for t in 0..<20 { round(t, b & c | ~b & d, 0x5A82_7999) }
        for t in 20..<40 { round(t, b ^ c ^ d, 0x6ED9_EBA1) }
        for t in 40..<60 { round(t, b & c | b & d | c & d, 0x8F1B_BCDC) }
        for t in 60..<80 { round(t, b ^ c ^ d, 0xCA62_C1D6) }
        state = (
          state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e
        )
      }
    }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
