import CGit2
import Foundation
import Testing

@testable import Git

@Suite struct IndexTests {
  let folder: Temporary

  init() throws { folder = try Temporary() }

  /// Returns a repository with a few folders, whose index with its cached trees was written by Git.
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

  @Test func hashesMatchGit() {
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
  func existingFilesAreOverwritten(version: String) throws {
    let repository = try repository([
      "a": "1", "b/c": "1", "b/d/e": "1", "b/d/f": "1",
      "long/\(String(repeating: "x", count: 200))": "1",
    ])
    try run("git", "update-index", "--index-version", version, in: folder("r"))
    try write("22", to: "b/d/e", repository)
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  b/d/e")
    try run("git", "fsck", "--strict", "--no-dangling", in: folder("r"))
    // Git creates correct trees, including those from the cache.
    let tree = try run("git", "write-tree", in: folder("r"))
    try run("git", "commit", "-qm", "next", in: folder("r"))
    try run("git", "read-tree", "--empty", in: folder("r"))
    try run("git", "add", "-A", in: folder("r"))
    #expect(try run("git", "write-tree", in: folder("r")) == tree)
  }

  @Test func racilyCleanFilesAreCheckedAgain() throws {
    let repository = try repository(["a": "1", "b": "1"])
    try run("git", "config", "core.trustctime", "false", in: folder("r"))
    // The file is checked in the second in which the index is written, or later. Then it changes
    // without changing its size.
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

  /// After any damage by a power failure, the index is rebuilt from HEAD and the files are kept.
  @Test(arguments: [0, 1, 31, 32, 100, 100_000])
  func aTruncatedIndexIsRebuilt(length: Int) throws {
    let repository = try repository(["a": "1", "b/c": "1"])
    try folder.write("22", to: "r/a")
    let whole = try index()
    let torn = length < whole.count ? whole.prefix(length) : whole.dropLast() + [~whole.last!]
    try Data(torn).write(to: URL(filePath: folder("r") + "/.git/index"))
    #expect(try repository.repairIndex())
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M a")
    #expect(try !repository.repairIndex())
  }

  @Test func sparseFilesAreNotRemoved() throws {
    let repository = try repository(["a": "1", "b/c": "1", "d": "1"])
    try run("git", "update-index", "--skip-worktree", "b/c", "d", in: folder("r"))
    try run("rm", "-r", "b", "d", in: folder("r"))
    #expect(try repository.changedPaths().isEmpty)
    #expect(try repository.skippedFiles() == ["b/c", "d"])
    #expect(try repository.skippedFiles(below: "b") == ["b/c"])
    try write("2", to: "a", repository)
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  a")
    try write("2", to: "b/c", repository)
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  a\nM  b/c")
    #expect(try repository.skippedFiles() == ["d"])
  }

  /// Names that aren't UTF-8 keep their bytes in the index, in trees and on disk.
  @Test func namesKeepTheirBytes() throws {
    let name = String(pathBytes: [0xDC, 0x62, 0x75, 0x6E, 0x67])
    #expect(name.pathBytes == [0xDC, 0x62, 0x75, 0x6E, 0x67])
    #expect(!PathText.isText(name) && PathText.isText("Übung"))
    for bytes: [UInt8] in [
      [0xF4, 0x8F, 0xBF, 0x9C], [0xC3], [0xC3, 0xDC, 0xFF, 0x80], [0xED, 0xA0, 0x80],
    ] {
      #expect(String(pathBytes: bytes).pathBytes == bytes)
    }
    let repository = try repository(["a": "1"])
    let path = "d/\(name)"
    try DurableFile.makeFolder(folder("r") + "/d")
    try DurableFile.write([0x31], to: folder("r") + "/" + path)
    #expect(try repository.changedPaths().map(\.path) == [path])
    try repository.stage([path: FileVersion(try repository.write(blob: [0x31]))])
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "A  \"d/\\334bung\"")
    try run("git", "commit", "-qm", "x", in: folder("r"))
    let tree = try repository.headCommit().tree
    #expect(try repository.files(in: tree).map(\.path) == ["a", path])
    #expect(try repository.entry(at: path, in: tree) != nil)
    try DurableFile.move(folder("r") + "/d", to: folder("r") + "/e")
    try repository.stage([:], moving: [("d", "e")])
    #expect(
      try run("git", "status", "--porcelain", in: folder("r"))
        == "R  \"d/\\334bung\" -> \"e/\\334bung\"")
  }

  @Test func noTemporaryFilesRemain() throws {
    let repository = try repository(["a": "1", "b": "1"])
    try write("22", to: "a", repository)
    try repository.set("teachkit.x", to: "1")
    #expect(try repository.setting("teachkit.x") == "1")
    #expect(try run("git", "status", "--porcelain", in: folder("r")) == "M  a")
    // The next cleanup removes the files of a killed process and keeps those of a running one.
    let dead = try run("sh", "-c", "echo $$", in: folder("r"))
    let locks = RefLocks(.standard, patience: 1)
    try locks.acquire("HEAD", in: Folder(folder("r") + "/.git"))
    try folder.write("", to: "r/.git/index.teachkit-\(dead)-7")
    try folder.write("", to: "r/.git/index.teachkit-\(getpid())-7")
    try folder.write("teachkit \(dead)\n", to: "r/.git/refs/heads/main.lock")
    try folder.write("", to: "r/.git/refs/heads/git.lock")
    // A power failure can leave one of our lock files empty.
    try folder.write("", to: "r/.git/packed-refs.lock")
    try run("chmod", "+t", ".git/packed-refs.lock", in: folder("r"))
    repository.layout.clearLeftovers()
    let found = try run("sh", "-c", "cd .git; ls -A *.lock *.teachkit* refs/heads", in: folder("r"))
    #expect(
      found.split(separator: "\n").map(String.init).sorted()
        == ["HEAD.lock", "git.lock", "index.teachkit-\(getpid())-7", "main", "refs/heads:"])
    withExtendedLifetime(locks) {}
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
