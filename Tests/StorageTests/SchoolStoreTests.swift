import Foundation
import Git
import Model
import PlainYAML
import Testing
import Text

@testable import Storage

/// A school in a temporary folder, and `git` to look at it with.
final class TemporarySchool {
  let root: String
  let committer = Committer(
    name: "Grace Hopper", mail: "grace@example.org", time: Instant(seconds: 1_795_000_000))

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    root = folder.path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try git("init", "-q", "-b", "main")
    try write("school.yaml", "format: 1\nuid: test\nschool: Test\nzone: Europe/Berlin\n")
    try git("add", "-A")
    try git("commit", "-qm", "start")
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func store() throws -> SchoolStore { try SchoolStore(root: root) }

  func write(_ path: String, _ text: String) throws {
    let url = URL(filePath: root).appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  func read(_ path: String) -> String? {
    try? String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments =
      ["-C", root, "-c", "user.name=T", "-c", "user.email=t@example.org"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

@Suite struct SchoolStoreTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  @Test func symlinksAreCommittedAsSymlinks() throws {
    try school.write("subjects/math/one/private/key.md", "secret\n")
    let link = school.root + "/subjects/math/one/files/link.md"
    try school.write("subjects/math/one/files/sheet.md", "open\n")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../private/key.md")
    try FileManager.default.createSymbolicLink(
      atPath: school.root + "/subjects/math/gone", withDestinationPath: "nowhere")
    let store = try school.store()
    let edited = try store.commitHandEdits(below: ["subjects"], by: school.committer)
    #expect(edited.count == 4)
    #expect(try school.git("ls-tree", "HEAD:subjects/math/one/files").hasPrefix("120000"))
    #expect(try school.git("show", "HEAD:subjects/math/one/files/link.md") == "../private/key.md")
    #expect(try school.git("status", "--porcelain").isEmpty)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../private/key.md")
  }

  @Test func problemsInMarksAreReported() throws {
    try school.write("students.yaml", "ada: {given: Ada}\n")
    try school.write("subjects/math/subject.yaml", "title: Mathematics\n")
    try school.write(
      "subjects/math/one/worksheet.yaml",
      """
      title: One
      exercises:
        - {id: half, type: number, prompt: How many?, answer: 1}
        - {id: text, type: essay, prompt: T, points: 3, rubric: [{id: all, title: A, points: 3}]}
      """)
    try school.write(
      "marks/math/one.yaml",
      """
      ada: {half: 0.5, rubric: {text: {all: 2}}, comment: Good., override: {score: 1}, by: tina}
      aad: {halb: 1, half: many, text: {all: 2}, rubric: {half: {all: 1}, text: {al: 1, all: 9}}}
      """)
    let files = try school.store().files
    let faults = try files.marksFaults(
      of: try files.worksheet(try #require(ContextPath("math/one"))))
    #expect(
      faults.map(\.rule) == [
        .unknownStudent, .unknownExercise, .noPoints, .noPoints, .unknownExercise, .unknownRubric,
        .manyPoints,
      ])
    #expect(faults.allSatisfy { $0.position?.line == 2 })
    #expect(faults[1].hint == "did you mean 'half'?")
  }

  func createAda(_ store: SchoolStore) throws -> Committed? {
    try store.change("create student", "students/ada", by: school.committer) {
      try $0.createStudent("ada", .fields([("given", "Ada"), ("family", "Lovelace")]))
    }
  }

  @Test func aChangeIsOneCommitWithTrailers() throws {
    let done = try #require(try createAda(school.store()))
    #expect(school.read("students.yaml") == "ada: {given: Ada, family: Lovelace}\n")
    #expect(try school.git("status", "--porcelain") == "")
    #expect(try school.git("rev-parse", "HEAD") == "\(done.commit)\n")
    #expect(
      try school.git("log", "-1", "--format=%an <%ae>%n%B") == """
        Grace Hopper <grace@example.org>
        create student students/ada

        Teachkit-Command: create student
        Teachkit-Path: students/ada


        """)
    #expect(try school.git("fsck", "--strict").contains("error") == false)
    #expect(
      try school.git("rev-parse", "HEAD:students.yaml")
        == "\(try #require(done.versions["students.yaml"] ?? nil))\n")
  }

  @Test func anEmptyChangeMakesNoCommit() throws {
    let before = try school.git("rev-parse", "HEAD")
    let done = try school.store().change("x", "y", by: school.committer) { change in
      try change.write("school.yaml", Array((school.read("school.yaml") ?? "").utf8))
    }
    #expect(done == nil)
    #expect(try school.git("rev-parse", "HEAD") == before)
  }

  @Test func aFailedChangeChangesNothing() throws {
    _ = try createAda(school.store())
    let before = try school.git("rev-parse", "HEAD")
    #expect(throws: ChangeError.exists("students/ADA")) {
      try school.store().change("create student", "students/ADA", by: school.committer) {
        try $0.createStudent("ADA", .fields([]))
      }
    }
    #expect(try school.git("rev-parse", "HEAD") == before)
    #expect(try school.git("status", "--porcelain") == "")
  }

  @Test func manualEditsAreASeparateCommit() throws {
    _ = try createAda(school.store())
    try school.write("students.yaml", "# my class\nada: {given: Ada, family: King}\n")
    try school.write("notes.txt", "untracked")
    let done = try school.store().change("create student", "students/ben", by: school.committer) {
      try $0.createStudent("ben", .fields([("given", "Ben")]))
    }
    #expect(done?.handEdits == ["students.yaml"])
    #expect(
      school.read("students.yaml")
        == "# my class\nada: {given: Ada, family: King}\nben: {given: Ben}\n")
    #expect(
      try school.git("log", "--format=%s") == """
        create student students/ben
        Edit students
        create student students/ada
        start

        """)
    #expect(try school.git("status", "--porcelain") == "?? notes.txt\n")
  }

  @Test func otherStagedChangesStayStaged() throws {
    try school.write("notes.txt", "staged")
    try school.git("add", "notes.txt")
    try school.write("notes.txt", "edited after")
    _ = try createAda(school.store())
    #expect(try school.git("status", "--porcelain") == "AM notes.txt\n")
    #expect(try school.git("show", ":notes.txt") == "staged")
  }

  @Test func manualEditsAreRefusedOnRequest() throws {
    try school.write("school.yaml", "format: 1\nuid: test\nschool: Changed\n")
    #expect(throws: StoreError.handEdits(["school.yaml"])) {
      try school.store().commitHandEdits(
        below: ["school.yaml"], by: school.committer, allowed: false)
    }
    let edited = try school.store().commitHandEdits(
      below: ["school.yaml"], by: school.committer)
    #expect(edited == ["school.yaml"])
    #expect(try school.git("log", "-1", "--format=%s") == "Edit school\n")
    #expect(try school.store().commitHandEdits(below: [], by: school.committer).isEmpty)
  }

  @Test func detachedHeadAndMergeAreExplained() throws {
    try school.git("checkout", "-q", "--detach")
    #expect(throws: StoreError.detachedHead) { try createAda(school.store()) }
    try school.git("checkout", "-q", "main")
    try school.git("update-ref", "MERGE_HEAD", "HEAD")
    #expect(throws: StoreError.operationInProgress("merge")) { try createAda(school.store()) }
  }

  @Test func aLockedIndexPreventsTheChange() throws {
    let store = try school.store()
    store.repository.patience = 0.1
    try school.write(".git/index.lock", "")
    let error = #expect(throws: GitError.self) {
      _ = try store.change("create class", "classes/7b", by: school.committer) {
        try $0.write("classes/7b/class.yaml", Array("title: 7b\n".utf8))
      }
    }
    #expect(error?.code == .locked)
    #expect(school.read("classes/7b/class.yaml") == nil)
    #expect(school.read(".git/teachkit/journal") == nil)
    #expect(try school.git("status", "--short") == "")
  }

  @Test func theFirstCommitOfASchoolWorks() throws {
    try FileManager.default.removeItem(atPath: school.root + "/.git")
    try school.git("init", "-q", "-b", "trunk")
    _ = try createAda(school.store())
    #expect(try school.git("log", "--format=%s") == "create student students/ada\n")
  }

  /// Each state that a killed process can leave behind its journal.
  @Test(arguments: 0..<4) func theNextChangeFinishesAKilledOne(stage: Int) throws {
    let old = try school.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    let done = try #require(try createAda(school.store()))
    let text = try #require(school.read("students.yaml"))
    let blob = try #require(done.versions["students.yaml"] ?? nil)
    // The old state again, for the parts that this stage hadn't reached.
    let journal = Journal(
      branch: "refs/heads/main", old: ObjectID(old), new: done.commit,
      files: [.init(path: "students.yaml", before: nil, after: blob)])
    if stage < 3 { try school.git("update-ref", "refs/heads/main", old) }
    if stage < 2 { try school.git("read-tree", old) }
    if stage < 1 { try FileManager.default.removeItem(atPath: school.root + "/students.yaml") }
    try Data(journal.bytes).write(
      to: URL(filePath: school.root + "/.git/" + Journal.path))
    _ = try school.store()
    #expect(school.read("students.yaml") == text)
    #expect(try school.git("status", "--porcelain") == "")
    #expect(try school.git("rev-parse", "HEAD") == "\(done.commit)\n")
    #expect(
      FileManager.default.fileExists(atPath: school.root + "/.git/" + Journal.path) == false)
  }

  @Test func editsAfterAKillAreKept() throws {
    let old = try school.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    let done = try #require(try createAda(school.store()))
    let blob = try #require(done.versions["students.yaml"] ?? nil)
    try school.git("update-ref", "refs/heads/main", old)
    try school.git("read-tree", old)
    try school.write("students.yaml", "by: {given: Hand}\n")
    let journal = Journal(
      branch: "refs/heads/main", old: ObjectID(old), new: done.commit,
      files: [.init(path: "students.yaml", before: nil, after: blob)])
    try Data(journal.bytes).write(
      to: URL(filePath: school.root + "/.git/" + Journal.path))
    _ = try school.store()
    #expect(school.read("students.yaml") == "by: {given: Hand}\n")
    #expect(try school.git("status", "--porcelain") == " M students.yaml\n")
  }

  @Test func aTruncatedJournalIsIgnored() throws {
    try FileManager.default.createDirectory(
      atPath: school.root + "/.git/teachkit", withIntermediateDirectories: true)
    try Data("teachkit journal 1\u{0}4\u{0}branch\u{0}refs/heads/main".utf8).write(
      to: URL(filePath: school.root + "/.git/" + Journal.path))
    _ = try createAda(school.store())
    #expect(try school.git("status", "--porcelain") == "")
  }
}
