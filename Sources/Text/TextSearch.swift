/// A text to find in many other texts.
///
/// Texts are compared in Unicode normalization form C, ignoring case unless requested. Most texts
/// are rejected by a fast byte search.
public struct TextSearch: Sendable {
  private let isCaseSensitive: Bool
  /// The folded text to find.
  private let wanted: ByteSearch
  /// The bytes to find in an ASCII text; nil if no ASCII text can match.
  private let plain: ByteSearch?
  /// A part that every matching text contains literally, except for the case of ASCII letters and
  /// for disguises; nil if no such part exists.
  private let probe: ByteSearch?
  /// The first bytes of characters that fold to plain characters of this text.
  private let spellings: [ByteSearch]

  /// - Returns: nil for the empty text.
  public init?(_ text: String, isCaseSensitive: Bool = false) {
    guard !text.isEmpty else { return nil }
    self.isCaseSensitive = isCaseSensitive
    let folded = TextSearch.folded(text, isCaseSensitive)
    let bytes = Array(folded.utf8)
    wanted = ByteSearch(bytes, ignoresCase: false)
    plain = bytes.allSatisfy { $0 < 0x80 } ? ByteSearch(bytes, ignoresCase: !isCaseSensitive) : nil
    probe = TextSearch.longestRun(of: folded).map { ByteSearch($0, ignoresCase: !isCaseSensitive) }
    spellings = Spelling.all.filter { $0.mayHide(in: bytes, isCaseSensitive) }
      .map { ByteSearch($0.start, ignoresCase: false) }
  }

  /// Whether `text` contains the search text.
  public func isFound(in text: String) -> Bool {
    var text = text
    let answer: Bool? = text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      if bytes.isASCII { return plain?.isFound(in: bytes) ?? false }
      return traces(in: bytes)?.isEmpty == true ? false : nil
    }
    if let answer { return answer }
    var folded = TextSearch.folded(text, isCaseSensitive)
    return folded.withUTF8 { wanted.isFound(in: UnsafeRawBufferPointer($0)) }
  }

  /// The offsets in a file's bytes at which a matching text may be. Quotation marks and backslashes
  /// are ignored, because formats escape them in several ways.
  ///
  /// - Returns: an empty array if there is certainly no match; nil if a match may be anywhere.
  public func traces(in bytes: UnsafeRawBufferPointer) -> [Int]? {
    if !spellings.isEmpty || probe == nil, !bytes.isASCII {
      if probe == nil || spellings.contains(where: { $0.isFound(in: bytes) }) { return nil }
    }
    return probe.map { $0.places(in: bytes) } ?? (plain == nil ? [] : nil)
  }

  private static func folded(_ text: String, _ isCaseSensitive: Bool) -> String {
    isCaseSensitive ? nfc(text) : caseFolded(text)
  }

  /// The longest run of characters with only one spelling, except for disguises: ASCII, and Chinese
  /// and Japanese characters, which have neither case nor decompositions.
  private static func longestRun(of text: String) -> [UInt8]? {
    var runs: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let isPlain =
        scalar.isASCII && !"\"'\\".unicodeScalars.contains(scalar)
        || (0x4E00...0x9FFF).contains(scalar.value)
      if isPlain {
        runs[runs.count - 1] += UTF8.encode(scalar).map(Array.init) ?? []
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }.max { $0.count < $1.count }
  }
}

/// Characters that fold to plain ones: `ß` becomes `ss`, the kelvin sign becomes `k`.
struct Spelling {
  /// Their first bytes.
  let start: [UInt8]
  /// One of the characters; nil if they fold to Chinese or Japanese characters.
  private let scalar: Unicode.Scalar?

  static let scalars: [Unicode.Scalar] =
    [
      "\u{DF}", "\u{130}", "\u{149}", "\u{17F}", "\u{37E}", "\u{1E9A}", "\u{1E9E}", "\u{1FEF}",
      "\u{212A}",
    ] + (0xFB00...0xFB06).compactMap(Unicode.Scalar.init)

  /// U+F900 to U+FAFF, and U+2F800 to U+2FA1F.
  private static let ideographs: [[UInt8]] =
    (0xA4...0xAB).map { [0xEF, $0] } + (0xA0...0xA8).map { [0xF0, 0xAF, $0] }

  static let all: [Spelling] =
    scalars.map { Spelling(start: Array(String($0).utf8), scalar: $0) }
    + ideographs.map { Spelling(start: $0, scalar: nil) }

  /// Whether these characters may fold to a part of the search text, or overlap its beginning or
  /// end.
  func mayHide(in wanted: [UInt8], _ isCaseSensitive: Bool) -> Bool {
    guard let scalar else { return wanted.contains { $0 >= 0x80 } }
    let text = String(scalar)
    let bytes = Array((isCaseSensitive ? nfc(text) : caseFolded(text)).utf8)
    return (1 - bytes.count..<wanted.count).contains { shift in
      zip(wanted.dropFirst(max(0, shift)), bytes.dropFirst(max(0, -shift))).allSatisfy(==)
    }
  }
}

/// A byte search that compares eight positions at a time.
struct ByteSearch: Sendable {
  let bytes: [UInt8]
  private let ignoresCase: Bool
  private let first: BytePattern
  private let last: BytePattern

  /// One byte of the search text, repeated eight times.
  private struct BytePattern: Sendable {
    let pattern: UInt64
    /// The bit that distinguishes upper from lower case, if case is ignored.
    let mask: UInt64

    init(_ byte: UInt8, ignoresCase: Bool) {
      let bit: UInt8 = ignoresCase && byte.isASCIILetter ? 0x20 : 0
      pattern = UInt64(byte | bit) &* 0x0101_0101_0101_0101
      mask = UInt64(bit) &* 0x0101_0101_0101_0101
    }

    /// Sets the top bit of each matching byte; bytes above a match may be false positives.
    @inline(__always) func hits(_ word: UInt64) -> UInt64 {
      let difference = (word | mask) ^ pattern
      return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }
  }

  /// - Parameter bytes: at least one byte; in lower case if case is ignored.
  init(_ bytes: [UInt8], ignoresCase: Bool) {
    self.bytes = bytes
    self.ignoresCase = ignoresCase
    first = BytePattern(bytes.first ?? 0, ignoresCase: ignoresCase)
    last = BytePattern(bytes.last ?? 0, ignoresCase: ignoresCase)
  }

  func isFound(in text: UnsafeRawBufferPointer) -> Bool { place(in: text, from: 0) != nil }

  /// Returns the offsets of all matches, without overlaps.
  func places(in text: UnsafeRawBufferPointer) -> [Int] {
    var found: [Int] = []
    var start = 0
    while let next = place(in: text, from: start) {
      found.append(next)
      start = next + bytes.count
    }
    return found
  }

  /// Returns the first match at or after an offset.
  private func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let length = bytes.count
    guard let base = text.baseAddress, text.count - start >= length, length > 0 else { return nil }
    return bytes.withUnsafeBytes { wanted in
      var place = start
      let places = text.count - length + 1
      while place + 8 <= places {
        let head = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let tail = base.loadUnaligned(fromByteOffset: place + length - 1, as: UInt64.self)
        if first.hits(head) & last.hits(tail) != 0 {
          for next in place..<place + 8 where isEqual(text, at: next, wanted) {
            return next
          }
        }
        place += 8
      }
      while place < places {
        if isEqual(text, at: place, wanted) { return place }
        place += 1
      }
      return nil
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

extension UnsafeRawBufferPointer {
  /// Whether no byte has its top bit set.
  fileprivate var isASCII: Bool {
    var place = 0
    while place + 8 <= count {
      if loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
        return false
      }
      place += 8
    }
    return self[place...].allSatisfy { $0 < 0x80 }
  }
}
