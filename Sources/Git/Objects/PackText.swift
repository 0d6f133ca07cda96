import CGit2
import Text

/// The format of a pack without deltas, version 2.
enum PackText {
  /// The position of an object.
  struct Place {
    let id: ObjectID
    let offset: UInt64
    /// CRC-32 of its bytes in the pack.
    let crc: UInt32
  }

  /// Writes a pack of some of a batch's objects in parts, with its checksum at the end.
  static func write(
    _ ids: [ObjectID], of batch: ObjectBatch, to emit: ([UInt8]) throws(GitError) -> Void
  ) throws(GitError) -> ([Place], sum: [UInt8]) {
    let deflater = try Deflater()
    var checksum = Checksum()
    var places: [Place] = []
    places.reserveCapacity(ids.count)
    var buffer = Array("PACK".utf8) + word(2) + word(UInt32(truncatingIfNeeded: ids.count))
    var written: UInt64 = 0
    for id in ids {
      guard let object = batch[id] else {
        throw GitError(.notFound, "object \(id) is missing")
      }
      let start = buffer.count
      appendHead(of: object, to: &buffer)
      try deflater.append(object.bytes, to: &buffer)
      places.append(
        Place(id: id, offset: written + UInt64(start), crc: crc(of: buffer, from: start)))
      if buffer.count >= 1 << 18 {
        checksum.add(buffer)
        try emit(buffer)
        written += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    checksum.add(buffer)
    let sum = checksum.finish()
    try emit(buffer + sum)
    return (places, sum)
  }

  /// The index of a pack, version 2: fan-out table, ids, checksums, offsets, and the checksums of
  /// both files.
  static func index(of unsorted: [Place], _ sum: [UInt8]) -> [UInt8] {
    let places = unsorted.sorted { $0.id < $1.id }
    var bytes: [UInt8] = [0xff, 0x74, 0x4f, 0x63]
    bytes.reserveCapacity(1072 + places.count * 28)
    bytes += word(2)
    var counts = [UInt32](repeating: 0, count: 256)
    for place in places { counts[Int(place.id[0])] += 1 }
    var total: UInt32 = 0
    for count in counts {
      total += count
      bytes += word(total)
    }
    for place in places { bytes += place.id.bytes }
    for place in places { bytes += word(place.crc) }
    var large: [UInt64] = []
    for place in places {
      if place.offset < 1 << 31 {
        bytes += word(UInt32(place.offset))
      } else {
        bytes += word(1 << 31 | UInt32(large.count))
        large.append(place.offset)
      }
    }
    for offset in large {
      bytes += word(UInt32(offset >> 32))
      bytes += word(UInt32(truncatingIfNeeded: offset))
    }
    bytes += sum
    bytes += Checksum.of(bytes)
    return bytes
  }

  /// A number in big-endian byte order.
  static func word(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The type and the length, seven bits at a time.
  private static func appendHead(of object: RawObject, to buffer: inout [UInt8]) {
    var size = UInt64(object.bytes.count)
    var byte = UInt8(object.kind.number) << 4 | UInt8(size & 15)
    size >>= 4
    while size > 0 {
      buffer.append(byte | 0x80)
      byte = UInt8(size & 0x7f)
      size >>= 7
    }
    buffer.append(byte)
  }

  private static func crc(of bytes: [UInt8], from start: Int) -> UInt32 {
    bytes.withUnsafeBufferPointer { all in
      let part = UnsafeBufferPointer(rebasing: all[start...])
      return UInt32(truncatingIfNeeded: crc32_z(0, part.baseAddress, part.count))
    }
  }
}

/// The header of an object in a pack.
struct PackHead {
  /// The base of the content.
  enum Base {
    /// None: the content is the object.
    case none(ObjectKind)
    /// A delta of the object that many bytes before this one.
    case back(Int)
    case named(ObjectID)
  }

  let base: Base
  /// The inflated size of the content in bytes.
  let length: Int

  /// Removes a header from the bytes; nil if it is invalid.
  init?(_ bytes: inout ArraySlice<UInt8>) {
    guard let first = bytes.popFirst() else { return nil }
    var length = Int(first & 15)
    var shift = 4
    var last = first
    while last & 0x80 != 0 {
      guard let next = bytes.popFirst(), shift < 56 else { return nil }
      length |= Int(next & 0x7f) << shift
      shift += 7
      last = next
    }
    self.length = length
    switch first >> 4 & 7 {
    case 6:
      guard let back = Self.distance(&bytes), back > 0 else { return nil }
      base = .back(back)
    case 7:
      guard let id = ObjectID(bytes: bytes.prefix(ObjectID.size)) else { return nil }
      bytes = bytes.dropFirst(ObjectID.size)
      base = .named(id)
    case let number:
      guard let kind = ObjectKind(number: Int32(number)) else { return nil }
      base = .none(kind)
    }
  }

  /// The distance of a delta's base: seven bits at a time, with an increment for each further byte.
  private static func distance(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard var byte = bytes.popFirst() else { return nil }
    var value = Int(byte & 0x7f)
    while byte & 0x80 != 0 {
      guard let next = bytes.popFirst(), value < 1 << 48 else { return nil }
      byte = next
      value = (value + 1) << 7 | Int(byte & 0x7f)
    }
    return value
  }
}
