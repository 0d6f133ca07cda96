import CGit2
import Glibc

/// The text of Git's index (versions 2 and 3), in which entries that are there are overwritten.
///
/// A school has ten thousand files and a change touches one of them: reading all entries into
/// structures and writing them again would be most of the work of a change.
struct IndexFile {
  private(set) var bytes: [UInt8]
  /// The offset behind the last entry, where the extensions begin.
  private var end = 12
  /// Where the entries begin that are to be overwritten, in their order.
  private var places: [(path: String, start: Int)] = []
  /// Of what stands before them, once that is hashed.
  private var checksum: Checksum?

  /// Bytes of an entry before its name.
  private static let head = 62

  /// The index as it is but for some entries: without what it says of the folders above them.
  ///
  /// - Parameters:
  ///   - paths: only files that have an entry, and no conflict.
  ///   - written: when the index was written, in seconds. What says to be of that second or later
  ///     might have been changed after it was looked at: such entries lose their size, so that Git
  ///     looks again.
  /// - Returns: nil where overwriting doesn't do, or the text is not understood.
  init?(_ bytes: [UInt8], changing paths: Set<String>, written: Int) {
    self.bytes = bytes
    let wanted = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard find(wanted, written: written), forget(wanted.map { Array($0.utf8) }) else { return nil }
  }

  /// Where the first entry begins that is to be overwritten; all before it stays.
  private var start: Int { places.first?.start ?? bytes.count - 20 }

  /// Hashes what stays before the entries that are to be overwritten.
  mutating func hashStart() { checksum = hashedStart() }

  private func hashedStart() -> Checksum {
    var checksum = Checksum()
    checksum.add(bytes[..<start])
    return checksum
  }

  /// Overwrites the entries, and the checksum at the end.
  ///
  /// - Returns: where the bytes are others now.
  mutating func write(_ entries: [String: git_index_entry]) -> [Range<Int>] {
    var changed: [Range<Int>] = []
    for place in places {
      guard let entry = entries[place.path] else { continue }
      write(entry, at: place.start)
      changed.append(place.start..<place.start + 60)
    }
    let sum = bytes.count - 20..<bytes.count
    var checksum = self.checksum ?? hashedStart()
    checksum.add(bytes[start..<sum.lowerBound])
    bytes.replaceSubrange(sum, with: checksum.finish())
    self.checksum = nil
    return changed + [sum]
  }

  // MARK: Entries

  private mutating func find(_ wanted: [String], written: Int) -> Bool {
    guard bytes.count >= 32, bytes.starts(with: "DIRC".utf8), (2...3).contains(word(4)) else {
      return false
    }
    var rest = wanted[...]
    for _ in 0..<word(8) {
      let start = end
      guard start + Self.head < bytes.count - 20 else { return false }
      let flags = Int(bytes[start + 60]) << 8 | Int(bytes[start + 61])
      let isExtended = flags & 0x4000 != 0
      let name = start + Self.head + (isExtended ? 2 : 0)
      var length = flags & 0xFFF
      if length == 0xFFF {
        guard let stop = bytes[name...].firstIndex(of: 0) else { return false }
        length = stop - name
      }
      end = start + ((name - start + length + 8) & ~7)
      guard end <= bytes.count - 20 else { return false }
      if let next = rest.first, next.utf8.count == length,
        bytes[name..<name + length].elementsEqual(next.utf8)
      {
        // One of several versions that a merge left, or a file that is only meant to be added.
        if isExtended || flags & 0x3000 != 0 { return false }
        places.append((next, start))
        rest.removeFirst()
      } else if word(start + 8) >= written, word(start + 24) & 0o170000 != 0o160000 {
        put(0, at: start + 36)
      }
    }
    return rest.isEmpty
  }

  private mutating func write(_ entry: git_index_entry, at start: Int) {
    let words = [
      UInt32(bitPattern: entry.ctime.seconds), entry.ctime.nanoseconds,
      UInt32(bitPattern: entry.mtime.seconds), entry.mtime.nanoseconds,
      entry.dev, entry.ino, entry.mode, entry.uid, entry.gid, entry.file_size,
    ]
    for (number, word) in words.enumerated() { put(word, at: start + 4 * number) }
    bytes.replaceSubrange(start + 40..<start + 60, with: ObjectID(entry.id).bytes)
  }

  private func word(_ offset: Int) -> Int {
    Int(
      UInt32(
        bigEndian: bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }))
  }

  private mutating func put(_ word: UInt32, at offset: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt32.self)
    }
  }

  // MARK: Extensions

  /// Leaves of what stands behind the entries only what is still true of them. The rest is for
  /// speed and made again by Git.
  private mutating func forget(_ paths: [[UInt8]]) -> Bool {
    var splices: [Splice] = []
    var start = end
    while start + 8 <= bytes.count - 20 {
      let name = bytes[start..<start + 4]
      let stop = start + 8 + word(start + 4)
      guard stop <= bytes.count - 20 else { return false }
      if name.elementsEqual("TREE".utf8) {
        var trees = TreeCache(bytes, start + 8..<stop)
        let folders = paths.map { $0.split(separator: UInt8(ascii: "/")).dropLast() }
        guard trees.forget(folders) else { return false }
        let growth = trees.splices.map { $0.text.count - $0.range.count }.reduce(0, +)
        let size = UInt32(truncatingIfNeeded: word(start + 4) + growth)
        let word = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
        splices.append((start + 4..<start + 8, word))
        splices += trees.splices
      } else if let first = name.first, first >= UInt8(ascii: "a") {
        // The entries mean something else then, as where most of them are in another file.
        return false
      } else if !name.elementsEqual("REUC".utf8) {
        splices.append((start..<stop, []))
      }
      start = stop
    }
    guard start == bytes.count - 20 else { return false }
    for (range, text) in splices.reversed() { bytes.replaceSubrange(range, with: text) }
    return true
  }
}

/// Bytes that give way to others.
private typealias Splice = (range: Range<Int>, text: [UInt8])

/// The trees that Git has written for folders: `name NUL entries SP subtrees LF id`, and so on
/// below it; folders that have changed since have -1 entries and no id.
private struct TreeCache {
  private let bytes: [UInt8]
  private var place: Int
  private let end: Int
  /// What is to be put in the place of the trees that are forgotten, in the order of the bytes.
  private(set) var splices: [Splice] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (place, end) = (range.lowerBound, range.upperBound)
  }

  /// Forgets the trees of some folders and those above them.
  ///
  /// - Returns: false where it can't be read.
  mutating func forget(_ folders: [ArraySlice<ArraySlice<UInt8>>]) -> Bool {
    node(folders, depth: 0) != nil && place == end
  }

  /// - Parameter folders: the ways on from above this node; nil for one that stays as it is.
  private mutating func node(
    _ folders: [ArraySlice<ArraySlice<UInt8>>], depth: Int
  ) -> Void? {
    let start = place
    guard depth < 256, let stop = bytes[start..<end].firstIndex(of: 0) else { return nil }
    place = stop + 1
    guard let entries = number(before: UInt8(ascii: " ")),
      let below = number(before: UInt8(ascii: "\n"))
    else { return nil }
    if entries >= 0 { place += 20 }
    guard place <= end else { return nil }
    let name = bytes[start..<stop]
    let ways =
      depth == 0
      ? folders
      : folders.filter { $0.first.map(name.elementsEqual) ?? false }.map { $0.dropFirst() }
    if !ways.isEmpty { splices.append((stop + 1..<place, Array("-1 \(below)\n".utf8))) }
    for _ in 0..<max(below, 0) where node(ways, depth: depth + 1) == nil { return nil }
    return ()
  }

  /// A whole number of which -1 is the only negative one.
  private mutating func number(before sign: UInt8) -> Int? {
    if end - place >= 3, bytes[place] == UInt8(ascii: "-"), bytes[place + 1] == UInt8(ascii: "1"),
      bytes[place + 2] == sign
    {
      place += 3
      return -1
    }
    var number = 0
    let limit = min(place + 10, end)
    while place < limit {
      let digit = bytes[place]
      place += 1
      if digit == sign { return number }
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return nil
  }
}
