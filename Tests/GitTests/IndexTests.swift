import CGit2
import Foundation
import Testing

@testable import Git

@Suite struct IndexTests {
  let folder: Temporary

  init() throws { folder = try Temporary() }

  /// A repository with a few folders, whose index Git has written with its trees.
  private func repository(_ files: [String: String]) throws -> Repository {
    let repository = try Repository.create(folder("r"))
    for (path, text) in files { try folder.write(text, to: "r/\(path)") }
    try run("git", "add", "-A", in: folder("r"))
    try run("git", "commit", "-qm", "all", in: folder("r"))
    return repository
  }

  private func index() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder("r") + "/.git/index")))
  }

  private func write(_ text: String, to path: String, _ repository: Repository) throws {
    try folder.write(text, to: "r/\(path)")
    try repository.stage([path: FileVersion(try repository.write(blob: Array(text.utf8)))])
  }

  @Test func hashesAsOthersDo() {
    func hex(_ text: String) -> String {
      Checksum.of(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    let long = String(repeating: "a", count: 1_000_000)
    #expect(hex(long) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    for count in [55, 56, 63, 64, 65, 119, 120, 128] {
      let bytes = [UInt8](repeating: 7, count: count)
      #expect(Checksum.of(bytes).count == 20)
    }
  }

  @Test(arguments: ["2", "3", "4"])
  func overwritesWhatIsThere(version: String) throws {
    let repository = try repository([
      "a": "1", "b/c": "1", "b/d/e": "1", "b/d/f": "1",
      "long/\(String(repeating: "x", count: 200))": "1",
    ])
    try run("git", "update-index", "--index-version", version, in: folder("r"))
    try write("22", to: "b/d/e", repository)
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  b/d/e")
    try run("git", "fsck", "--strict", "--no-dangling", in: folder("r"))
    // The trees that Git makes are right, also those that were known before.
    let tree = try run("git", "write-tree", in: folder("r"))
    try run("git", "commit", "-qm", "next", in: folder("r"))
    try run("git", "read-tree", "--empty", in: folder("r"))
    try run("git", "add", "-A", in: folder("r"))
    #expect(try run("git", "write-tree", in: folder("r")) == tree)
  }

  @Test func keepsTheTreesOfOtherFolders() throws {
    let repository = try repository(["a": "1", "b/c": "1", "d/e/f": "1"])
    let before = try index()
    try write("2", to: "b/c", repository)
    let after = try index()
    #expect(after.count == before.count - 38)
    #expect(IndexFile(after, changing: [], written: .max)?.bytes.count == after.count)
  }

  @Test func looksAgainAtWhatMayHaveChanged() throws {
    let repository = try repository(["a": "1", "b": "1"])
    try run("git", "config", "core.trustctime", "false", in: folder("r"))
    // Looked at in the second in which the index is written, or later; changed after that, and as
    // long as before.
    func touch(_ name: String) throws {
      try run("touch", "-d", "2100-01-01", name, in: folder("r"))
    }
    try touch("a")
    try run("git", "update-index", "--refresh", in: folder("r"))
    try folder.write("2", to: "r/a")
    try touch("a")
    try write("3", to: "b", repository)
    try run("touch", "-d", "2101-01-01", ".git/index", in: folder("r"))
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M a\nM  b")
  }

  @Test func understandsNothingElse() throws {
    _ = try repository(["a": "1", "b/c": "1"])
    let whole = try index()
    for length in 0..<whole.count {
      _ = IndexFile(Array(whole[..<length]), changing: [], written: 0)
    }
    for place in whole.indices {
      var torn = whole
      torn[place] ^= 0xFF
      var index = IndexFile(torn, changing: ["b/c"], written: 0)
      _ = index?.write(["b/c": .init()])
    }
    #expect(IndexFile(whole, changing: ["a", "b/c"], written: 0) != nil)
    #expect(IndexFile(whole, changing: ["c"], written: 0) == nil)
    #expect(IndexFile(whole, changing: ["b"], written: 0) == nil)
    try run("git", "update-index", "--split-index", in: folder("r"))
    #expect(IndexFile(try index(), changing: ["a"], written: 0) == nil)
  }

  /// What is made ready with the lock is used for the same files, and goes where it isn't used.
  @Test(arguments: [["b"], ["a", "b"], ["a"], ["a", "b", "c"], ["a", "new"], []])
  func isMadeReady(for paths: [String]) throws {
    let repository = try repository(["a": "1", "b": "1", "c": "1"])
    let texts = ["a": "22", "b": "33"]
    do {
      let lock = try repository.lockIndex(changing: Set(paths))
      var versions: [String: FileVersion?] = [:]
      for (path, text) in texts {
        try folder.write(text, to: "r/\(path)")
        versions[path] = FileVersion(try repository.write(blob: Array(text.utf8)))
      }
      try repository.stage(versions, holding: lock)
    }
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  a\nM  b")
    #expect(try run("git", "diff-files", in: folder("r")) == "")
    try run("git", "fsck", "--strict", "--no-dangling", in: folder("r"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder("r") + "/.git")
    #expect(!left.contains { $0.hasPrefix(".tmp") || $0.hasSuffix(".lock") })
  }

  @Test func resolvesConflicts() throws {
    let repository = try repository(["a": "1"])
    try run("git", "switch", "-qc", "other", in: folder("r"))
    try folder.write("2", to: "r/a")
    try run("git", "commit", "-qam", "two", in: folder("r"))
    try run("git", "switch", "-q", "main", in: folder("r"))
    try folder.write("3", to: "r/a")
    try run("git", "commit", "-qam", "three", in: folder("r"))
    try run("git", "merge", "-q", "other", in: folder("r"), status: 1)
    #expect(try repository.changedPaths().first?.staged == .conflicted)
    try write("4", to: "a", repository)
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  a")
  }
}
