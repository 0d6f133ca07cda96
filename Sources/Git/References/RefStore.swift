import Glibc
import Text

/// The references of a repository, as loose files or in `packed-refs`.
///
/// `git` can work in the same repository at the same time.
final class RefStore {
  let root: Folder
  let access: Access
  /// How long to wait for other processes' locks, in seconds.
  var patience = 10.0
  /// Whether the caller excludes all other writers, so that many references can be updated under
  /// one lock.
  var holdsRepositoryLock = false
  private var cache: (status: stat, refs: PackedRefs)?

  init(_ root: Folder, _ access: Access) {
    self.root = root
    self.access = access
  }

  /// The content of a reference's file.
  enum Value: Hashable {
    case id(ObjectID)
    case symbolic(String)
  }

  // MARK: Reading

  /// Reads a loose reference; nil if it doesn't exist.
  func loose(_ name: String) throws(GitError) -> Value? {
    let names = name.split(separator: "/")
    do {
      guard let last = names.last, let folder = try root.folder(at: names.dropLast()),
        let bytes = try folder.read(String(last), limit: 4096)
      else { return nil }
      return try Self.parse(bytes, folder.path(of: String(last)))
    } catch {
      // There is a folder in place of the file, or a file in place of a folder.
      if error.code == .conflict { return nil }
      throw error
    }
  }

  static func parse(_ bytes: [UInt8], _ path: String) throws(GitError) -> Value {
    let text = bytes.prefix { $0 != 10 && $0 != 13 }
    if text.starts(with: Array("ref:".utf8)) {
      let name = String(decoding: text.dropFirst(4).drop { $0 == 32 }, as: UTF8.self)
      if Reference.isValid(name), name != "refs/heads" { return .symbolic(name) }
    } else if let id = ObjectID(hex: text.prefix(40)), text.count == 40 || text[40] <= 32 {
      return .id(id)
    }
    throw GitError(.corrupt, "a reference is damaged", path: path)
  }

  func packed() throws(GitError) -> PackedRefs {
    guard let now = root.status(of: "packed-refs") else { return .empty }
    if let cache, cache.status.st_ino == now.st_ino, cache.status.st_size == now.st_size,
      cache.status.st_mtim.tv_sec == now.st_mtim.tv_sec,
      cache.status.st_mtim.tv_nsec == now.st_mtim.tv_nsec
    {
      return cache.refs
    }
    guard let bytes = try root.read("packed-refs", limit: 256 << 20) else { return .empty }
    let refs = PackedRefs(bytes)
    cache = (now, refs)
    return refs
  }

  /// The target of a reference, following symbolic references; nil if it doesn't exist.
  func read(_ name: String) throws(GitError) -> ObjectID? {
    var name = name
    for _ in 0..<5 {
      try Reference.checkName(name)
      switch try loose(name) {
      case .id(let id): return id
      case .symbolic(let next): name = next
      case nil: return try packed()[name]
      }
    }
    throw GitError(.corrupt, "circular symbolic references", path: name)
  }

  /// The references below a folder such as `refs/heads`, sorted by name.
  func list(under folder: String) throws(GitError) -> [Reference] {
    var names = folder.split(separator: "/")
    if names.first != "refs" { names = ["refs"] }
    let prefix = names.joined(separator: "/") + "/"
    var loose: [String: ObjectID] = [:]
    do {
      if let start = try root.folder(at: names) { try walk(start, prefix, into: &loose) }
    } catch {
      if error.code != .conflict { throw error }
    }
    let packed = try packed().list(startingWith: prefix)
    if loose.isEmpty { return packed }
    for reference in packed where loose[reference.name] == nil {
      loose[reference.name] = reference.id
    }
    return loose.map { Reference($0.key, $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func walk(
    _ folder: Folder, _ prefix: String, into found: inout [String: ObjectID]
  ) throws(GitError) {
    for entry in try folder.entries() where !entry.name.hasPrefix(".") {
      let name = prefix + entry.name
      if entry.kind == .folder {
        guard Reference.isValid(name), prefix.utf8.count < 1024,
          let next = try folder.folder(entry.name)
        else { continue }
        try walk(next, name + "/", into: &found)
      } else if entry.kind == .symlink {
        throw folder.unexpected(entry.name, "file")
      } else if Reference.isValid(name), let bytes = try folder.read(entry.name, limit: 4096) {
        switch try Self.parse(bytes, folder.path(of: entry.name)) {
        case .id(let id): found[name] = id
        case .symbolic(let target): found[name] = try read(target)
        }
      }
    }
  }
}
