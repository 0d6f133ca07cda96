import Glibc

/// Where `git` keeps the references that it fetches: for Git it is a work tree of the repository, with
/// references of its own beside those of all work trees.
///
/// It lies in memory where the system has such a folder: thousands of small files take a disk longer
/// than everything else of a fetch.
struct FetchStage {
  /// What the names of a work tree's own references begin with.
  private static let own = "refs/worktree/"

  private let folder: TemporaryFolder
  private let repository: RepositoryLayout

  init(_ repository: Repository) throws(GitError) {
    self.repository = repository.layout
    let memory = "/dev/shm"
    let parent =
      access(memory, W_OK | X_OK) == 0
      ? memory : GitProgram.environment()["TMPDIR"] ?? "/tmp"
    folder = TemporaryFolder("teachkit-fetch", in: parent)
    try folder.makePrivate()
    do throws(GitError) {
      try DurableFile.write(
        Array("ref: refs/heads/none\n".utf8), to: folder.path + "/HEAD", durability: .deferred)
    } catch {
      remove()
      throw error
    }
  }

  /// What a reference of the other side is called here, or what takes the place of a pattern.
  static func name(of reference: String) -> String { own + reference }

  /// What `git` has to be told.
  var environment: [String: String] {
    ["GIT_DIR": folder.path, "GIT_COMMON_DIR": repository.commonFolder]
  }

  /// What was fetched, under the names that it has on the other side, sorted.
  func references() throws(GitError) -> [Reference] {
    try RefStore(Folder(folder.path), .standard).list(under: String(Self.own.dropLast())).map {
      Reference(String($0.name.dropFirst(Self.own.count)), $0.id)
    }
  }

  func remove() { folder.remove() }
}
