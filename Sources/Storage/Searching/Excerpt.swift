import Glibc

/// A file without the list items in which nothing of what is looked for can be: the exercises, most
/// often. What is left reads as it did, and is parsed in less time.
struct Excerpt {
  private(set) var bytes: [UInt8] = []
  /// The offsets here of what is looked for; nil where it may be anywhere.
  private(set) var traces: [Int]?
  /// Where each part of the file that is here begins, here and there.
  private var parts: [(here: Int, there: Int)] = []

  /// - Parameter traces: offsets in the file, in order.
  init(of file: [UInt8], around traces: [Int]?) {
    guard let traces else {
      bytes = file
      parts = [(0, 0)]
      return
    }
    self.traces = []
    var rest = traces[...]
    var start = 0
    for item in file.listItems {
      while let trace = rest.first, trace < item.lowerBound { take(trace, &rest, from: start) }
      if let trace = rest.first, trace < item.upperBound { continue }
      add(file, start..<item.lowerBound)
      start = item.upperBound
    }
    while let trace = rest.first { take(trace, &rest, from: start) }
    add(file, start..<file.count)
  }

  /// Where in the file an offset is.
  func place(of offset: Int) -> Int {
    let part = parts.last { $0.here <= offset } ?? (0, 0)
    return part.there + offset - part.here
  }

  /// Keeps a trace that stands in the part from `start` on, which comes next.
  private mutating func take(_ trace: Int, _ rest: inout ArraySlice<Int>, from start: Int) {
    traces?.append(bytes.count + trace - start)
    rest.removeFirst()
  }

  private mutating func add(_ file: [UInt8], _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    parts.append((bytes.count, range.lowerBound))
    bytes += file[range]
  }
}

extension [UInt8] {
  /// The items of lists whose dashes stand in the column of the first one, each with the lines that
  /// are indented more, and with comments and blank lines behind it.
  ///
  /// Text that only looks like an item is among them. Without it the text is another, and the file
  /// is built as before.
  fileprivate var listItems: [Range<Int>] {
    var items: [Range<Int>] = []
    var column: Int?
    var open: Int?
    var line = 0
    while line < count {
      var place = line
      while place < count, self[place] == UInt8(ascii: " ") { place += 1 }
      let first = place < count ? self[place] : 0
      let isItem = first == UInt8(ascii: "-") && (place + 1 >= count || self[place + 1] <= 0x20)
      if column == nil, isItem { column = place - line }
      if let column, place - line <= column, first > 0x20, first != UInt8(ascii: "#") {
        if let start = open { items.append(start..<line) }
        open = isItem && place - line == column ? line : nil
      }
      line = end(ofLineAt: place)
    }
    if let start = open { items.append(start..<count) }
    return items
  }

  /// The offset behind the line that a byte is on.
  private func end(ofLineAt offset: Int) -> Int {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, offset < bytes.count,
        let found = memchr(base + offset, 10, bytes.count - offset)
      else { return bytes.count }
      return base.distance(to: UnsafeRawPointer(found)) + 1
    }
  }
}
