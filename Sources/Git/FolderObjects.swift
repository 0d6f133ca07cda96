import Glibc

/// The objects of a repository that others can write to, read without trusting anything there.
final class FolderObjects {
  let folder: Folder
  private var packs: [(name: String, file: PackFile?)] = []
  private var listed: timespec?
  private let inflater: Inflater
  /// What is read of one object at most, whatever is asked for: a claim costs its author nothing.
  private static let largest = 1 << 30

  /// - Throws: `GitError` with `.hostile` for symlinks, and for objects of other repositories.
  init(_ folder: Folder) throws(GitError) {
    self.folder = folder
    inflater = try Inflater()
    for entry in try folder.entries() where entry.kind == .symlink {
      throw folder.unexpected(entry.name, "folder")
    }
    if let info = try folder.folder("info") {
      for name in ["alternates", "http-alternates"] where info.contains(name) {
        throw GitError(
          .hostile, "it takes objects from other repositories", path: info.path(of: name))
      }
    }
  }

  /// Looks at the folder of packs again if it has changed; false where it hasn't.
  private func list() throws(GitError) -> Bool {
    guard let now = folder.status(of: "pack")?.st_mtim else { return false }
    if let listed, listed.tv_sec == now.tv_sec, listed.tv_nsec == now.tv_nsec { return false }
    listed = now
    guard let place = try folder.folder("pack") else { return false }
    var found: [(name: String, time: timespec)] = []
    for entry in try place.entries() {
      if entry.kind == .symlink { throw place.unexpected(entry.name, "file") }
      guard entry.name.hasSuffix(".idx"), entry.name.hasPrefix("pack-"),
        let status = place.status(of: entry.name)
      else { continue }
      found.append((String(entry.name.dropLast(4)), status.st_mtim))
    }
    // What is asked for is mostly what came last.
    found.sort {
      ($0.time.tv_sec, $0.time.tv_nsec, $0.name) > ($1.time.tv_sec, $1.time.tv_nsec, $1.name)
    }
    var open: [String: PackFile] = [:]
    for pack in packs { open[pack.name] = pack.file }
    packs = found.map { ($0.name, open[$0.name]) }
    return true
  }

  /// Makes the next look see what was just written, however coarse the clock.
  func forgetList() { listed = nil }

  /// The pack that holds an object, and where.
  private func find(_ id: ObjectID) throws(GitError) -> (PackFile, Int)? {
    if listed == nil { _ = try list() }
    while true {
      for place in packs.indices {
        if packs[place].file == nil, let here = try folder.folder("pack") {
          packs[place].file = try PackFile(packs[place].name, in: here)
        }
        if let file = packs[place].file, let offset = file.offset(of: id) {
          return (file, offset)
        }
      }
      if try !list() { return nil }
    }
  }

  /// Removes objects for good. A pack that holds some of them gives way to one without.
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
        // Without its index nobody takes it for a pack.
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

  /// Removes what Git derives from all objects and packs, and makes anew: it would go on naming those that
  /// are gone, and the paths that they changed.
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

  private func loosePath(_ id: ObjectID) -> (folder: String, file: String) {
    let digits = id.description
    return (String(digits.prefix(2)), String(digits.dropFirst(2)))
  }

  func contains(_ id: ObjectID) throws(GitError) -> Bool {
    let names = loosePath(id)
    if let status = folder.status(of: "\(names.folder)/\(names.file)") {
      if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 { return true }
    }
    return try find(id) != nil
  }

  /// The object of that name, checked against it; nil where there is none.
  func read(_ id: ObjectID, limit: Int, depth: Int = 0) throws(GitError) -> RawObject? {
    let found: RawObject
    let limit = min(limit, Self.largest)
    if let (pack, offset) = try find(id) {
      found = try pack.read(at: offset, limit: limit, inflater) { base throws(GitError) in
        depth < 32 ? try self.read(base, limit: limit, depth: depth + 1) : nil
      }
    } else if let loose = try readLoose(id, limit: limit) {
      found = loose
    } else {
      return nil
    }
    if try found.id() != id {
      throw GitError(.corrupt, "object \(id) is not what it is called", path: folder.path)
    }
    return found
  }

  private func readLoose(_ id: ObjectID, limit: Int) throws(GitError) -> RawObject? {
    let names = loosePath(id)
    guard let place = try folder.folder(names.folder),
      let bytes = try place.read(names.file, limit: limit + limit / 8 + 1024)
    else { return nil }
    let damaged = GitError(
      .corrupt, "object \(id) is damaged", path: place.path(of: names.file))
    let start: [UInt8]
    switch inflater.inflate(bytes[...], size: 32) {
    case .whole(let content, _), .partial(let content): start = content
    case .broken: throw damaged
    }
    let words = start.prefix { $0 != 0 }.split(separator: 32)
    guard words.count == 2, let kind = ObjectKind(word: words[0]),
      let size = Int(String(decoding: words[1], as: UTF8.self)), size >= 0
    else { throw damaged }
    if size > limit { throw GitError(.limit, "object \(id) is too large") }
    if size / 1100 > bytes.count { throw damaged }
    let head = words[0].count + words[1].count + 2
    guard case .whole(let all, _) = inflater.inflate(bytes[...], size: head + size),
      all.count == head + size
    else { throw damaged }
    return RawObject(kind, Array(all[head...]))
  }
}
