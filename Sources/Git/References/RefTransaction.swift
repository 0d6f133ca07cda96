import Glibc
import Text

/// The entry in the reflogs of updated references.
public struct RefLogEntry: Hashable, Sendable {
  public let signature: Signature
  public let message: String

  public init(_ signature: Signature, _ message: String) {
    self.signature = signature
    self.message = message
  }
}

extension RefStore {
  /// The folder and name of a reference's file. The folder is nil if it doesn't exist and nothing
  /// is written to it.
  private struct Home {
    let folder: Folder?
    let name: String
  }

  /// The number of changes from which they are written to `packed-refs`.
  private static let bulk = 16

  /// Makes all changes if every reference is as expected, otherwise none.
  func apply(_ updates: [RefUpdate], _ durability: Durability) throws(GitError) {
    if updates.isEmpty { return }
    let sorted = updates.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (place, update) in sorted.enumerated() {
      try Reference.checkName(update.name)
      if place > 0, sorted[place - 1].name == update.name {
        throw GitError(.invalid, "duplicate reference", path: update.name)
      }
    }
    let isBulk = sorted.count >= Self.bulk
    let hasOneLock = isBulk && holdsRepositoryLock
    let locks = RefLocks(access, patience: patience)
    var homes: [Home] = []
    var folders: [Substring: Folder] = [:]
    if hasOneLock {
      try locks.acquire("packed-refs", in: root)
      homes = try self.homes(of: sorted)
    } else {
      for update in sorted { homes.append(try lock(update, locks, &folders)) }
    }
    // Leftovers of killed writes are removed when the write is repeated.
    TornFile.clear(in: root)
    for (update, home) in zip(sorted, homes) { try update.check(value(home, update.name)) }
    try checkNames(sorted, homes)
    let packed = try packed()
    if isBulk || sorted.contains(where: { $0.new == nil && packed[$0.name] != nil }) {
      if !hasOneLock { try locks.acquire("packed-refs", in: root) }
      try rewritePacked(sorted.filter { isBulk || $0.new == nil }, durability)
    }
    var touched: [ObjectIdentifier: Folder] = [:]
    for folder in folders.values { touched[ObjectIdentifier(folder)] = folder }
    for (update, home) in zip(sorted, homes) {
      guard let folder = home.folder else { continue }
      if let new = update.new, !isBulk {
        try writeLoose(new, folder, home.name, durability)
      } else if folder.remove(home.name) {
        touched[ObjectIdentifier(folder)] = folder
      }
    }
    if durability == .immediate {
      for folder in touched.values { try folder.synchronise() }
    }
    locks.release()
    var emptied: Set<Substring> = []
    for update in sorted where isBulk || update.new == nil {
      let folder = Self.parts(update.name[...]).folder
      if emptied.insert(folder).inserted { removeEmptyFolders(folder) }
    }
  }

  /// The locations of the references' files, in existing folders.
  private func homes(of updates: [RefUpdate]) throws(GitError) -> [Home] {
    var folders: [Substring: Folder?] = [:]
    var homes: [Home] = []
    for update in updates {
      let parts = Self.parts(update.name[...])
      if folders[parts.folder] == nil {
        folders[parts.folder] = .some(try root.folder(at: parts.folder.split(separator: "/")))
      }
      homes.append(Home(folder: folders[parts.folder] ?? nil, name: parts.name))
    }
    return homes
  }

  private func lock(
    _ update: RefUpdate, _ locks: RefLocks, _ folders: inout [Substring: Folder]
  ) throws(GitError) -> Home {
    let parts = Self.parts(update.name[...])
    // Removing the last reference of a folder removes the folder, so creating it may need a retry.
    var attempts = 0
    while true {
      do {
        let folder = try makeFolder(parts.folder, &folders)
        try locks.acquire(parts.name, in: folder)
        return Home(folder: folder, name: parts.name)
      } catch {
        folders = [:]
        attempts += 1
        if error.code != .notFound || attempts > 10 { throw error }
      }
    }
  }

  private static func parts(_ name: Substring) -> (folder: Substring, name: String) {
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", String(name)) }
    return (name[..<slash], String(name[name.utf8.index(after: slash)...]))
  }

  private func makeFolder(
    _ path: Substring, _ folders: inout [Substring: Folder]
  ) throws(GitError) -> Folder {
    if path.isEmpty { return root }
    if let known = folders[path] { return known }
    let parts = Self.parts(path)
    let made = try makeFolder(parts.folder, &folders).makeFolder(parts.name, access)
    folders[path] = made
    return made
  }

  /// The current target of a reference in an open folder.
  private func value(_ home: Home, _ name: String) throws(GitError) -> ObjectID? {
    guard let status = home.folder?.status(of: home.name), status.st_mode & S_IFMT != S_IFDIR
    else {
      return try packed()[name]
    }
    return try read(name)
  }

  /// `a` and `a/b` can't both be references, because one would be a file and the other a folder.
  private func checkNames(_ updates: [RefUpdate], _ homes: [Home]) throws(GitError) {
    let removed = Set(updates.filter { $0.new == nil }.map(\.name))
    let packed = try packed()
    let made = Set(updates.filter { $0.new != nil }.map(\.name))
    for (update, home) in zip(updates, homes) where update.new != nil {
      if packed[update.name] != nil { continue }
      var above = Self.parts(update.name[...]).folder
      while above.utf8.contains(UInt8(ascii: "/")) {
        let name = String(above)
        if made.contains(name) || packed[name] != nil && !removed.contains(name) {
          throw GitError(.conflict, "conflicts with an existing reference", path: name)
        }
        above = Self.parts(above).folder
      }
      if packed.holds(prefix: update.name + "/")
        || home.folder?.isFolder(home.name) ?? false
      {
        let below = try list(under: update.name).filter { !removed.contains($0.name) }
        if let first = below.first {
          throw GitError(.conflict, "conflicts with an existing reference", path: first.name)
        }
      }
    }
  }

  /// Writes sorted changes to `packed-refs`; the caller holds its lock.
  private func rewritePacked(
    _ updates: [RefUpdate], _ durability: Durability
  ) throws(GitError) {
    let bytes = try packed().applying(updates.map { (Array($0.name.utf8), $0.new) })
    try root.write("packed-refs", bytes, access, durability)
  }

  private func writeLoose(
    _ id: ObjectID, _ folder: Folder, _ name: String, _ durability: Durability
  ) throws(GitError) {
    let temporary = try root.writeTemporary(
      id.hexBytes + [10], access, durability.forFile)
    if renameat(root.descriptor, temporary, folder.descriptor, name) == 0 { return }
    // Removed references can leave an empty folder of that name.
    if errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST,
      let left = try folder.folder(name)
    {
      Self.removeEmpty(left)
      folder.removeFolder(name)
      if renameat(root.descriptor, temporary, folder.descriptor, name) == 0 { return }
    }
    let number = errno
    root.remove(temporary)
    throw .system("can't write", path: folder.path(of: name), number: number)
  }

  private static func removeEmpty(_ folder: Folder) {
    for entry in (try? folder.entries()) ?? [] where entry.kind == .folder {
      if let next = try? folder.folder(entry.name) { removeEmpty(next) }
      folder.removeFolder(entry.name)
    }
  }

  /// Removes the folders left empty by packed or removed references, except `refs/heads` and the
  /// like.
  private func removeEmptyFolders(_ folder: Substring) {
    var above = folder
    while above.utf8.count(where: { $0 == UInt8(ascii: "/") }) > 1 {
      let parts = Self.parts(above)
      guard let parent = try? root.folder(at: parts.folder.split(separator: "/")),
        parent.removeFolder(parts.name)
      else { return }
      above = parts.folder
    }
  }

  /// Appends to the reflog of a reference, if reflogs are enabled.
  func log(
    _ name: String, from old: ObjectID?, to new: ObjectID, _ entry: RefLogEntry
  ) throws(GitError) {
    let names: [Substring] = ["logs"] + name.split(separator: "/")
    var folder = root
    for part in names.dropLast() { folder = try folder.makeFolder(String(part), access) }
    guard let last = names.last else { return }
    let file = openat(
      folder.descriptor, String(last), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
      0o666)
    let path = folder.path(of: String(last))
    if file < 0 { throw .system("can't write", path: path) }
    defer { close(file) }
    let message = entry.message.utf8.map { $0 < 32 ? 32 : $0 }
    let line = "\(old ?? .zero) \(new) \(entry.signature.text)\t"
    try writeAll(Array(line.utf8) + message + [10], to: file, path: path)
  }
}
