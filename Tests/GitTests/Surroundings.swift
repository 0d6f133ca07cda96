import Foundation
import Testing

@testable import Git

/// A temporary folder that is removed with its owner.
final class Temporary {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("teachkit-git-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let full = self(name)
    try FileManager.default.createDirectory(
      atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: full, atomically: false, encoding: .utf8)
    return full
  }
}

/// Returns the output of a command; a failed command fails the test.
@discardableResult
func run(_ words: String..., in folder: String, status: Int32 = 0) throws -> String {
  let environment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder,
    "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
  ]
  let result = try Subprocess(
    words[0], Array(words.dropFirst()), environment: environment, folder: folder
  ).run()
  let text = result.outputText + result.errorText
  #expect(result.status == .exited(status), "\(words): \(text)")
  return text.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// A background program that ends with its owner.
final class Background {
  let process: Int32

  init(_ words: String...) throws {
    let script = "\"$@\" </dev/null >/dev/null 2>&1 & echo $!"
    let started = try Subprocess("sh", ["-c", script, "sh"] + words).run()
    process = try #require(
      Int32(started.outputText.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  func end() { kill(process, SIGKILL) }

  deinit { end() }
}

let ada = Signature(
  name: "Ada", email: "ada@example.org", seconds: 1_800_000_000, offsetMinutes: 60)

extension ObjectBatch {
  /// Adds a commit of these files.
  @discardableResult
  func commit(
    _ files: [String: String], parents: [ObjectID] = [], message: String = "test\n"
  ) throws -> ObjectID {
    let changes = files.mapValues { TreeChange.write(Array($0.utf8)) }
    let tree = try tree(updating: nil, in: self, with: changes)
    return try add(
      commit: CommitContent(tree: tree, parents: parents, author: ada, message: message))
  }
}

/// Returns the code of the error that `body` throws, or nil.
func code(_ body: () throws -> Void) -> GitError.Code? {
  do {
    try body()
  } catch {
    return (error as? GitError)?.code
  }
  return nil
}
