import Glibc

/// The lines of a file that have what is looked for, with those that say what they belong to: the
/// keys above them and the `id` beside these. It is parsed in less time than the file.
///
/// Texts end on their line but for those below `|`, which are indented more than their key: so
/// indentation alone tells what a line belongs to, and no other line can change it.
struct Excerpt {
  private(set) var bytes: [UInt8] = []
  /// The offsets here of what is looked for; nil where it may be anywhere.
  private(set) var traces: [Int]?
  /// Where parts of the file begin here, each with the number of its first line in the file.
  private var parts: [(start: Int, line: Int)] = []

  /// - Parameter traces: offsets in the file, in order; nil where it may be anywhere.
  init(of file: [UInt8], around traces: [Int]?) {
    guard let traces, file.withUnsafeBufferPointer({ take(traces, from: $0) }) else {
      bytes = file
      self.traces = nil
      parts = [(0, 1)]
      return
    }
  }

  /// The number in the file, from 1, of the line that an offset is on.
  func line(of offset: Int) -> Int {
    let part = parts.last { $0.start <= offset } ?? (0, 1)
    return part.line + bytes[part.start..<offset].newlines
  }

  /// A line whose indented lines may follow.
  private struct Open {
    let range: Range<Int>
    let number: Int
    let column: Int
    /// Whether it is an item of a list, which may stand in the column of the list's key.
    let isItem: Bool
    /// Whether it names what it stands in: it counts as a line above those behind it.
    let isName: Bool
    var isTaken = false
  }

  /// - Returns: false where lines without content of their own, or comments, may be what is looked
  ///   for: what these belong to depends on the lines around.
  private mutating func take(_ traces: [Int], from file: UnsafeBufferPointer<UInt8>) -> Bool {
    self.traces = []
    bytes.reserveCapacity(256)
    parts.reserveCapacity(4)
    var rest = traces[...]
    var open: [Open] = []
    open.reserveCapacity(8)
    var next = 0
    var number = 0
    while next < file.count {
      let start = next
      next = file.end(ofLineAt: start)
      number += 1
      var content = start
      while content < next, file[content] == UInt8(ascii: " ") { content += 1 }
      let first = content < next ? file[content] : 0
      let hasTrace = rest.first.map { $0 < next } ?? false
      if first <= 0x20 || first == UInt8(ascii: "#") {
        if hasTrace { return false }
        continue
      }
      if hasTrace, file[content..<next].contains(UInt8(ascii: "#")) { return false }
      let isItem =
        first == UInt8(ascii: "-") && (content + 1 == next || file[content + 1] <= 0x20)
      let isName = file.hasID(at: content)
      let column = content - start
      while let last = open.last,
        last.column > column
          || last.column == column && !last.isName && (last.isItem || !isItem)
      {
        open.removeLast()
      }
      open.append(
        Open(range: start..<next, number: number, column: column, isItem: isItem, isName: isName))
      guard hasTrace || isName && open.dropLast().last?.isTaken == true else { continue }
      for place in open.indices where !open[place].isTaken {
        open[place].isTaken = true
        parts.append((bytes.count, open[place].number))
        bytes += UnsafeBufferPointer(rebasing: file[open[place].range])
      }
      while let trace = rest.first, trace < next {
        self.traces?.append(bytes.count - (next - trace))
        rest.removeFirst()
      }
    }
    return true
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset behind the line that a byte is on.
  fileprivate func end(ofLineAt offset: Int) -> Int {
    guard let baseAddress, let found = memchr(baseAddress + offset, 10, count - offset) else {
      return count
    }
    return UnsafeRawPointer(baseAddress).distance(to: found) + 1
  }

  /// Whether the key `id` stands at an offset, as it may be written.
  fileprivate func hasID(at offset: Int) -> Bool {
    let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    let start = isQuote(self[offset]) ? offset + 1 : offset
    guard start + 2 < count, self[start] == UInt8(ascii: "i"), self[start + 1] == UInt8(ascii: "d")
    else { return false }
    return self[(start + 2)...].first { !isQuote($0) && $0 != UInt8(ascii: " ") && $0 != 9 }
      == UInt8(ascii: ":")
  }
}

extension ArraySlice<UInt8> {
  /// How many lines end here.
  fileprivate var newlines: Int {
    withUnsafeBytes { bytes in
      var count = 0
      for byte in bytes where byte == UInt8(ascii: "\n") { count &+= 1 }
      return count
    }
  }
}
