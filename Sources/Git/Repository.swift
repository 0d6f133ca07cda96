import CGit2
import Glibc

/// A repository of this user's: a school, a clone, or one of the stores beside them.
///
/// Not to be shared between threads: each task opens its own.
public final class Repository {
  public let layout: RepositoryLayout
  let handle: Handle
  /// Reads every object, through the backend for libgit2 too.
  let reader: FolderObjects
  let backend: CheckedBackend
  let objects: Folder
  let refs: RefStore
  let access: Access

  /// How many seconds to wait for another process's locks.
  public var patience: Double {
    get { refs.patience }
    set { refs.patience = newValue }
  }

  /// Whether the caller keeps everybody else from moving references here, as is so where a lock of
  /// the caller's own stands for the whole repository: then many move under one lock of Git's.
  public var isAlone: Bool {
    get { refs.isAlone }
    set { refs.isAlone = newValue }
  }

  /// The nearest repository at or above a folder, found without opening it.
  ///
  /// - Returns: nil where there is none up to the root of the file system.
  public static func root(above folder: String) -> RepositoryLayout? {
    guard let absolute = realpath(folder, nil) else { return nil }
    defer { free(absolute) }
    var here = String(cString: absolute)
    while true {
      if let found = RepositoryLayout(at: here) { return found }
      if here == "/" { return nil }
      here = splitPath(here).folder
    }
  }

  /// Opens the repository at exactly this path: a work tree, or a bare repository.
  ///
  /// - Throws: `GitError` with `.notFound`, `.notOwner` for another user's, `.unsupportedFormat`.
  public convenience init(_ path: String) throws(GitError) {
    guard let layout = RepositoryLayout(at: path) else {
      throw GitError(.notFound, "no Git repository", path: path)
    }
    try self.init(layout)
  }

  /// Opens a repository that was found.
  public init(_ layout: RepositoryLayout) throws(GitError) {
    let path = layout.workTree ?? layout.gitFolder
    self.layout = layout
    try layout.checkOwner()
    let config = try DurableFile.read(layout.commonFolder + "/config", limit: 1 << 20) ?? []
    try ConfigFile(config, path: layout.commonFolder + "/config").checkFormat()
    let opened = try Handle(path, free: git_repository_free) {
      git_repository_open_ext(&$0, path, UInt32(GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue), nil)
    }
    let common = try Folder(layout.commonFolder)
    guard let objects = try common.folder("objects") else {
      throw GitError(.notFound, "no objects", path: layout.commonFolder)
    }
    self.objects = objects
    reader = try FolderObjects(borrowing: objects)
    backend = CheckedBackend(reader)
    try backend.install(in: opened)
    handle = opened
    access = .standard
    refs = RefStore(common, access)
  }

  /// Makes an empty repository with nothing in it that isn't needed, and opens it.
  ///
  /// - Parameters:
  ///   - bare: without a work tree, `path` being the repository itself.
  ///   - branch: the name of its branch, without `refs/heads/`.
  /// - Throws: `GitError` with `.exists` where there is one already.
  public static func create(
    _ path: String, bare: Bool = false, branch: String = "main",
    durability: Durability = .immediate
  ) throws(GitError) -> Repository {
    let folder = bare ? path : path + "/.git"
    if RepositoryLayout(at: path) != nil {
      throw GitError(.exists, "there is a repository already", path: path)
    }
    try DurableFile.makeFolder(folder)
    try Skeleton(branch: branch, bare: bare).write(
      into: try Folder(folder), .standard, durability)
    return try Repository(path)
  }

  // MARK: State

  /// Where HEAD is.
  public func head() throws(GitError) -> Head { try layout.head() }

  /// The commit that HEAD is at.
  /// - Throws: `GitError` with `.unborn` on a branch without commits.
  public func headCommit() throws(GitError) -> Commit {
    let head = try head()
    guard let id = head.commit else {
      throw GitError(.unborn, "no commit yet on \(head.branch ?? "HEAD")", path: layout.workTree)
    }
    return try commit(id)
  }

  /// What of Git's own is under way, such as a merge.
  public var operation: Operation? { layout.operation }

  /// - Throws: `GitError` with `.busyOperation` while one of Git's operations is under way.
  public func checkNoOperation() throws(GitError) {
    if let operation { throw GitError(.busyOperation, "\(operation)", path: layout.workTree) }
  }
}

/// The files that make an empty repository.
struct Skeleton {
  let branch: String
  let bare: Bool

  /// Writes them into an empty folder; `HEAD` last, which makes it a repository.
  func write(
    into folder: Folder, _ access: Access, _ durability: Durability
  ) throws(GitError) {
    let head = "refs/heads/" + branch
    try Reference.checkName(head)
    let objects = try folder.makeFolder("objects", access)
    _ = try objects.makeFolder("pack", access)
    let refs = try folder.makeFolder("refs", access)
    _ = try refs.makeFolder("heads", access)
    let config = Self.config(bare: bare, isShared: access.isShared)
    try folder.write("config", config, access, durability == .immediate ? .ordered : durability)
    try folder.write("HEAD", Array("ref: \(head)\n".utf8), access, durability)
  }

  /// The settings of a new repository.
  static func config(bare: Bool, isShared: Bool) -> [UInt8] {
    var config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = \(bare)\n"
    if !bare { config += "\tlogallrefupdates = true\n" }
    if isShared { config += "\tsharedrepository = group\n" }
    return Array(config.utf8)
  }
}
