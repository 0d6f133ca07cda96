import Glibc
import Text

/// The state of HEAD.
public enum Head: Hashable, Sendable {
  /// On a branch without commits: the branch's full name.
  case unborn(String)
  /// On a branch: its full name, and the commit.
  case branch(String, ObjectID)
  case detached(ObjectID)

  /// The commit; nil on a branch without commits.
  public var commit: ObjectID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The full name of the branch; nil if HEAD is detached.
  public var branch: String? {
    switch self {
    case .unborn(let name), .branch(let name, _): name
    case .detached: nil
    }
  }
}

/// A Git operation in progress.
public enum Operation: Hashable, Sendable {
  case merge, rebase, cherryPick, revert, bisect, mailbox
}

/// The locations of a repository's parts, found without libgit2, at no cost.
public struct RepositoryLayout: Hashable, Sendable {
  /// The folder with the files; nil for a bare repository.
  public let workTree: String?
  /// The folder with this work tree's own files: `HEAD`, `index`.
  public let gitFolder: String
  /// The folder shared by all work trees: objects, references, `config`.
  public let commonFolder: String

  /// The repository whose work tree is `folder`, or the bare repository at `folder`.
  ///
  /// - Returns: nil if `folder` is neither.
  public init?(at folder: String) {
    let inside = folder.hasSuffix("/") ? folder + ".git" : folder + "/.git"
    if Self.isGitFolder(inside) {
      self.init(workTree: folder, gitFolder: inside)
    } else if let target = Self.link(inside, folder), Self.isGitFolder(target) {
      self.init(workTree: folder, gitFolder: target)
    } else if Self.isGitFolder(folder) {
      self.init(workTree: nil, gitFolder: folder)
    } else {
      return nil
    }
  }

  private init(workTree: String?, gitFolder: String) {
    self.workTree = workTree
    self.gitFolder = gitFolder
    commonFolder = Self.commonFolder(gitFolder) ?? gitFolder
  }

  /// Checks that the repository belongs to this user, or is listed in Git's `safe.directory`.
  ///
  /// `*` doesn't count: it was meant for other repositories, and hooks and settings of another user
  /// could run programs.
  /// - Throws: `GitError` with `.notOwner`.
  public func checkOwner() throws(GitError) {
    let user = geteuid()
    let isOwned = [workTree, gitFolder].compactMap { $0 }.allSatisfy { isOwner(user, of: $0) }
    if isOwned { return }
    // As in Git, a user who becomes root with `sudo` can still access their own repositories.
    if user == 0, let name = getenv("SUDO_UID"), let caller = uid_t(String(cString: name)),
      [workTree, gitFolder].compactMap({ $0 }).allSatisfy({ isOwner(caller, of: $0) })
    {
      return
    }
    let path = workTree ?? gitFolder
    guard try Repository.userSettings("safe.directory").names(path) else {
      throw GitError(.notOwner, "owned by another user", path: path)
    }
  }

  private func isOwner(_ user: uid_t, of path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && (found.st_uid == user || found.st_uid == geteuid())
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func isGitFolder(_ path: String) -> Bool {
    guard exists(path + "/HEAD") else { return false }
    let common = commonFolder(path) ?? path
    return exists(common + "/objects") && exists(common + "/refs")
  }

  /// The folder that a `.git` file refers to, as in a linked work tree.
  private static func link(_ file: String, _ folder: String) -> String? {
    guard let text = text(file), text.hasPrefix("gitdir:") else { return nil }
    return resolve(trim(text.dropFirst(7)), in: folder)
  }

  private static func commonFolder(_ gitFolder: String) -> String? {
    text(gitFolder + "/commondir").map { resolve(trim($0[...]), in: gitFolder) }
  }

  private static func text(_ file: String) -> String? {
    guard let bytes = try? DurableFile.read(file, limit: 1 << 16) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func trim(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.prefix { !$0.isNewline })
  }

  private static func resolve(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  // MARK: State

  /// A setting without a subsection from the repository's own `config`; nil if it is missing or the
  /// file is unreadable.
  public func setting(_ key: String) -> String? {
    let path = commonFolder + "/config"
    guard let bytes = try? DurableFile.read(path, limit: 1 << 20) else { return nil }
    return (try? ConfigFile(bytes, path: path))?[key.lowercased()]
  }

  /// Reads HEAD and resolves it to its commit.
  public func head() throws(GitError) -> Head {
    let folder = try Folder(gitFolder)
    guard let bytes = try folder.read("HEAD", limit: 4096) else {
      throw GitError(.notFound, "no HEAD", path: gitFolder)
    }
    switch try RefStore.parse(bytes, folder.path(of: "HEAD")) {
    case .id(let id): return .detached(id)
    case .symbolic(let name):
      let refs = RefStore(try Folder(commonFolder), .standard)
      return try refs.read(name).map { .branch(name, $0) } ?? .unborn(name)
    }
  }

  /// The Git operation in progress, if any.
  public var operation: Operation? {
    let marks: [(String, Operation)] = [
      ("rebase-merge", .rebase), ("rebase-apply/applying", .mailbox), ("rebase-apply", .rebase),
      ("MERGE_HEAD", .merge), ("CHERRY_PICK_HEAD", .cherryPick), ("REVERT_HEAD", .revert),
      ("BISECT_LOG", .bisect),
    ]
    return marks.first { Self.exists("\(gitFolder)/\($0.0)") }?.1
  }

  /// The commit being merged into HEAD; nil if there isn't exactly one.
  public func mergedCommit() throws(GitError) -> ObjectID? {
    guard let bytes = try DurableFile.read(gitFolder + "/MERGE_HEAD") else { return nil }
    let heads = bytes.split(separator: 10)
    return heads.count == 1 ? ObjectID(hex: heads[0]) : nil
  }

  /// The commits at which a shallow clone's history ends.
  public func shallowCommits() throws(GitError) -> Set<ObjectID> {
    guard let bytes = try DurableFile.read(commonFolder + "/shallow") else { return [] }
    return Set(bytes.split(separator: 10).compactMap { ObjectID(hex: $0) })
  }
}

extension [String] {
  /// Whether one of these values of `safe.directory` is a folder's own path; an empty value clears
  /// the previous ones.
  fileprivate func names(_ folder: String) -> Bool {
    guard let path = realPath(folder) else { return false }
    let values = split(separator: "").last ?? []
    return last != "" && values.contains { $0 == path || $0 == path + "/" || $0 == folder }
  }
}
