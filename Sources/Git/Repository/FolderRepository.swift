import Glibc
import Text

/// A repository on a folder hub, which anyone may have tampered with.
///
/// It is accessed without libgit2 and `git`, by name from folder to folder, never through a
/// symlink. Every object is checked against its id. The owner doesn't matter.
public final class FolderRepository: ObjectStore {
  let folder: Folder
  let access: Access
  private let objects: FolderObjects
  private let refs: RefStore
  private static let usualConfig = Skeleton.config(bare: true, isShared: true)

  public var path: String { folder.path }
  /// How long to wait for other processes' locks, in seconds.
  public var patience: Double {
    get { refs.patience }
    set { refs.patience = newValue }
  }

  init(_ folder: Folder, _ access: Access) throws(GitError) {
    self.folder = folder
    self.access = access
    for entry in try folder.entries() {
      if entry.kind == .symlink { throw folder.unexpected(entry.name, "file") }
      if ["commondir", "gitdir", "config.worktree", ".git"].contains(entry.name) {
        throw GitError(
          .hostile, "the repository redirects to another place", path: folder.path(of: entry.name))
      }
    }
    if let bytes = try folder.read("config", limit: 1 << 16), bytes != Self.usualConfig {
      let config = try ConfigFile(bytes, path: folder.path(of: "config"))
      try config.checkHarmless()
      try config.checkFormat()
    }
    guard try folder.read("HEAD", limit: 4096) != nil, let objects = try folder.folder("objects"),
      try folder.folder("refs") != nil
    else { throw GitError(.notFound, "not a Git repository", path: folder.path) }
    self.objects = try FolderObjects(objects)
    refs = RefStore(folder, access)
  }

  public func read(_ id: ObjectID, limit: Int = .max) throws(GitError) -> RawObject? {
    try objects.read(id, limit: limit)
  }

  public func contains(_ id: ObjectID) throws(GitError) -> Bool { try objects.contains(id) }

  /// Writes missing objects as one pack.
  public func write(
    _ batch: ObjectBatch, durability: Durability = .immediate
  ) throws(GitError) {
    if let pack = try prepare(batch, durability) { try publish(pack, durability) }
  }

  /// Writes missing objects as one pack that isn't visible yet.
  ///
  /// - Returns: nil if none is missing.
  public func prepare(
    _ batch: ObjectBatch, _ durability: Durability
  ) throws(GitError) -> PreparedPack? {
    var missing: [ObjectID] = []
    for id in batch.ids where try !objects.contains(id) { missing.append(id) }
    return try PackWriter(objects: objects.folder, access: access, durability: durability)
      .prepare(batch, missing)
  }

  /// Makes a prepared pack visible.
  public func publish(
    _ pack: PreparedPack, _ durability: Durability
  ) throws(GitError) {
    try PackWriter(objects: objects.folder, access: access, durability: durability).publish(pack)
    objects.forgetList()
    LooseObjects(objects: objects.folder, access: access).removeEmptyFiles(pack.ids)
  }

  /// Flushes the names of packs that Git wrote, before a reference depends on them.
  public func flushPackNames() throws(GitError) { try objects.folder.flushPackNames() }

  /// Permanently removes objects that are reachable from old commits, but not from any reference.
  ///
  /// Objects that are already gone are ignored.
  /// - Throws: `GitError`, also if a reference can't be traversed; then nothing is removed.
  public func forget(_ olds: [ObjectID]) throws(GitError) {
    let kept = try reached(from: references().map(\.id)) { id throws(GitError) in
      throw GitError(.notFound, "object \(id) is missing", path: path)
    }
    let gone = try reached(from: olds) { _ in }
    // Git lists branches there for fetching over plain HTTP.
    try folder.folder("info")?.remove("refs")
    try objects.remove(gone.subtracting(kept), access)
  }

  /// The objects that are reachable from some objects; missing ones are reported and skipped.
  private func reached(
    from roots: [ObjectID], missing: (ObjectID) throws(GitError) -> Void
  ) throws(GitError) -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var open = roots
    while let id = open.popLast() {
      guard found.insert(id).inserted else { continue }
      guard let object = try read(id) else {
        try missing(id)
        continue
      }
      for next in try object.names(id) {
        // Blobs lead to no other objects.
        if next.kind == .blob { found.insert(next.id) } else { open.append(next.id) }
      }
    }
    return found
  }

  /// Removes the leftovers of killed pushes: locks, and objects that were never accepted. The
  /// caller ensures that no push is updating references.
  ///
  /// - Parameter age: the age in seconds after which no push can still be running.
  public func clearAfterPushes(age: Int) throws(GitError) {
    try removeRefusedObjects(age: age)
    try folder.clearLocks { $0 == "refs" }
  }

  /// Removes objects of killed pushes that were never accepted.
  ///
  /// - Parameter age: the age in seconds after which no push can still be running.
  public func removeRefusedObjects(age: Int) throws(GitError) {
    guard let objects = try folder.folder("objects") else { return }
    let latest = time(nil) - age
    for entry in try objects.entries() where entry.name.hasPrefix("tmp_objdir-") {
      guard let status = objects.status(of: entry.name), status.st_mtim.tv_sec <= latest else {
        continue
      }
      try objects.folder(entry.name)?.removeContents()
      objects.removeFolder(entry.name)
    }
  }

  /// The target of a reference; nil if it doesn't exist.
  public func reference(_ name: String) throws(GitError) -> ObjectID? { try refs.read(name) }

  /// The references below a folder such as `refs/heads`, sorted by name.
  public func references(under folder: String = "refs") throws(GitError) -> [Reference] {
    try refs.list(under: folder)
  }

  /// Updates references atomically: none changes if one doesn't have its expected value.
  /// - Throws: `GitError` with `.modified`, `.exists`, `.conflict`, `.locked`, `.invalid`.
  public func update(
    _ updates: [RefUpdate], durability: Durability = .immediate
  ) throws(GitError) {
    try refs.apply(updates, durability)
  }
}

extension Folder {
  /// Flushes the names of packs, if this is a folder of objects.
  func flushPackNames() throws(GitError) { try folder("pack")?.synchronise() }

  /// Flushes everything in the folder to disk.
  func flushContents() throws(GitError) {
    try beginFlush()
    // Changes of subfolders are in the same file system journal.
    try synchronise()
  }

  private func beginFlush() throws(GitError) {
    for entry in try entries() {
      if entry.kind == .folder {
        try folder(entry.name)?.beginFlush()
      } else if let file = try openFile(entry.name) {
        defer { close(file.descriptor) }
        try flushFile(file.descriptor, path: path(of: entry.name))
      }
    }
  }

  /// Removes locks that no teachkit process holds.
  fileprivate func clearLocks(below matches: (String) -> Bool) throws(GitError) {
    for entry in try entries() {
      if entry.kind == .folder, matches(entry.name) {
        try folder(entry.name)?.clearLocks { _ in true }
      } else if entry.name.hasSuffix(".lock") {
        LockOwner.clearIfAbandoned(entry.name, in: self, isCertain: true)
      }
    }
  }

  /// Removes all contents of the folder, as far as the system allows.
  func removeContents() {
    for entry in (try? entries()) ?? [] {
      if entry.kind == .folder, let next = try? folder(entry.name) {
        next.removeContents()
        removeFolder(entry.name)
      } else {
        remove(entry.name)
      }
    }
  }
}
