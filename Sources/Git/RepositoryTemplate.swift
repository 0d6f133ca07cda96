import Glibc

/// The files of a new bare repository: put together once, for as many as are alike.
public struct RepositoryTemplate {
  private let branch: String
  private let references: [UInt8]?
  /// What the pack and its index are called, without their endings, and what is in them.
  private let pack: (name: String, content: [UInt8], index: [UInt8])?

  /// - Parameters:
  ///   - branch: what its HEAD names, without `refs/heads/`.
  ///   - objects: all that is in it.
  public init(
    branch: String = "main", objects: ObjectBatch = ObjectBatch(), references: [Reference] = []
  ) throws(GitError) {
    self.branch = "refs/heads/" + branch
    try Reference.checkName(self.branch)
    for reference in references { try Reference.checkName(reference.name) }
    let sorted = references.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    self.references =
      sorted.isEmpty
      ? nil : PackedRefs.empty.applying(sorted.map { (Array($0.name.utf8), $0.id) })
    if objects.isEmpty {
      pack = nil
    } else {
      var content: [UInt8] = []
      let (places, sum) = try PackText.write(objects.ids, of: objects) { content += $0 }
      let name = "pack-\(ObjectID(bytes: sum) ?? .zero)"
      pack = (name, content, PackText.index(of: places, sum))
    }
  }

  /// Writes them into an empty folder that nobody looks into before it is whole; nothing is flushed.
  func write(into folder: Folder, _ access: Access) throws(GitError) {
    let objects = try folder.makeNewFolder("objects", access)
    let packs = try objects.makeNewFolder("pack", access)
    if let pack {
      try write(pack.content, as: pack.name + ".pack", in: packs, access, writable: false)
      try write(pack.index, as: pack.name + ".idx", in: packs, access, writable: false)
    }
    _ = try folder.makeNewFolder("refs", access).makeNewFolder("heads", access)
    if let references { try write(references, as: "packed-refs", in: folder, access) }
    let config = Skeleton.config(bare: true, isShared: access.isShared)
    try write(config, as: "config", in: folder, access)
    try write(Array("ref: \(branch)\n".utf8), as: "HEAD", in: folder, access)
  }

  private func write(
    _ bytes: [UInt8], as name: String, in folder: Folder, _ access: Access, writable: Bool = true
  ) throws(GitError) {
    let path = folder.path(of: name)
    guard let file = try folder.create(name, access, writable: writable) else {
      throw GitError(.exists, "it is there already", path: path)
    }
    defer { close(file) }
    try writeAll(bytes, to: file, path: path)
  }
}
