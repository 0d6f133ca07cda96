/// The files of a new bare repository.
public struct RepositoryTemplate {
  private let branch: String
  private let references: [UInt8]?
  /// The pack and its index, with their common name.
  private let pack: (name: String, content: [UInt8], index: [UInt8])?

  /// - Parameters:
  ///   - branch: its branch, without `refs/heads/`.
  ///   - objects: all its objects.
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

  /// Writes the files to an empty folder that nobody reads yet; nothing is flushed.
  func write(into folder: Folder, _ access: Access) throws(GitError) {
    let objects = try folder.makeNewFolder("objects", access)
    let packs = try objects.makeNewFolder("pack", access)
    if let pack {
      try packs.writeNew(pack.name + ".pack", pack.content, access, writable: false, .none)
      try packs.writeNew(pack.name + ".idx", pack.index, access, writable: false, .none)
    }
    _ = try folder.makeNewFolder("refs", access)
    if let references { try folder.writeNew("packed-refs", references, access, .none) }
    let config = Skeleton.config(bare: true, isShared: access.isShared)
    try folder.writeNew("config", config, access, .none)
    try folder.writeNew("HEAD", Array("ref: \(branch)\n".utf8), access, .none)
  }
}
