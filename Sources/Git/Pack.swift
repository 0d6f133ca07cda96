import CGit2
import Glibc

/// Writes objects as one pack without deltas, with its index, into an `objects` folder.
struct PackWriter {
  let objects: Folder
  let access: Access
  let durability: Durability

  private struct Place {
    let id: ObjectID
    let offset: UInt64
    let crc: UInt32
  }

  /// Writes the pack; nothing is visible before both files are whole.
  func write(_ batch: ObjectBatch, _ ids: [ObjectID]) throws(GitError) {
    if ids.isEmpty { return }
    let folder = try objects.makeFolder("pack", access)
    let (pack, index) = names(ids, in: folder)
    do {
      let (places, sum) = try writePack(batch, ids, as: pack, in: folder)
      try writeIndex(places, sum, as: index, in: folder)
      if folder.isUnseen { return }
      let name = "pack-\(ObjectID(bytes: sum) ?? .zero)"
      // Readers look for the index, so that comes last.
      try folder.move(pack, to: name + ".pack")
      try folder.move(index, to: name + ".idx")
      if durability == .immediate { try folder.synchronise() }
    } catch {
      folder.remove(pack)
      folder.remove(index)
      throw error
    }
  }

  /// What the pack and its index are written as.
  private func names(_ ids: [ObjectID], in folder: Folder) -> (pack: String, index: String) {
    if folder.isUnseen {
      // The only pack there is may be called after what it holds, which is known by now.
      var checksum = Checksum()
      for id in ids { checksum.add(id.bytes) }
      let name = "pack-\(ObjectID(bytes: checksum.finish()) ?? .zero)"
      return (name + ".pack", name + ".idx")
    }
    // `git gc` removes what is left under such names when it is old.
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    return ("tmp_pack_" + random, "tmp_idx_" + random)
  }

  private func writePack(
    _ batch: ObjectBatch, _ ids: [ObjectID], as name: String, in folder: Folder
  ) throws(GitError) -> ([Place], sum: [UInt8]) {
    let path = folder.path(of: name)
    guard let file = try folder.create(name, access, writable: false) else {
      throw GitError(.exists, "it is there already", path: path)
    }
    defer { close(file) }
    let deflater = try Deflater()
    var checksum = Checksum()
    var places: [Place] = []
    places.reserveCapacity(ids.count)
    var buffer = Array("PACK".utf8)
    append(2, to: &buffer)
    append(UInt32(truncatingIfNeeded: ids.count), to: &buffer)
    var written: UInt64 = 0
    for id in ids {
      guard let object = batch[id] else {
        throw GitError(.notFound, "object \(id) is missing")
      }
      let start = buffer.count
      appendHeader(object, to: &buffer)
      try deflater.append(object.bytes, to: &buffer)
      places.append(
        Place(id: id, offset: written + UInt64(start), crc: crc(of: buffer, from: start)))
      if buffer.count >= 1 << 18 {
        checksum.add(buffer)
        try writeAll(buffer, to: file, path: path)
        written += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    checksum.add(buffer)
    let sum = checksum.finish()
    try writeAll(buffer + sum, to: file, path: path)
    if durability == .immediate { try writeOut(file, path: path) }
    return (places, sum)
  }

  /// The kind and the length, seven bits at a time.
  private func appendHeader(_ object: RawObject, to buffer: inout [UInt8]) {
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

  private func crc(of bytes: [UInt8], from start: Int) -> UInt32 {
    bytes.withUnsafeBufferPointer { all in
      let part = UnsafeBufferPointer(rebasing: all[start...])
      return UInt32(truncatingIfNeeded: crc32_z(0, part.baseAddress, part.count))
    }
  }

  /// Version 2 of the index: fan-out, names, checksums, offsets, and the sums of both files.
  private func writeIndex(
    _ unsorted: [Place], _ sum: [UInt8], as name: String, in folder: Folder
  ) throws(GitError) {
    let places = unsorted.sorted { $0.id < $1.id }
    var bytes: [UInt8] = [0xff, 0x74, 0x4f, 0x63]
    bytes.reserveCapacity(1072 + places.count * 28)
    append(2, to: &bytes)
    var counts = [UInt32](repeating: 0, count: 256)
    for place in places { counts[Int(place.id[0])] += 1 }
    var total: UInt32 = 0
    for count in counts {
      total += count
      append(total, to: &bytes)
    }
    for place in places { bytes += place.id.bytes }
    for place in places { append(place.crc, to: &bytes) }
    var large: [UInt64] = []
    for place in places {
      if place.offset < 1 << 31 {
        append(UInt32(place.offset), to: &bytes)
      } else {
        append(1 << 31 | UInt32(large.count), to: &bytes)
        large.append(place.offset)
      }
    }
    for offset in large {
      append(UInt32(offset >> 32), to: &bytes)
      append(UInt32(truncatingIfNeeded: offset), to: &bytes)
    }
    bytes += sum
    var checksum = Checksum()
    checksum.add(bytes)
    bytes += checksum.finish()
    guard let file = try folder.create(name, access, writable: false) else {
      throw GitError(.exists, "it is there already", path: folder.path(of: name))
    }
    defer { close(file) }
    try writeAll(bytes, to: file, path: folder.path(of: name))
    if durability == .immediate { try flushFile(file, path: folder.path(of: name)) }
  }

  private func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
