/// The files of a new bare repository: put together once, for as many as are alike.
///
/// What Git replaces and never writes to, they share by hard links, as after `git clone --local`.
public final class RepositoryTemplate {
  private let branch: String
  private let references: [UInt8]?
  /// What the pack and its index are called, without their endings, and what is in them.
  private let pack: (name: String, content: [UInt8], index: [UInt8])?
  /// What was written last, and its folder of packs.
  private var last: (folder: Folder, packs: Folder)?

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
      for (ending, bytes) in [(".pack", pack.content), (".idx", pack.index)] {
        try write(
          pack.name + ending, bytes, into: packs, like: last?.packs, access, writable: false)
      }
    }
    _ = try folder.makeNewFolder("refs", access)
    if let references {
      try write("packed-refs", references, into: folder, like: last?.folder, access)
    }
    try write("HEAD", Array("ref: \(branch)\n".utf8), into: folder, like: last?.folder, access)
    // An editor might write to it, and would then to all.
    let config = Skeleton.config(bare: true, isShared: access.isShared)
    try folder.writeNew("config", config, access, .none)
    last = (folder, packs)
  }

  /// Writes a file, or links to the one that was written last.
  private func write(
    _ name: String, _ bytes: [UInt8], into folder: Folder, like other: Folder?, _ access: Access,
    writable: Bool = true
  ) throws(GitError) {
    if let other, other.link(name, into: folder) { return }
    try folder.writeNew(name, bytes, access, writable: writable, .none)
  }
}
