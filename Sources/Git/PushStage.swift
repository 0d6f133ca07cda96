import Glibc

/// A folder that `git` takes for a repository with the references to push and no others, under the
/// names that they are to have there.
///
/// `git` compares each reference that is named on its command line with every other; one pattern
/// for all of them costs nothing.
struct PushStage {
  /// With so many references it is worth its making.
  static let fewest = 16

  private let path: String
  private let objects: String
  /// What to say on the command line.
  let specs: [String]

  init(_ updates: some Sequence<RefUpdate>, from repository: Repository) throws(GitError) {
    let parent = GitProgram.environment()["TMPDIR"] ?? "/tmp"
    var name = Array("\(parent)/teachkit-push-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .system("can't make a folder", path: parent) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    objects = repository.layout.commonFolder + "/objects"
    let moving = updates.compactMap { update in update.new.map { (update.name, $0) } }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    specs = ["refs/*:refs/*"] + updates.filter { $0.new == nil }.map { ":\($0.name)" }
    do throws(GitError) {
      try DurableFile.makeFolder(path + "/refs")
      let lines = moving.map { "\($0.1) \($0.0)\n" }.joined()
      try DurableFile.write(
        Array(lines.utf8), to: path + "/packed-refs", durability: .deferred)
      try DurableFile.write(
        Array("ref: refs/heads/none\n".utf8), to: path + "/HEAD", durability: .deferred)
    } catch {
      remove()
      throw error
    }
  }

  /// What `git` has to be told besides.
  var environment: [String: String] { ["GIT_DIR": path, "GIT_OBJECT_DIRECTORY": objects] }

  func remove() { try? DurableFile.removeFolder(path) }
}
