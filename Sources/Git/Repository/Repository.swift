import CGit2
import Glibc
import Text

/// A repository of the current user: a school, a clone, or one of their stores.
///
/// It must not be shared between threads: each task opens its own.
public final class Repository {
  public let layout: RepositoryLayout
  let handle: Handle
  /// Reads every object, through the backend for libgit2 too.
  let reader: FolderObjects
  let backend: CheckedBackend
  let objects: Folder
  let refs: RefStore
  let access: Access

  /// How long to wait for other processes' locks, in seconds.
  public var patience: Double {
    get { refs.patience }
    set { refs.patience = newValue }
  }

  /// Whether the caller holds a lock that excludes all other writers of references, so that many
  /// references can be updated under one lock.
  public var holdsRepositoryLock: Bool {
    get { refs.holdsRepositoryLock }
    set { refs.holdsRepositoryLock = newValue }
  }

  /// The nearest repository at or above a folder, found without opening it.
  ///
  /// - Returns: nil if there is none.
  public static func root(above folder: String) -> RepositoryLayout? {
    guard var folder = realPath(folder) else { return nil }
    while true {
      if let found = RepositoryLayout(at: folder) { return found }
      if folder == "/" { return nil }
      folder = splitPath(folder).folder
    }
  }

  /// Opens the repository at exactly this path: a work tree, or a bare repository.
  ///
  /// - Throws: `GitError` with `.notFound`, `.notOwner` for another user's, `.unsupportedFormat`.
  public convenience init(_ path: String) throws(GitError) {
    guard let layout = RepositoryLayout(at: path) else {
      throw GitError(.notFound, "not a Git repository", path: path)
    }
    try self.init(layout)
  }

  /// Opens a located repository.
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
      throw GitError(.notFound, "the repository has no objects folder", path: layout.commonFolder)
    }
    self.objects = objects
    reader = try FolderObjects(borrowing: objects)
    backend = CheckedBackend(reader)
    try backend.install(in: opened)
    handle = opened
    access = .standard
    refs = RefStore(common, access)
  }

  /// Creates a minimal empty repository and opens it.
  ///
  /// - Parameters:
  ///   - bare: whether `path` is the repository itself, without a work tree.
  ///   - branch: the name of its branch, without `refs/heads/`.
  /// - Throws: `GitError` with `.exists` if there is a repository.
  public static func create(
    _ path: String, bare: Bool = false, branch: String = "main",
    durability: Durability = .immediate
  ) throws(GitError) -> Repository {
    let folder = bare ? path : path + "/.git"
    if RepositoryLayout(at: path) != nil {
      throw GitError(.exists, "a repository already exists here", path: path)
    }
    try DurableFile.makeFolder(folder)
    try Skeleton(branch: branch, bare: bare).write(
      into: try Folder(folder), .standard, durability)
    return try Repository(path)
  }

  // MARK: State

  /// Where HEAD is.
  public func head() throws(GitError) -> Head { try layout.head() }

  /// The commit of HEAD.
  /// - Throws: `GitError` with `.unborn` on a branch without commits.
  public func headCommit() throws(GitError) -> Commit {
    let head = try head()
    guard let id = head.commit else {
      throw GitError(.unborn, "no commit yet on \(head.branch ?? "HEAD")", path: layout.workTree)
    }
    return try commit(id)
  }

  /// The Git operation in progress, such as a merge.
  public var operation: Operation? { layout.operation }

  /// - Throws: `GitError` with `.busyOperation` during a Git operation.
  public func checkNoOperation() throws(GitError) {
    if let operation {
      throw GitError(
        .busyOperation, "a \(String(describing: operation)) is in progress", path: layout.workTree)
    }
  }
}

/// The files of an empty repository.
struct Skeleton {
  let branch: String
  let bare: Bool

  /// Writes them to an empty folder; `HEAD` comes last and makes it a repository.
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
