import Glibc

/// The lines of a file that contain the search text, with the lines that identify their object: the
/// keys above them and the `id` next to these. Parsing them is faster than parsing the file.
///
/// Texts end on their line, except for those below `|`, which are indented more than their key. So
/// indentation shows the parents of a line, and no other line can change that.
struct Excerpt {
  private(set) var bytes: [UInt8] = []
  /// The offsets of the search text in the excerpt; nil if it may be anywhere.
  private(set) var traces: [Int]?
  /// The offsets at which parts of the file begin in the excerpt, with the file's line numbers.
  private var parts: [(start: Int, line: Int)] = []

  /// - Parameter traces: offsets in the file, ascending; nil if the search text may be anywhere.
  init(of file: [UInt8], around traces: [Int]?) {
    guard let traces, file.withUnsafeBufferPointer({ read(traces, from: $0) }) else {
      bytes = file
      self.traces = nil
      parts = [(0, 1)]
      return
    }
  }

  /// The line number in the file, from 1, of an offset.
  func line(of offset: Int) -> Int {
    let part = parts.last { $0.start <= offset } ?? (0, 1)
    return part.line + bytes[part.start..<offset].newlines
  }

  /// A line that may be followed by lines with more indentation.
  private struct Open {
    let range: Range<Int>
    let number: Int
    let column: Int
    /// Whether the line is an item of a list, which may have the same indentation as the list's
    /// key.
    let isItem: Bool
    /// Whether the line names its parent, so that it counts as a line above the following ones.
    let isName: Bool
    var isTaken = false
  }

  /// - Returns: false if the search text may be in lines without content or in comments, because
  ///   the lines around determine what these belong to.
  private mutating func read(_ traces: [Int], from file: UnsafeBufferPointer<UInt8>) -> Bool {
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
  /// The offset after the line of a byte.
  fileprivate func end(ofLineAt offset: Int) -> Int {
    guard let baseAddress, let found = memchr(baseAddress + offset, 10, count - offset) else {
      return count
    }
    return UnsafeRawPointer(baseAddress).distance(to: found) + 1
  }

  /// Whether the key `id` is at an offset, with or without quotes.
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
  /// The number of newlines.
  fileprivate var newlines: Int {
    withUnsafeBytes { bytes in
      var count = 0
      for byte in bytes where byte == UInt8(ascii: "\n") { count &+= 1 }
      return count
    }
  }
}
