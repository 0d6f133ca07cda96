import PlainYAML

extension Seeded {
  /// Returns a text that may be valid: a mutated corpus text or random tokens.
  mutating func input() -> [UInt8] {
    if oneIn(3) {
      var soup: [UInt8] = []
      for _ in 0..<(1 + below(14)) { soup += pick(tokens).utf8 }
      return soup
    }
    var bytes = Array(pick(corpus).utf8)
    for _ in 0..<below(5) { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    switch below(12) {
    case 0 where place < bytes.count: bytes.remove(at: place)
    case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
    case 2 where place < bytes.count:
      bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(20)))
    case 3 where place < bytes.count:
      let end = min(bytes.count, place + 1 + below(30))
      bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
    case 4:
      let start = line(bytes, place)
      if oneIn(2) {
        bytes.insert(contentsOf: repeatElement(0x20, count: 1 + below(4)), at: start)
      } else {
        let spaces = bytes[start...].prefix { $0 == 0x20 }.count
        bytes.removeSubrange(start..<start + min(spaces, 1 + below(3)))
      }
    case 5:
      let start = line(bytes, place)
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let text = bytes[start..<end]
      if oneIn(2) { bytes.removeSubrange(start..<end) }
      bytes.insert(contentsOf: text, at: line(bytes, below(bytes.count + 1)))
    case 6:
      let other = Array(pick(corpus).utf8)
      let start = line(other, below(other.count + 1))
      let end = other[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? other.count
      bytes.insert(contentsOf: other[start..<end], at: line(bytes, place))
    case 7 where oneIn(3): bytes.removeSubrange(place...)
    case 8 where oneIn(3):
      bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    case 9:
      let written = Printer.flow(value(depth: 2))
      bytes.insert(contentsOf: written.utf8, at: place)
    default: bytes.insert(contentsOf: pick(tokens).utf8, at: place)
    }
  }

  /// Returns the start of the line that contains an offset.
  private func line(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[..<min(place, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }
}
