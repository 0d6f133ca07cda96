import Glibc
import Text

/// Writes objects as a pack without deltas, with its index, to an `objects` folder.
struct PackWriter {
  let objects: Folder
  let access: Access
  let durability: Durability

  /// Writes the pack; it becomes visible when both files are complete.
  func write(_ batch: ObjectBatch, _ ids: [ObjectID]) throws(GitError) {
    if ids.isEmpty { return }
    let folder = try objects.makeFolder("pack", access)
    // `git gc` removes old leftovers with such names.
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let (pack, index) = ("tmp_pack_" + random, "tmp_idx_" + random)
    do {
      let (places, sum) = try writePack(batch, ids, as: pack, in: folder)
      try folder.writeNew(
        index, PackText.index(of: places, sum), access, writable: false, durability.forFile)
      let name = "pack-\(ObjectID(bytes: sum) ?? .zero)"
      // Readers look for the index, so it comes last.
      try folder.move(pack, to: name + ".pack")
      try folder.move(index, to: name + ".idx")
      if durability == .immediate { try folder.synchronise() }
    } catch {
      folder.remove(pack)
      folder.remove(index)
      throw error
    }
  }

  private func writePack(
    _ batch: ObjectBatch, _ ids: [ObjectID], as name: String, in folder: Folder
  ) throws(GitError) -> ([PackText.Place], sum: [UInt8]) {
    let path = folder.path(of: name)
    guard let file = try folder.create(name, access, writable: false) else {
      throw GitError(.exists, "already exists", path: path)
    }
    defer { close(file) }
    let written = try PackText.write(ids, of: batch) { part throws(GitError) in
      try writeAll(part, to: file, path: path)
    }
    try durability.forFile.apply(to: file, path: path)
    return written
  }
}
