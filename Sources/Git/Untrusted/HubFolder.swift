import CGit2
import Glibc
import Text

/// A folder with repositories of several users.
///
/// Its contents are untrusted: no symlinks are followed, and no programs run.
public final class HubFolder: Sendable {
  let root: Folder
  /// The access of new files, so that the folder's group can use them.
  public let access: Access
  /// Whether the folder is only for its owner's own group.
  public let isForOneUser: Bool
  public var path: String { root.path }

  /// Opens the folder itself, which may be reached through symlinks.
  public init(_ path: String) throws(GitError) {
    root = try Folder(path)
    var status = stat()
    guard fstat(root.descriptor, &status) == 0 else {
      throw .system("can't inspect the folder", path: path)
    }
    access = .shared(following: status)
    // A folder that is shared with a group has another group than its creator's, or passes its
    // group on to new files.
    isForOneUser = status.st_gid == getegid() && status.st_mode & (S_ISGID | 0o002) == 0
  }

  private func names(_ path: String) throws(GitError) -> [Substring] {
    let names = path.split(separator: "/")
    for name in names where name == "." || name == ".." || name.utf8.count > 255 {
      throw GitError(.invalid, "not a path in the hub", path: path)
    }
    return names
  }

  /// The sorted names of the subfolders of a folder, without hidden ones.
  public func folders(in path: String = "") throws(GitError) -> [String] {
    guard let folder = try root.folder(at: names(path)) else { return [] }
    var found: [String] = []
    for entry in try folder.entries() where !entry.name.hasPrefix(".") {
      if entry.kind == .symlink { throw folder.unexpected(entry.name, "folder") }
      if entry.kind == .folder { found.append(entry.name) }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The sorted names of the files in a folder, without hidden ones.
  public func files(in path: String) throws(GitError) -> [String] {
    guard let folder = try root.folder(at: names(path)) else { return [] }
    return try folder.entries().filter { $0.kind == .file && !$0.name.hasPrefix(".") }.map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The total size of all files in a folder, recursively.
  public func size(of path: String) throws(GitError) -> Int {
    try root.folder(at: names(path))?.contentSize() ?? 0
  }

  /// Opens the repository at exactly this path; nil if it doesn't exist.
  ///
  /// - Throws: `GitError` with `.hostile` for forbidden contents: symlinks, gitfiles,
  ///   `commondir`, alternates, and all but a few harmless settings.
  public func repository(_ path: String) throws(GitError) -> FolderRepository? {
    do throws(GitError) {
      guard let folder = try root.folder(at: names(path)) else { return nil }
      return try FolderRepository(folder, access)
    } catch {
      if error.code != .conflict { throw error }
      throw GitError(.hostile, "redirecting files aren't followed", path: error.path)
    }
  }

  /// Whether there is a folder at exactly this path, or one whose removal was interrupted.
  public func contains(_ path: String) throws(GitError) -> Bool {
    let names = try names(path)
    guard let name = names.last, let parent = try root.folder(at: names.dropLast()) else {
      return false
    }
    return parent.isFolder(String(name)) || parent.isFolder(Self.hidden(name))
  }

  /// Removes a folder with its contents. Symlinks are removed, not followed.
  ///
  /// The folder is renamed first, so that it disappears at once.
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
    try parent.synchronise()
  }

  /// The name of a folder while it is being removed.
  private static func hidden(_ name: Substring) -> String { ".gone-\(name)" }

  /// Creates a repository that appears at once with all its objects and references.
  ///
  /// - Throws: `GitError` with `.exists` if the path exists.
  public func create(_ path: String, _ template: RepositoryTemplate) throws(GitError) {
    let prepared = try prepare(path, template)
    let (parent, _) = try home(of: path)
    do throws(GitError) {
      try parent.folder(prepared.temporary)?.flushContents()
    } catch {
      parent.discard(prepared)
      throw error
    }
    try publish(prepared)
    try parent.synchronise()
  }

  /// Writes the files of a new repository, unflushed, to a folder with a temporary name.
  ///
  /// - Parameter path: its path; missing parent folders are created.
  /// - Throws: `GitError` with `.exists` if the path exists.
  public func prepare(
    _ path: String, _ template: RepositoryTemplate
  ) throws(GitError) -> PreparedRepository {
    let (parent, name) = try home(of: path)
    if parent.contains(name) {
      throw GitError(.exists, "already exists", path: parent.path(of: name))
    }
    let prepared = PreparedRepository(
      path: path,
      temporary: HubFolder.unfinished + String(UInt64.random(in: 0 ... .max), radix: 36))
    let folder = try parent.makeNewFolder(prepared.temporary, access)
    do throws(GitError) {
      try template.write(into: folder, access)
    } catch {
      parent.discard(prepared)
      throw error
    }
    return prepared
  }

  /// Gives a prepared repository its name.
  ///
  /// - Throws: `GitError` with `.exists` if the path exists.
  public func publish(_ prepared: PreparedRepository) throws(GitError) {
    let (parent, name) = try home(of: prepared.path)
    // This only replaces an empty folder: a repository that someone created meanwhile stays.
    if renameat(parent.descriptor, prepared.temporary, parent.descriptor, name) == 0 { return }
    let number = errno
    let isThere = number == ENOTEMPTY || number == EEXIST || number == ENOTDIR
    parent.discard(prepared)
    throw .system(
      "can't create the repository", path: parent.path(of: name), number: isThere ? EEXIST : number)
  }

  /// The existing parent folder and the name of a new folder.
  private func home(of path: String) throws(GitError) -> (parent: Folder, name: String) {
    let names = try names(path)
    guard let name = names.last.map(String.init) else {
      throw GitError(.invalid, "not a path in the hub", path: path)
    }
    var parent = root
    for above in names.dropLast() { parent = try parent.makeFolder(String(above), access) }
    return (parent, name)
  }

  /// The name prefix of unfinished repositories.
  private static let unfinished = ".new-"

  /// The unfinished repositories in a folder of the hub. Creating one only takes seconds.
  ///
  /// - Parameter age: their minimum age in seconds.
  public func abandoned(in path: String, age: Int = 3600) throws(GitError) -> [String] {
    guard let folder = try root.folder(at: names(path)) else { return [] }
    let latest = time(nil) - age
    return try folder.entries().map(\.name).filter { name in
      name.hasPrefix(HubFolder.unfinished)
        && folder.status(of: name).map { $0.st_mtim.tv_sec <= latest } ?? false
    }.sorted()
  }

  /// Removes the results of ``abandoned(in:age:)``, as far as permissions allow.
  public func removeAbandoned(in path: String, age: Int = 3600) throws(GitError) {
    guard let folder = try root.folder(at: names(path)) else { return }
    for name in try abandoned(in: path, age: age) { try folder.discard(name) }
  }

  /// Returns the bytes of a file of the hub, or nil if it doesn't exist.
  public func read(_ path: String, limit: Int) throws(GitError) -> [UInt8]? {
    let names = try names(path)
    guard let name = names.last, let folder = try root.folder(at: names.dropLast()) else {
      return nil
    }
    return try folder.read(String(name), limit: limit)
  }

  /// Removes a file of the hub, if it exists.
  public func removeFile(_ path: String) throws(GitError) {
    let names = try names(path)
    guard let name = names.last.map(String.init),
      let folder = try root.folder(at: names.dropLast()), folder.contains(name)
    else { return }
    if !folder.remove(name) { throw .system("can't remove the file", path: folder.path(of: name)) }
    try folder.synchronise()
  }

  /// Writes a file of the hub atomically; missing parent folders are created.
  public func write(_ bytes: [UInt8], to path: String) throws(GitError) {
    let names = try names(path)
    guard let name = names.last else {
      throw GitError(.invalid, "not a path in the hub", path: path)
    }
    var folder = root
    for above in names.dropLast() { folder = try folder.makeFolder(String(above), access) }
    try folder.write(String(name), bytes, access)
  }
}

/// A new repository of a hub whose files are complete, but which still has a temporary name.
public struct PreparedRepository: Sendable {
  let path: String
  let temporary: String
}

extension Folder {
  fileprivate func discard(_ prepared: PreparedRepository) {
    if let folder = try? folder(prepared.temporary) { folder.removeContents() }
    removeFolder(prepared.temporary)
  }

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

  /// Removes a subfolder with its contents, if it exists.
  fileprivate func discard(_ name: String) throws(GitError) {
    guard let folder = try folder(name) else { return }
    folder.removeContents()
    if !removeFolder(name) { throw .system("can't remove the folder", path: path(of: name)) }
  }
}
