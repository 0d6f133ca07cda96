import Foundation
import Git
import Model
import Testing

@testable import Storage

/// The results of opening a school: completed, repaired, dropped or unchanged.
@Suite struct RecoveryTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  private func create(_ path: String, _ text: String = "title: A\n") throws -> Committed? {
    try school.store().change("create", path, by: school.committer) {
      try $0.write(path, Array(text.utf8))
    }
  }

  private func head() throws -> String {
    try school.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
  }

  /// Resets the branch to the commit before a change, and keeps the journal of that change.
  private func interrupt(
    _ change: Committed, _ files: [Journal.File], at gitFolder: String = ".git"
  ) throws {
    let old = try school.git("rev-parse", "\(change.commit)^").trimmingCharacters(in: .newlines)
    try school.git("reset", "-q", "--hard", old)
    let journal = Journal(
      branch: "refs/heads/main", old: ObjectID(old), new: change.commit, files: files)
    try school.write("\(gitFolder)/\(Journal.path)", String(decoding: journal.bytes, as: UTF8.self))
  }

  private func open() throws -> (store: SchoolStore, notices: [RecoveryNotice]) {
    var notices: [RecoveryNotice] = []
    let store = try SchoolStore(root: school.root) { notices.append($0) }
    return (store, notices)
  }

  @Test func anErrorWhileFinishingDoesNotBlockReading() throws {
    let change = try #require(try create("a/b.yaml"))
    let blob = try #require(change.versions["a/b.yaml"] ?? nil)
    try interrupt(change, [.init(path: "a/b.yaml", before: nil, after: blob)])
    // A file is where the folder should be.
    try school.write("a", "in the way")
    let (store, notices) = try open()
    guard case .unfinished(let error)? = notices.first, error is UnfinishedChange else {
      Issue.record("\(notices)")
      return
    }
    #expect(try store.files.school().uid == "test")
    #expect(throws: UnfinishedChange.self) { try create("c.yaml") }
    #expect(try store.dropUnfinishedChange())
    #expect(try !store.dropUnfinishedChange())
    #expect(try create("c.yaml") != nil)
    #expect(school.read("a") == "in the way")
  }

  @Test func aChangeIsFinishedOnceItsObstacleIsGone() throws {
    let change = try #require(try create("a/b.yaml"))
    let blob = try #require(change.versions["a/b.yaml"] ?? nil)
    try interrupt(change, [.init(path: "a/b.yaml", before: nil, after: blob)])
    try school.write("a", "in the way")
    #expect(try open().notices.count == 1)
    try FileManager.default.removeItem(atPath: school.root + "/a")
    #expect(try open().notices.isEmpty)
    #expect(try head() == "\(change.commit)")
    #expect(try school.git("status", "--porcelain") == "")
  }

  @Test func aJournalBelongsToItsWorkTree() throws {
    let change = try #require(try create("a.yaml"))
    let blob = try #require(change.versions["a.yaml"] ?? nil)
    let other = school.root + "-other"
    defer { try? FileManager.default.removeItem(atPath: other) }
    try interrupt(change, [.init(path: "a.yaml", before: nil, after: blob)])
    try school.git("worktree", "add", "-q", "-b", "other", other)
    // Another work tree of the repository doesn't touch it.
    _ = try SchoolStore(root: other)
    #expect(!FileManager.default.fileExists(atPath: other + "/a.yaml"))
    #expect(school.read(".git/" + Journal.path) != nil)
    _ = try open()
    #expect(school.read("a.yaml") == "title: A\n")
    #expect(school.read(".git/" + Journal.path) == nil)
    // And it has its own.
    let store = try SchoolStore(root: other)
    _ = try store.change("create", "b", by: school.committer) {
      try $0.write("b.yaml", Array("title: B\n".utf8))
    }
    #expect(FileManager.default.fileExists(atPath: other + "/b.yaml"))
    #expect(school.read("b.yaml") == nil)
  }

  @Test func aJournalOfAnotherBranchIsDropped() throws {
    let change = try #require(try create("a.yaml"))
    let blob = try #require(change.versions["a.yaml"] ?? nil)
    try interrupt(change, [.init(path: "a.yaml", before: nil, after: blob)])
    try school.git("switch", "-q", "-c", "other")
    _ = try open()
    #expect(school.read("a.yaml") == nil)
    #expect(school.read(".git/" + Journal.path) == nil)
    #expect(try school.git("status", "--porcelain") == "")
  }

  @Test func aLargeJournalIsReadCompletely() throws {
    let id = try ObjectID.hash(blob: [])
    let files = (0..<150_000).map {
      Journal.File(path: "a folder\n\($0)/\(String(pathBytes: [0xDC]))", before: id, after: nil)
    }
    let journal = Journal(
      branch: "refs/heads/main", old: nil, new: id, files: files,
      moves: [.init(from: "a", to: "b")], references: [Reference("refs/tags/x", id)])
    let bytes = journal.bytes
    #expect(bytes.count > 8 << 20)
    #expect(Journal(bytes) == journal)
    for end in [0, 1, 20, 200, bytes.count - 5, bytes.count - 1] {
      #expect(Journal(Array(bytes[..<end])) == nil)
    }
  }

  @Test func aJournalOfAnotherVersionIsKept() throws {
    for text in ["branch: refs/heads/main\nnew: abc\nfiles: []\n", "teachkit journal 2\0"] {
      try school.write(".git/" + Journal.path, text)
      let (_, notices) = try open()
      guard case .unfinished(let error)? = notices.first else {
        Issue.record("\(text): \(notices)")
        continue
      }
      #expect(((error as? UnfinishedChange)?.cause as? GitError)?.code == .unsupportedFormat)
      #expect(throws: UnfinishedChange.self) { try create("c.yaml") }
      #expect(school.read(".git/" + Journal.path) == text)
    }
    for torn in ["", "teachkit jou", "\0\0\0"] {
      try school.write(".git/" + Journal.path, torn)
      #expect(try open().notices.isEmpty)
      #expect(school.read(".git/" + Journal.path) == nil)
    }
  }

  @Test func aJournalWhoseObjectsAreMissingIsDropped() throws {
    let change = try #require(try create("a.yaml"))
    let lost = try ObjectID.hash(blob: Array("never written".utf8))
    try interrupt(change, [.init(path: "a.yaml", before: nil, after: lost)])
    #expect(try open().notices.isEmpty)
    #expect(school.read("a.yaml") == nil)
    #expect(school.read(".git/" + Journal.path) == nil)
    #expect(try school.git("status", "--porcelain") == "")
  }

  @Test func emptyFilesAreRewritten() throws {
    _ = try #require(try create("a.yaml", "title: Old\n"))
    let change = try #require(try create("a.yaml", "title: New\n"))
    let blob = try #require(change.versions["a.yaml"] ?? nil)
    let old = try ObjectID.hash(blob: Array("title: Old\n".utf8))
    try interrupt(change, [.init(path: "a.yaml", before: old, after: blob)])
    try school.write("a.yaml", "")
    _ = try open()
    #expect(school.read("a.yaml") == "title: New\n")
    #expect(try school.git("status", "--porcelain") == "")
  }

  @Test func aTornIndexIsRebuilt() throws {
    try school.write(".git/index", "")
    guard case .repairedIndex? = try open().notices.first else {
      Issue.record("no notice")
      return
    }
    #expect(try school.git("status", "--porcelain") == "")
    #expect(try create("a.yaml") != nil)
    #expect(try school.git("status", "--porcelain") == "")
  }

  @Test func foldersWithInvalidNamesAreMovedAndDeleted() throws {
    let name = String(pathBytes: [0xDC, 0x2E, 0x74, 0x78, 0x74])
    try DurableFile.makeFolder(school.root + "/a/files")
    try DurableFile.write([0x31], to: school.root + "/a/files/" + name)
    try school.git("add", "-A")
    try school.git("commit", "-qm", "by hand")
    // A change by hand is committed first.
    try DurableFile.write([0x32], to: school.root + "/a/files/" + name)
    let store = try school.store()
    let moved = try #require(
      try store.change("move", "a", by: school.committer) { change in
        try change.move("a", to: "b")
      })
    #expect(moved.handEdits == ["a/files/" + name])
    #expect(try DurableFile.read(school.root + "/b/files/" + name) == [0x32])
    #expect(try school.git("status", "--porcelain") == "")
    _ = try store.change("delete", "b", by: school.committer) { try $0.removeAll("b") }
    #expect(!DurableFile.exists(school.root + "/b"))
    #expect(try school.git("status", "--porcelain") == "")
    #expect(try school.git("ls-files") == "school.yaml\n")
  }

  @Test func aSparseCheckoutDeletesNothing() throws {
    _ = try create("students.yaml", "ada: {given: Ada}\n")
    _ = try create("b/c.yaml")
    try school.git("update-index", "--skip-worktree", "students.yaml", "b/c.yaml")
    try FileManager.default.removeItem(atPath: school.root + "/students.yaml")
    try FileManager.default.removeItem(atPath: school.root + "/b")
    let store = try school.store()
    #expect(try store.commitHandEdits(below: [], by: school.committer).isEmpty)
    #expect(throws: StoreError.notCheckedOut(["students.yaml"])) {
      try create("students.yaml", "bob: {given: Bob}\n")
    }
    #expect(throws: StoreError.notCheckedOut(["b/c.yaml", "students.yaml"])) {
      try store.change("move", "x", by: school.committer) {
        try $0.move("school.yaml", to: "y.yaml")
      }
    }
    #expect(try create("d.yaml") != nil)
    #expect(try school.git("ls-files") == "b/c.yaml\nd.yaml\nschool.yaml\nstudents.yaml\n")
    #expect(try school.git("status", "--porcelain") == "")
  }
}
