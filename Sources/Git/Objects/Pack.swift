import Glibc
import Text

/// A pack whose files are complete, but still have temporary names.
public struct PreparedPack: Sendable {
  let ids: [ObjectID]
  let name: String
  let pack: String
  let index: String
}

/// Writes objects as a pack without deltas, with its index, to an `objects` folder.
struct PackWriter {
  let objects: Folder
  let access: Access
  let durability: Durability

  /// Writes the pack; it becomes visible when both files are complete.
  func write(_ batch: ObjectBatch, _ ids: [ObjectID]) throws(GitError) {
    if let pack = try prepare(batch, ids) { try publish(pack) }
  }

  /// Writes the files of the pack with temporary names; nil if it would be empty.
  func prepare(_ batch: ObjectBatch, _ ids: [ObjectID]) throws(GitError) -> PreparedPack? {
    if ids.isEmpty { return nil }
    let folder = try objects.makeFolder("pack", access)
    // `git gc` removes old leftovers with such names.
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let (pack, index) = ("tmp_pack_" + random, "tmp_idx_" + random)
    do {
      let (places, sum) = try writePack(batch, ids, as: pack, in: folder)
      try folder.writeNew(
        index, PackText.index(of: places, sum), access, writable: false, durability.forFile)
      return PreparedPack(
        ids: ids, name: "pack-\(ObjectID(bytes: sum) ?? .zero)", pack: pack, index: index)
    } catch {
      folder.remove(pack)
      folder.remove(index)
      throw error
    }
  }

  /// Makes a pack visible.
  func publish(_ prepared: PreparedPack) throws(GitError) {
    let folder = try objects.makeFolder("pack", access)
    do throws(GitError) {
      // Readers look for the index, so it comes last.
      try folder.move(prepared.pack, to: prepared.name + ".pack")
      try folder.move(prepared.index, to: prepared.name + ".idx")
    } catch {
      folder.remove(prepared.index)
      throw error
    }
    if durability == .immediate { try folder.synchronise() }
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
