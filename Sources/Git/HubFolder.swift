import Glibc

/// A folder in which several users keep repositories for each other.
///
/// Nothing in it is trusted: below it no symlink is followed, and no program runs.
public final class HubFolder: Sendable {
  let root: Folder
  /// How files are made here, so that the folder's group can use them.
  public let access: Access
  /// Whether what is made here is for its owner's own group, and for nobody else.
  public let isForOneUser: Bool
  public var path: String { root.path }

  /// Opens the folder itself, which may be reached through symlinks.
  public init(_ path: String) throws(GitError) {
    root = try Folder(path)
    var status = stat()
    guard fstat(root.descriptor, &status) == 0 else {
      throw .system("can't look at the folder", path: path)
    }
    access = .shared(following: status)
    // A folder that was given to a group of several has another group than its maker's, or says
    // that what is in it belongs to its own.
    isForOneUser = status.st_gid == getegid() && status.st_mode & (S_ISGID | 0o002) == 0
  }

  private func names(_ path: String) throws(GitError) -> [Substring] {
    let names = path.split(separator: "/")
    for name in names where name == "." || name == ".." || name.utf8.count > 255 {
      throw GitError(.invalid, "not a place in the hub", path: path)
    }
    return names
  }

  /// The names of the folders in a folder of the hub, sorted; hidden ones are left out.
  public func folders(in path: String = "") throws(GitError) -> [String] {
    guard let folder = try root.folder(at: names(path)) else { return [] }
    var found: [String] = []
    for entry in try folder.entries() where !entry.name.hasPrefix(".") {
      if entry.kind == .symlink { throw folder.unexpected(entry.name, "folder") }
      if entry.kind == .folder { found.append(entry.name) }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names of the files in a folder of the hub, sorted; hidden ones are left out.
  public func files(in path: String) throws(GitError) -> [String] {
    guard let folder = try root.folder(at: names(path)) else { return [] }
    return try folder.entries().filter { $0.kind == .file && !$0.name.hasPrefix(".") }.map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of all files in a folder of the hub and below it.
  public func size(of path: String) throws(GitError) -> Int {
    try root.folder(at: names(path))?.contentSize() ?? 0
  }

  /// Opens the repository at exactly this place; nil where there is nothing.
  ///
  /// - Throws: `GitError` with `.hostile` for what has no place in such a repository: symlinks,
  ///   gitfiles, `commondir`, alternates, and settings but a few harmless ones.
  public func repository(_ path: String) throws(GitError) -> FolderRepository? {
    do throws(GitError) {
      guard let folder = try root.folder(at: names(path)) else { return nil }
      return try FolderRepository(folder, access)
    } catch {
      if error.code != .conflict { throw error }
      throw GitError(.hostile, "a file that points elsewhere is not followed", path: error.path)
    }
  }

  /// Whether there is a folder at exactly this place, or one whose removal was cut short.
  public func contains(_ path: String) throws(GitError) -> Bool {
    let names = try names(path)
    guard let name = names.last, let parent = try root.folder(at: names.dropLast()) else {
      return false
    }
    return parent.isFolder(String(name)) || parent.isFolder(Self.hidden(name))
  }

  /// Removes a folder with all that is in it; symlinks go, what they name stays.
  ///
  /// It vanishes at once under its name, so that nobody meets half of it.
  public func remove(_ path: String) throws(GitError) {
    let names = try names(path)
    guard let name = names.last, let parent = try root.folder(at: names.dropLast()) else { return }
    let hidden = Self.hidden(name)
    try parent.discard(hidden)
    guard parent.contains(String(name)) else { return }
    if renameat(parent.descriptor, String(name), parent.descriptor, hidden) != 0 {
      throw .system("can't remove the folder", path: parent.path(of: String(name)))
    }
    try parent.discard(hidden)
  }

  /// What a folder is called while it is removed.
  private static func hidden(_ name: Substring) -> String { ".gone-\(name)" }

  /// Makes a repository that appears at once with all of its objects and references.
  ///
  /// - Parameter path: its place; folders above it are made.
  /// - Throws: `GitError` with `.exists` where there is something already.
  public func create(
    _ path: String, _ template: RepositoryTemplate, durability: Durability = .immediate
  ) throws(GitError) {
    let names = try names(path)
    guard let name = names.last.map(String.init) else {
      throw GitError(.invalid, "not a place in the hub", path: path)
    }
    var parent = root
    for above in names.dropLast() { parent = try parent.makeFolder(String(above), access) }
    if parent.contains(name) {
      throw GitError(.exists, "there is something already", path: parent.path(of: name))
    }
    let temporary = HubFolder.unfinished + String(UInt64.random(in: 0 ... .max), radix: 36)
    let folder = try parent.makeNewFolder(temporary, access)
    do throws(GitError) {
      try template.write(into: folder, access)
      if durability == .immediate { try folder.flushContents() }
      // Over an empty folder at most: whoever made a repository here meanwhile keeps it.
      if renameat(parent.descriptor, temporary, parent.descriptor, name) != 0 {
        let number = errno
        let isThere = number == ENOTEMPTY || number == EEXIST || number == ENOTDIR
        throw .system(
          "can't make the repository", path: parent.path(of: name),
          number: isThere ? EEXIST : number)
      }
      if durability == .immediate { try parent.synchronise() }
    } catch {
      folder.removeContents()
      parent.removeFolder(temporary)
      throw error
    }
  }

  /// What the names of repositories begin with that are being made.
  private static let unfinished = ".new-"

  /// The repositories in a folder of the hub that somebody began to make and did not finish: who
  /// makes one needs seconds for it.
  ///
  /// - Parameter age: how many seconds ago they were begun at least.
  public func abandoned(in path: String, age: Int = 3600) throws(GitError) -> [String] {
    guard let folder = try root.folder(at: names(path)) else { return [] }
    let latest = time(nil) - age
    return try folder.entries().map(\.name).filter { name in
      name.hasPrefix(HubFolder.unfinished)
        && folder.status(of: name).map { $0.st_mtim.tv_sec <= latest } ?? false
    }.sorted()
  }

  /// Removes what ``abandoned(in:age:)`` finds, as far as that is allowed.
  public func removeAbandoned(in path: String, age: Int = 3600) throws(GitError) {
    guard let folder = try root.folder(at: names(path)) else { return }
    for name in try abandoned(in: path, age: age) { try folder.discard(name) }
  }

  /// The bytes of a file of the hub, nil where there is none.
  public func read(_ path: String, limit: Int) throws(GitError) -> [UInt8]? {
    let names = try names(path)
    guard let name = names.last, let folder = try root.folder(at: names.dropLast()) else {
      return nil
    }
    return try folder.read(String(name), limit: limit)
  }

  /// Removes a file of the hub, where it is there.
  public func removeFile(_ path: String) throws(GitError) {
    let names = try names(path)
    guard let name = names.last.map(String.init),
      let folder = try root.folder(at: names.dropLast()), folder.contains(name)
    else { return }
    if !folder.remove(name) { throw .system("can't remove the file", path: folder.path(of: name)) }
    try folder.synchronise()
  }

  /// Writes a file of the hub whole; folders above it are made.
  public func write(_ bytes: [UInt8], to path: String) throws(GitError) {
    let names = try names(path)
    guard let name = names.last else {
      throw GitError(.invalid, "not a place in the hub", path: path)
    }
    var folder = root
    for above in names.dropLast() { folder = try folder.makeFolder(String(above), access) }
    try folder.write(String(name), bytes, access)
  }
}

extension Folder {
  fileprivate func contentSize() throws(GitError) -> Int {
    var sum = 0
    for entry in try entries() {
      if entry.kind == .folder {
        sum += try folder(entry.name)?.contentSize() ?? 0
      } else if let status = status(of: entry.name) {
        sum += Int(status.st_size)
      }
    }
    return sum
  }

  /// Removes a folder in this one with all that is in it; nothing happens where there is none.
  fileprivate func discard(_ name: String) throws(GitError) {
    guard let folder = try folder(name) else { return }
    folder.removeContents()
    if !removeFolder(name) { throw .system("can't remove the folder", path: path(of: name)) }
  }
}
