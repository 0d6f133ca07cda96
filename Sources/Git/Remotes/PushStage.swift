import Glibc
import Text

/// A temporary repository that only contains the references to push, with their remote names.
///
/// `git` compares each reference on its command line with every other one; a single pattern avoids
/// this.
struct PushStage {
  /// The number of references from which a stage is worthwhile.
  static let fewest = 16

  private let path: String
  private let objects: String
  /// The refspecs for the command line.
  let specs: [String]

  init(_ updates: some Sequence<RefUpdate>, from repository: Repository) throws(GitError) {
    let parent = GitProgram.environment()["TMPDIR"] ?? "/tmp"
    var name = Array("\(parent)/teachkit-push-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .system("can't create a folder", path: parent) }
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

  /// Additional environment for `git`.
  var environment: [String: String] { ["GIT_DIR": path, "GIT_OBJECT_DIRECTORY": objects] }

  func remove() { try? DurableFile.removeFolder(path) }
}
