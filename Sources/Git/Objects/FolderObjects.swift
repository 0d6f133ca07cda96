import Glibc
import Text

/// The objects of a repository, read without trusting anything there.
final class FolderObjects {
  let folder: Folder
  private var packs: [(name: String, file: PackFile?)] = []
  private var listed: timespec?
  let inflater: Inflater
  /// The repositories that this one borrows objects from.
  private let lenders: [FolderObjects]
  /// The maximum size of an object in bytes, whatever limit is requested: a header can claim any
  /// size.
  private static let largest = 1 << 30

  /// Opens the objects of a repository that others can write to.
  ///
  /// - Throws: `GitError` with `.hostile` for symlinks and alternates.
  convenience init(_ folder: Folder) throws(GitError) {
    if let info = try folder.folder("info") {
      for name in ["alternates", "http-alternates"] where info.contains(name) {
        throw GitError(
          .hostile, "the repository borrows objects from other repositories",
          path: info.path(of: name))
      }
    }
    try self.init(folder, lenders: [])
  }

  /// Opens the objects of a repository of this user, which may use alternates, as after `git clone
  /// --reference`.
  ///
  /// - Throws: `GitError` with `.hostile` for symlinks, `.corrupt` for circular alternates.
  convenience init(borrowing folder: Folder, depth: Int = 0) throws(GitError) {
    var lenders: [FolderObjects] = []
    if let info = try folder.folder("info"),
      let list = try info.read("alternates", limit: 1 << 16)
    {
      if depth > 5 {
        throw GitError(
          .corrupt, "too many repositories in a row", path: info.path(of: "alternates"))
      }
      for line in list.split(separator: 10) where line.first != UInt8(ascii: "#") {
        let path = String(decoding: line, as: UTF8.self)
        let lender = try Folder(path.hasPrefix("/") ? path : folder.path(of: path))
        lenders.append(try FolderObjects(borrowing: lender, depth: depth + 1))
      }
    }
    try self.init(folder, lenders: lenders)
  }

  private init(_ folder: Folder, lenders: [FolderObjects]) throws(GitError) {
    self.folder = folder
    self.lenders = lenders
    inflater = try Inflater()
    for entry in try folder.entries() where entry.kind == .symlink {
      throw folder.unexpected(entry.name, "folder")
    }
  }

  /// Lists the packs again if their folder has changed; false if it hasn't.
  private func list() throws(GitError) -> Bool {
    guard let now = folder.status(of: "pack")?.st_mtim else { return false }
    if let listed, listed.tv_sec == now.tv_sec, listed.tv_nsec == now.tv_nsec { return false }
    listed = Self.isSettled(now) ? now : nil
    guard let place = try folder.folder("pack") else { return false }
    var found: [(name: String, time: timespec)] = []
    for entry in try place.entries() {
      if entry.kind == .symlink { throw place.unexpected(entry.name, "file") }
      guard entry.name.hasSuffix(".idx"), entry.name.hasPrefix("pack-"),
        let status = place.status(of: entry.name)
      else { continue }
      found.append((String(entry.name.dropLast(4)), status.st_mtim))
    }
    // The newest packs are usually the ones needed.
    found.sort {
      ($0.time.tv_sec, $0.time.tv_nsec, $0.name) > ($1.time.tv_sec, $1.time.tv_nsec, $1.name)
    }
    var open: [String: PackFile] = [:]
    for pack in packs { open[pack.name] = pack.file }
    packs = found.map { ($0.name, open[$0.name]) }
    return true
  }

  /// Whether another pack would change the folder's modification time again, even on a coarse
  /// clock.
  private static func isSettled(_ time: timespec) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let seconds = now.tv_sec - time.tv_sec
    return seconds > 1
      || seconds >= 0 && seconds * 1_000_000_000 + now.tv_nsec - time.tv_nsec > 20_000_000
  }

  /// Lists the packs again on the next search.
  func forgetList() { listed = nil }

  /// Finds the pack with an object, and its position there.
  private func find(_ id: ObjectID) throws(GitError) -> (PackFile, Int)? {
    if listed != nil, let found = try findListed(id) { return found }
    // A repack can replace the packs after they are listed.
    for _ in 0..<100 {
      let before = folder.status(of: "pack")?.st_mtim
      if try !list() { return nil }
      if let found = try findListed(id) { return found }
      let now = folder.status(of: "pack")?.st_mtim
      if before?.tv_sec == now?.tv_sec, before?.tv_nsec == now?.tv_nsec { return nil }
      listed = nil
    }
    return nil
  }

  private func findListed(_ id: ObjectID) throws(GitError) -> (PackFile, Int)? {
    for place in packs.indices {
      if packs[place].file == nil, let packFolder = try folder.folder("pack") {
        packs[place].file = try PackFile(packs[place].name, in: packFolder)
      }
      if let file = packs[place].file, let offset = file.offset(of: id) { return (file, offset) }
    }
    return nil
  }

  private enum Place {
    case packed(PackFile, Int)
    case loose(LooseFile)
  }

  private func locate(_ id: ObjectID) throws(GitError) -> Place? {
    if let (pack, offset) = try find(id) { return .packed(pack, offset) }
    if let file = try openLoose(id) { return .loose(file) }
    // It may have been packed in the meantime.
    return try find(id).map { .packed($0.0, $0.1) }
  }

  /// Removes objects permanently. Packs that contain some of them are rewritten.
  func remove(_ gone: Set<ObjectID>, _ access: Access) throws(GitError) {
    if gone.isEmpty { return }
    try removeDerived()
    listed = nil
    _ = try list()
    if let place = try folder.folder("pack") {
      for name in packs.map(\.name) {
        guard let ids = try PackFile(name, in: place)?.ids, ids.contains(where: gone.contains)
        else { continue }
        let rest = ObjectBatch()
        for id in ids where !gone.contains(id) {
          guard let object = try read(id, limit: .max) else {
            throw GitError(.notFound, "object \(id) is missing", path: folder.path)
          }
          rest.add(object, named: id)
        }
        try PackWriter(objects: folder, access: access, durability: .immediate)
          .write(rest, rest.ids)
        // Without its index, a pack is ignored.
        for ending in ["idx", "rev", "bitmap", "mtimes", "pack"] {
          place.remove("\(name).\(ending)")
        }
      }
      try place.synchronise()
    }
    for id in gone {
      let names = loosePath(id)
      try folder.folder(names.folder)?.remove(names.file)
    }
    packs = []
    listed = nil
  }

  /// Removes data that Git derives from objects and packs, and recreates: it would still name
  /// removed objects and the paths that they changed.
  private func removeDerived() throws(GitError) {
    for (name, starts) in [("info", ["commit-graph", "packs"]), ("pack", ["multi-pack-index"])] {
      guard let place = try folder.folder(name) else { continue }
      for entry in try place.entries() where starts.contains(where: entry.name.hasPrefix) {
        if entry.kind == .folder {
          try place.folder(entry.name)?.removeContents()
          place.removeFolder(entry.name)
        } else {
          place.remove(entry.name)
        }
      }
      try place.synchronise()
    }
  }

  func contains(_ id: ObjectID) throws(GitError) -> Bool {
    let names = loosePath(id)
    if let status = folder.status(of: "\(names.folder)/\(names.file)") {
      if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 { return true }
    }
    if try find(id) != nil { return true }
    for lender in lenders where try lender.contains(id) { return true }
    return false
  }

  /// The claimed kind and size of an object; nil if it doesn't exist.
  func header(_ id: ObjectID, depth: Int = 0) throws(GitError) -> (kind: ObjectKind, size: Int)? {
    switch try locate(id) {
    case .packed(let pack, let offset):
      return try pack.header(at: offset, inflater) { base throws(GitError) in
        depth < 32 ? try self.header(base, depth: depth + 1)?.kind : nil
      }
    case .loose(let file):
      defer { close(file.descriptor) }
      let start = try readPart(file.descriptor, at: 0, count: 512, path: file.path)
      let head = try looseHead(start, file)
      return (head.kind, head.size)
    case nil: break
    }
    for lender in lenders {
      if let found = try lender.header(id, depth: depth) { return found }
    }
    return nil
  }

  /// The object of that name, checked against it; nil if there is none.
  func read(_ id: ObjectID, limit: Int, depth: Int = 0) throws(GitError) -> RawObject? {
    let found: RawObject
    let limit = min(limit, Self.largest)
    switch try locate(id) {
    case .packed(let pack, let offset):
      found = try pack.read(at: offset, limit: limit, inflater) { base throws(GitError) in
        depth < 32 ? try self.read(base, limit: limit, depth: depth + 1) : nil
      }
    case .loose(let file): found = try readLoose(id, file, limit: limit)
    case nil:
      for lender in lenders {
        if let lent = try lender.read(id, limit: limit, depth: depth) { return lent }
      }
      return nil
    }
    if try found.id() != id {
      throw GitError(.corrupt, "object \(id) doesn't match its id", path: folder.path)
    }
    return found
  }
}
