import Glibc

/// Writes objects as one pack without deltas, with its index, into an `objects` folder.
struct PackWriter {
  let objects: Folder
  let access: Access
  let durability: Durability

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
  ) throws(GitError) -> ([PackText.Place], sum: [UInt8]) {
    let path = folder.path(of: name)
    guard let file = try folder.create(name, access, writable: false) else {
      throw GitError(.exists, "it is there already", path: path)
    }
    defer { close(file) }
    let written = try PackText.write(ids, of: batch) { part throws(GitError) in
      try writeAll(part, to: file, path: path)
    }
    if durability == .immediate { try writeOut(file, path: path) }
    return written
  }

  /// Version 2 of the index: fan-out, names, checksums, offsets, and the sums of both files.
  private func writeIndex(
    _ unsorted: [PackText.Place], _ sum: [UInt8], as name: String, in folder: Folder
  ) throws(GitError) {
    let places = unsorted.sorted { $0.id < $1.id }
    var bytes: [UInt8] = [0xff, 0x74, 0x4f, 0x63]
    bytes.reserveCapacity(1072 + places.count * 28)
    bytes += PackText.word(2)
    var counts = [UInt32](repeating: 0, count: 256)
    for place in places { counts[Int(place.id[0])] += 1 }
    var total: UInt32 = 0
    for count in counts {
      total += count
      bytes += PackText.word(total)
    }
    for place in places { bytes += place.id.bytes }
    for place in places { bytes += PackText.word(place.crc) }
    var large: [UInt64] = []
    for place in places {
      if place.offset < 1 << 31 {
        bytes += PackText.word(UInt32(place.offset))
      } else {
        bytes += PackText.word(1 << 31 | UInt32(large.count))
        large.append(place.offset)
      }
    }
    for offset in large {
      bytes += PackText.word(UInt32(offset >> 32))
      bytes += PackText.word(UInt32(truncatingIfNeeded: offset))
    }
    bytes += sum
    bytes += Checksum.of(bytes)
    guard let file = try folder.create(name, access, writable: false) else {
      throw GitError(.exists, "it is there already", path: folder.path(of: name))
    }
    defer { close(file) }
    try writeAll(bytes, to: file, path: folder.path(of: name))
    if durability == .immediate { try flushFile(file, path: folder.path(of: name)) }
  }
}
