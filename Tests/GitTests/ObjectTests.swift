import Foundation
import Testing

@testable import Git

struct ObjectTests {
  @Test func objectIDsRoundTrip() throws {
    let hex = "c1b0730e0133447badcfd47fd144e254807b06e1"
    let id = try #require(ObjectID(hex))
    #expect(id.description == hex)
    #expect(ObjectID(bytes: id.bytes) == id)
    #expect(id.bytes.first == 0xc1 && id.bytes.last == 0xe1)
    #expect(ObjectID(id.oid) == id)
    #expect(id.short == "c1b0730e")
    #expect(ObjectID(String(hex.dropLast())) == nil)
    #expect(ObjectID(hex.dropLast() + "g") == nil)
    #expect(try ObjectID.hash(blob: Array("x".utf8)) == id)
    #expect(try ObjectID.hash(blob: []) == ObjectID("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"))
    #expect(try ObjectID.hash(tree: []) == ObjectID("4b825dc642cb6eb9a060e54bf8d69288fbee4904"))
    let other = try #require(ObjectID("c1b0730e0133447badcfd47fd144e254807b06e2"))
    #expect(id < other && !(other < id))
  }

  @Test(arguments: [3, 300]) func gitReadsOurObjects(count: Int) throws {
    let folder = try Temporary()
    let repository = try Repository.create(folder("r"))
    let batch = ObjectBatch()
    var files: [String: String] = ["a.b/x": "1", "a/x": "2", "a0": "3"]
    for number in 0..<count {
      files["d\(number % 7)/f\(number)"] = String(repeating: "line \(number)\n", count: number)
    }
    let commit = try batch.commit(files)
    #expect(try repository.read(commit) == nil)
    try batch.write(to: repository)
    try repository.update("refs/heads/main", to: commit, from: nil)
    #expect(try run("git", "fsck", "--strict", "--full", in: folder("r")) == "")
    #expect(
      try run("git", "ls-tree", "-r", "--name-only", "main", in: folder("r"))
        .split(separator: "\n").sorted() == files.keys.map { Substring($0) }.sorted())
    for id in batch.ids { #expect(try repository.read(id) == batch.read(id, limit: .max)) }
    let packs = try FileManager.default.contentsOfDirectory(
      atPath: folder("r/.git/objects/pack"))
    #expect(packs.count == (count > 100 ? 2 : 0))
    for pack in packs where pack.hasSuffix(".idx") {
      try run("git", "verify-pack", ".git/objects/pack/\(pack)", in: folder("r"))
    }
    // No object is written twice.
    try batch.write(to: repository)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder("r/.git/objects/pack")).count
        == packs.count)
  }

  /// Readers that open the repository while Git replaces its packs and loose objects.
  @Test func objectsAreFoundDuringARepack() throws {
    let folder = try Temporary()
    try run("git", "init", "--quiet", "--bare", "r", in: folder.path)
    let batch = ObjectBatch()
    let commit = try batch.commit(["a": "1"])
    try batch.write(to: Repository(folder("r")))
    try run("git", "update-ref", "refs/heads/main", commit.description, in: folder("r"))
    // Each turn adds an object, so that the pack gets another name.
    let packer = try Background(
      "sh", "-c",
      """
      cd "$0"; export GIT_COMMITTER_NAME=A GIT_AUTHOR_NAME=A EMAIL=a@x; n=0
      while n=$((n + 1)); do
        git update-ref refs/heads/last $(git commit-tree -p main -m $n main^{tree})
        git repack -a -d -q
      done
      """, folder("r"))
    defer { packer.end() }
    let repository = try FolderRepository(Folder(folder("r")), .standard)
    for _ in 0..<4000 {
      let last = try repository.reference("refs/heads/last") ?? commit
      let objects = try FolderObjects(Folder(folder("r/objects")))
      #expect(try objects.read(commit, limit: .max) != nil)
      #expect(try objects.read(last, limit: .max) != nil)
    }
  }

  @Test func largeObjectsSurvive() throws {
    let folder = try Temporary()
    let repository = try Repository.create(folder("r"), bare: true)
    let batch = ObjectBatch()
    var state: UInt64 = 1
    let noise = (0..<3_000_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let id = try batch.add(blob: noise)
    for number in 0..<40 { try batch.add(blob: Array("\(number)".utf8)) }
    try batch.write(to: repository)
    #expect(try repository.blob(id) == noise)
    #expect(try run("git", "cat-file", "-s", "\(id)", in: folder("r")) == "3000000")
    #expect(code { _ = try repository.read(id, limit: 100) } == .limit)
  }

  @Test func readsCommitsWrittenByGit() throws {
    let folder = try Temporary()
    try run("git", "init", "-q", "-b", "main", ".", in: folder.path)
    try run(
      "git", "commit", "-q", "--allow-empty", "-m", "One: two", "-m",
      "Teachkit-Source: abc\nKey-B: x: y", in: folder.path)
    let repository = try Repository(folder.path)
    let id = try #require(try repository.head().commit)
    let commit = try repository.commit(id)
    #expect(commit.subject == "One: two")
    #expect(commit.trailer("teachkit-source") == "abc")
    #expect(commit.trailer("Key-B") == "x: y")
    #expect(commit.author.name == "Ada" && commit.author.email == "ada@example.org")
    #expect(try ObjectID.hash(commit: commit.content) == id)
  }

  @Test func namesInSignaturesCannotInjectLines() {
    let wild = Signature(
      name: " A<b>\nauthor x ", email: "a\n>b", seconds: -5, offsetMinutes: -90)
    #expect(wild.text == "Abauthor x <ab> -5 -0130")
    #expect(Signature(Array(wild.text.utf8)[...]) == wild)
  }
}
