/// A text that is looked for in many others.
///
/// It is found where the text has it in Unicode's normal form C, with upper and lower case made
/// one unless case counts. Most texts are passed over by a look at their bytes.
public struct Needle: Sendable {
  private let mindsCase: Bool
  /// What a text must have, folded as it is.
  private let wanted: ByteSearch
  /// A part of it that every text with it has as it stands, but for the case of ASCII letters;
  /// nil where there is no such part.
  private let probe: ByteSearch?

  /// - Returns: nil for the empty text.
  public init?(_ text: String, mindsCase: Bool = false) {
    guard !text.isEmpty else { return nil }
    self.mindsCase = mindsCase
    let folded = mindsCase ? nfc(text) : caseFolded(text)
    wanted = ByteSearch(Array(folded.utf8), ignoresCase: false)
    probe = Needle.longestRun(of: folded, mindsCase: mindsCase)
      .map { ByteSearch($0, ignoresCase: !mindsCase) }
  }

  /// Whether a text has it.
  public func isFound(in text: String) -> Bool {
    var text = text
    guard text.withUTF8({ mayBeFound(in: UnsafeRawBufferPointer($0)) }) else { return false }
    var folded = mindsCase ? nfc(text) : caseFolded(text)
    return folded.withUTF8 { wanted.isFound(in: UnsafeRawBufferPointer($0)) }
  }

  /// Whether a text of these bytes may have it: false is certain.
  public func mayBeFound(in bytes: UnsafeRawBufferPointer) -> Bool {
    if let probe { return probe.isFound(in: bytes) }
    // What is no ASCII may be written in several ways; `ss` alone is that, too, for `ß`.
    return bytes.contains { $0 >= 0x80 } || wanted.isFound(in: bytes)
      || !mindsCase && ByteSearch(wanted.bytes, ignoresCase: true).isFound(in: bytes)
  }

  /// The longest run of characters that can be written in one way only: ASCII, and characters of
  /// Chinese and Japanese, which have neither case nor parts. `ss` may be an `ß` in the text.
  private static func longestRun(of text: String, mindsCase: Bool) -> [UInt8]? {
    var runs: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII || (0x4E00...0x9FFF).contains(scalar.value)
      let last = runs.count - 1
      if !mindsCase, scalar == "s", runs[last].last == UInt8(ascii: "s") {
        runs[last].removeLast()
        runs.append([])
      } else if isPlain {
        runs[last] += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        // A mark behind an ASCII letter may have become one character with it.
        if let letter = runs[last].last, letter < 0x80 { runs[last].removeLast() }
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }.max { $0.count < $1.count }
  }
}

/// A search for bytes, eight places at a time.
struct ByteSearch: Sendable {
  let bytes: [UInt8]
  private let ignoresCase: Bool
  private let first: Lane
  private let last: Lane

  /// One byte of what is looked for, eight times.
  private struct Lane: Sendable {
    let pattern: UInt64
    /// The bit in which upper and lower case differ, where it doesn't count.
    let mask: UInt64

    init(_ byte: UInt8, ignoresCase: Bool) {
      let bit: UInt8 = ignoresCase && byte.isASCIILetter ? 0x20 : 0
      pattern = UInt64(byte | bit) &* 0x0101_0101_0101_0101
      mask = UInt64(bit) &* 0x0101_0101_0101_0101
    }

    /// The top bit of each byte that is the one: perhaps of some more above a right one.
    @inline(__always) func hits(_ word: UInt64) -> UInt64 {
      let difference = (word | mask) ^ pattern
      return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }
  }

  /// - Parameter bytes: in lower case where case is ignored; at least one.
  init(_ bytes: [UInt8], ignoresCase: Bool) {
    self.bytes = bytes
    self.ignoresCase = ignoresCase
    first = Lane(bytes.first ?? 0, ignoresCase: ignoresCase)
    last = Lane(bytes.last ?? 0, ignoresCase: ignoresCase)
  }

  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    let length = bytes.count
    guard let base = text.baseAddress, text.count >= length, length > 0 else { return false }
    return bytes.withUnsafeBytes { wanted in
      var place = 0
      let places = text.count - length + 1
      while place + 8 <= places {
        let head = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let tail = base.loadUnaligned(fromByteOffset: place + length - 1, as: UInt64.self)
        if first.hits(head) & last.hits(tail) != 0 {
          for next in place..<place + 8 where isEqual(text, at: next, wanted) { return true }
        }
        place += 8
      }
      while place < places {
        if isEqual(text, at: place, wanted) { return true }
        place += 1
      }
      return false
    }
  }

  private func isEqual(
    _ text: UnsafeRawBufferPointer, at place: Int, _ wanted: UnsafeRawBufferPointer
  ) -> Bool {
    for offset in 0..<wanted.count {
      let byte = text[place + offset]
      let lower = ignoresCase && byte.isASCIILetter ? byte | 0x20 : byte
      if lower != wanted[offset] { return false }
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
