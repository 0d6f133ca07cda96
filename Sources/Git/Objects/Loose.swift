import Glibc
import Text

/// Loose objects: `objects/ab/cdef…`.
struct LooseObjects {
  let objects: Folder
  let access: Access

  private static func names(_ id: ObjectID) -> (folder: String, file: String) {
    let digits = id.hexBytes
    return (
      String(decoding: digits[..<2], as: UTF8.self), String(decoding: digits[2...], as: UTF8.self)
    )
  }

  /// Whether an object's file exists but is empty, as after a crash.
  func isEmptyFile(_ id: ObjectID) -> Bool {
    let names = Self.names(id)
    return objects.status(of: "\(names.folder)/\(names.file)").map { $0.st_size == 0 } ?? false
  }

  /// Removes the empty files of objects that now exist elsewhere.
  func removeEmptyFiles(_ ids: [ObjectID]) {
    var present: [String: Bool] = [:]
    for id in ids {
      let folder = Self.names(id).folder
      let known = present[folder] ?? objects.contains(folder)
      present[folder] = known
      if known, isEmptyFile(id) { objects.remove("\(folder)/\(Self.names(id).file)") }
    }
  }

  /// Writes each object to a file, replacing an existing one.
  func write(
    _ batch: ObjectBatch, _ ids: [ObjectID], _ durability: Durability
  ) throws(GitError) {
    let deflater = try Deflater()
    var folders: [String: Folder] = [:]
    var written: [(folder: Folder, file: Int32, temporary: String, name: String)] = []
    defer {
      for object in written {
        object.folder.remove(object.temporary)
        close(object.file)
      }
    }
    for id in ids {
      guard let object = batch[id] else {
        throw GitError(.notFound, "object \(id) is missing")
      }
      var bytes: [UInt8] = []
      let head = Array("\(object.kind.word) \(object.bytes.count)\0".utf8)
      try deflater.append(head + object.bytes, to: &bytes)
      let names = Self.names(id)
      let folder: Folder
      if let known = folders[names.folder] {
        folder = known
      } else {
        folder = try objects.makeFolder(names.folder, access)
        folders[names.folder] = folder
      }
      let (file, temporary) = try folder.createTemporary(
        prefix: "tmp_obj_", access, writable: false)
      written.append((folder, file, temporary, names.file))
      try writeAll(bytes, to: file, path: folder.path(of: temporary))
    }
    for object in written {
      try durability.forFile.apply(to: object.file, path: object.folder.path)
    }
    // Parts come before the whole: a visible commit has a visible tree.
    for object in written { try object.folder.move(object.temporary, to: object.name) }
    if durability == .immediate {
      for folder in folders.values { try folder.synchronise() }
      if !folders.isEmpty { try objects.synchronise() }
    }
  }
}
