import Glibc

/// Objects in files of their own, as `objects/ab/cdef…`.
struct LooseObjects {
  let objects: Folder
  let access: Access

  private static func names(_ id: ObjectID) -> (folder: String, file: String) {
    let digits = id.hexBytes
    return (
      String(decoding: digits[..<2], as: UTF8.self), String(decoding: digits[2...], as: UTF8.self)
    )
  }

  /// Whether a file of that object is there but empty, as a crash leaves it.
  func isEmptyFile(_ id: ObjectID) -> Bool {
    let names = Self.names(id)
    return objects.status(of: "\(names.folder)/\(names.file)").map { $0.st_size == 0 } ?? false
  }

  /// Removes the empty files of these objects, which are now elsewhere.
  func removeEmptyFiles(_ ids: [ObjectID]) {
    var present: [String: Bool] = [:]
    for id in ids {
      let folder = Self.names(id).folder
      let known = present[folder] ?? objects.contains(folder)
      present[folder] = known
      if known, isEmptyFile(id) { objects.remove("\(folder)/\(Self.names(id).file)") }
    }
  }

  /// Writes each object to a file; one of that name is replaced.
  func write(
    _ batch: ObjectBatch, _ ids: [ObjectID], _ durability: Durability
  ) throws(GitError) {
    let deflater = try Deflater()
    var folders: [String: Folder] = [:]
    var written: [(folder: Folder, temporary: String, name: String)] = []
    defer { for file in written { file.folder.remove(file.temporary) } }
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
      let temporary = try folder.writeTemporary(
        bytes, prefix: "tmp_obj_", access,
        id == ids.last ? durability.forFile : durability.forEarlierFile, writable: false)
      written.append((folder, temporary, names.file))
    }
    // Parts before the whole: whoever sees a commit sees its tree.
    for file in written { try file.folder.move(file.temporary, to: file.name) }
    // The names of all reach the disk with those of the last folder: they are in one journal.
    if durability == .immediate { try written.last?.folder.synchronise() }
    written = []
  }
}
