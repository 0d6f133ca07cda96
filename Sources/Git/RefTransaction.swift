import Glibc

/// What is written to the logs of the references that move.
public struct RefLogEntry: Hashable, Sendable {
  public let signature: Signature
  public let message: String

  public init(_ signature: Signature, _ message: String) {
    self.signature = signature
    self.message = message
  }
}

extension RefStore {
  /// From how many changes on they are written as lines of `packed-refs`.
  private static let bulk = 16

  /// Makes the changes if every reference is as expected; otherwise none of them.
  func apply(_ updates: [RefUpdate], _ durability: Durability) throws(GitError) {
    if updates.isEmpty { return }
    let sorted = updates.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (place, update) in sorted.enumerated() {
      try Reference.checkName(update.name)
      if place > 0, sorted[place - 1].name == update.name {
        throw GitError(.invalid, "one reference twice", path: update.name)
      }
    }
    let locks = LockSet(access, patience: patience)
    var homes: [(folder: Folder, name: String)] = []
    var folders: [Substring: Folder] = [:]
    for update in sorted { homes.append(try lock(update, locks, &folders)) }
    for update in sorted { try update.check(try read(update.name)) }
    try checkNames(sorted)
    let packed = try packed()
    let isBulk = sorted.count >= Self.bulk
    if isBulk || sorted.contains(where: { $0.new == nil && packed[$0.name] != nil }) {
      try rewritePacked(sorted.filter { isBulk || $0.new == nil }, locks, durability)
    }
    for (update, home) in zip(sorted, homes) {
      if let new = update.new, !isBulk {
        try writeLoose(new, home, durability)
      } else {
        home.folder.remove(home.name)
      }
    }
    if durability == .immediate {
      for folder in folders.values { try folder.synchronise() }
    }
    locks.release()
    removeEmptyFolders(sorted.filter { $0.new == nil }.map(\.name))
  }

  /// Writes references into a repository that nobody else knows yet.
  func create(_ references: [Reference], _ durability: Durability) throws(GitError) {
    for reference in references { try Reference.checkName(reference.name) }
    if references.count >= Self.bulk {
      let sorted = references.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      let bytes = PackedRefs.empty.applying(sorted.map { (Array($0.name.utf8), $0.id) })
      try root.write("packed-refs", bytes, access, durability)
      return
    }
    for reference in references {
      let names = reference.name.split(separator: "/")
      var folder = root
      for name in names.dropLast() { folder = try folder.makeFolder(String(name), access) }
      let name = names.last.map(String.init) ?? ""
      try folder.write(name, reference.id.hexBytes + [10], access, durability)
    }
  }

  private func lock(
    _ update: RefUpdate, _ locks: LockSet, _ folders: inout [Substring: Folder]
  ) throws(GitError) -> (folder: Folder, name: String) {
    let names = update.name.split(separator: "/")
    let name = names.last.map(String.init) ?? update.name
    let parent = update.name.dropLast(name.count)
    // Whoever removes a last reference removes its folder: making it may take a second try.
    var attempts = 0
    while true {
      do {
        let folder: Folder
        if let known = folders[parent] {
          folder = known
        } else {
          var made = root
          for part in names.dropLast() { made = try made.makeFolder(String(part), access) }
          folders[parent] = made
          folder = made
        }
        try locks.take(name, in: folder)
        return (folder, name)
      } catch {
        folders[parent] = nil
        attempts += 1
        if error.code != .notFound || attempts > 10 { throw error }
      }
    }
  }

  /// `a` and `a/b` can't be references at once, as one would be a file and a folder.
  private func checkNames(_ updates: [RefUpdate]) throws(GitError) {
    let created = updates.filter { $0.new != nil }
    let removed = Set(updates.filter { $0.new == nil }.map(\.name))
    let packed = try packed()
    for (place, update) in created.enumerated() {
      if place > 0, update.name.hasPrefix(created[place - 1].name + "/") {
        throw GitError(.conflict, "a reference is in the way", path: created[place - 1].name)
      }
      if packed[update.name] != nil { continue }
      var above = update.name.split(separator: "/").dropLast()
      while above.count > 2 {
        let name = above.joined(separator: "/")
        if packed[name] != nil, !removed.contains(name) {
          throw GitError(.conflict, "a reference is in the way", path: name)
        }
        above = above.dropLast()
      }
      if packed.holds(prefix: update.name + "/") || isFolderInUse(update.name) {
        let below = try list(under: update.name).filter { !removed.contains($0.name) }
        if let first = below.first {
          throw GitError(.conflict, "a reference is in the way", path: first.name)
        }
      }
    }
  }

  private func isFolderInUse(_ name: String) -> Bool {
    (try? root.folder(at: name.split(separator: "/"))).flatMap { $0 } != nil
  }

  private func rewritePacked(
    _ updates: [RefUpdate], _ locks: LockSet, _ durability: Durability
  ) throws(GitError) {
    try locks.take("packed-refs", in: root)
    let bytes = try packed().applying(updates.map { (Array($0.name.utf8), $0.new) })
    try root.write("packed-refs", bytes, access, durability)
  }

  private func writeLoose(
    _ id: ObjectID, _ home: (folder: Folder, name: String), _ durability: Durability
  ) throws(GitError) {
    let temporary = try root.writeTemporary(
      id.hexBytes + [10], prefix: ".tmp-", access, durability)
    if renameat(root.descriptor, temporary, home.folder.descriptor, home.name) == 0 { return }
    // An empty folder of that name is what removed references left.
    if errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST,
      let left = try home.folder.folder(home.name)
    {
      Self.removeEmpty(left)
      home.folder.removeFolder(home.name)
      if renameat(root.descriptor, temporary, home.folder.descriptor, home.name) == 0 { return }
    }
    let number = errno
    root.remove(temporary)
    throw .system("can't write", path: home.folder.path(of: home.name), number: number)
  }

  private static func removeEmpty(_ folder: Folder) {
    for entry in (try? folder.entries()) ?? [] where entry.kind == .folder {
      if let next = try? folder.folder(entry.name) { removeEmpty(next) }
      folder.removeFolder(entry.name)
    }
  }

  /// Removes the folders that the removed references leave empty, but `refs/heads` and the like.
  private func removeEmptyFolders(_ names: [String]) {
    for name in names {
      var above = name.split(separator: "/").dropLast()
      while above.count > 2, let last = above.last {
        above = above.dropLast()
        guard let parent = try? root.folder(at: above), parent.removeFolder(String(last)) else {
          break
        }
      }
    }
  }

  /// Adds a line to the log of a reference, where logs are kept.
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
