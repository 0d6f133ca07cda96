import Glibc

/// A separate ref namespace for fetched references: for Git it is a linked work tree of the
/// repository, with its own references.
///
/// It is in memory if the system has such a folder: on disk, thousands of small files would take
/// longer than the rest of a fetch.
struct FetchStage {
  /// The prefix of a work tree's own references.
  private static let prefix = "refs/worktree/"

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

  /// The local name of a remote reference or pattern.
  static func name(of reference: String) -> String { prefix + reference }

  /// The environment for `git`.
  var environment: [String: String] {
    ["GIT_DIR": folder.path, "GIT_COMMON_DIR": repository.commonFolder]
  }

  /// The fetched references with their remote names, sorted.
  func references() throws(GitError) -> [Reference] {
    try RefStore(Folder(folder.path), .standard).list(under: String(Self.prefix.dropLast())).map {
      Reference(String($0.name.dropFirst(Self.prefix.count)), $0.id)
    }
  }

  func remove() { folder.remove() }
}
