/// The file `packed-refs`: one line per reference, sorted by name.
struct PackedRefs {
  private let bytes: [UInt8]
  /// The offsets of the references' lines, sorted by name.
  private let lines: [Int]

  static let empty = PackedRefs([])

  /// Parses the file; invalid lines are ignored.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lines: [Int] = []
    var sorted = true
    bytes.withUnsafeBufferPointer { all in
      var start = 0
      var last: Range<Int>?
      while start < all.count {
        let end = all[start...].firstIndex(of: 10) ?? all.count
        if end - start > 41, all[start + 40] == 32 {
          let name = start + 41..<end
          if let last, !all[last].lexicographicallyPrecedes(all[name]) { sorted = false }
          last = name
          lines.append(start)
        }
        start = end + 1
      }
    }
    self.lines =
      sorted
      ? lines
      : lines.sorted { first, second in
        Self.name(at: first, bytes).lexicographicallyPrecedes(Self.name(at: second, bytes))
      }
  }

  var count: Int { lines.count }

  private static func name(at start: Int, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let rest = bytes[(start + 41)...]
    return rest.prefix { $0 != 10 && $0 != 13 }
  }

  private func id(at start: Int) -> ObjectID? { ObjectID(hex: bytes[start..<start + 40]) }

  /// The first line with a name not before `name`.
  private func place(of name: [UInt8]) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if Self.name(at: lines[middle], bytes).lexicographicallyPrecedes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  subscript(name: String) -> ObjectID? {
    let wanted = Array(name.utf8)
    let place = place(of: wanted)
    guard place < lines.count, Self.name(at: lines[place], bytes).elementsEqual(wanted) else {
      return nil
    }
    return id(at: lines[place])
  }

  /// The references with a name prefix, in order.
  func list(startingWith prefix: String) -> [Reference] {
    let wanted = Array(prefix.utf8)
    var found: [Reference] = []
    for line in lines[place(of: wanted)...] {
      let name = Self.name(at: line, bytes)
      if !name.starts(with: wanted) { break }
      guard let id = id(at: line) else { continue }
      found.append(Reference(String(decoding: name, as: UTF8.self), id))
    }
    return found
  }

  /// Whether any name has this prefix.
  func holds(prefix: String) -> Bool {
    let wanted = Array(prefix.utf8)
    let place = place(of: wanted)
    return place < lines.count && Self.name(at: lines[place], bytes).starts(with: wanted)
  }

  /// The file with changes applied, which are sorted by name; nil removes.
  func applying(_ changes: [(name: [UInt8], id: ObjectID?)]) -> [UInt8] {
    var out = Array("# pack-refs with: sorted \n".utf8)
    out.reserveCapacity(bytes.count + changes.count * 80)
    var next = changes[...]
    func append(_ change: (name: [UInt8], id: ObjectID?)) {
      guard let id = change.id else { return }
      out += id.hexBytes
      out.append(32)
      out += change.name
      out.append(10)
    }
    for line in lines {
      let name = Self.name(at: line, bytes)
      while let change = next.first, change.name.lexicographicallyPrecedes(name) {
        append(change)
        next.removeFirst()
      }
      if let change = next.first, name.elementsEqual(change.name) {
        append(change)
        next.removeFirst()
      } else {
        out += bytes[line..<name.endIndex]
        out.append(10)
      }
    }
    for change in next { append(change) }
    return out
  }
}
