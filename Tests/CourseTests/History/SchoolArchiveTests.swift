import Foundation
import Git
import Model
import Storage
import Testing
import Text

@testable import Course

@Suite struct SchoolArchiveTests {
  private let school: TemporarySchool
  private let archive: SchoolArchive

  init() throws {
    school = try TemporarySchool()
    archive = SchoolArchive(path: school.folder + "/backup.tar.gz")
  }

  private var goal: FolderPath { FolderPath("restored/here", from: school.folder) }

  private func entries(of folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: school.folder + "/" + folder).sorted()
  }

  @Test func backupContainsTheSchoolAndItsHistory() throws {
    try school.write("note.txt", "not committed")
    let size = try archive.save(school.store())
    let attributes = try FileManager.default.attributesOfItem(atPath: archive.path)
    #expect(attributes[.size] as? Int == size && size > 0)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try entries() == ["backup.tar.gz", "school"])
    let restored = try archive.restore(to: goal)
    #expect(restored.root == goal.text)
    #expect(try restored.repository.head().commit == school.store().repository.head().commit)
    #expect(try restored.files.students().all.count == 4)
    #expect(try String(contentsOfFile: goal.text + "/note.txt", encoding: .utf8) == "not committed")
    #expect(try entries(of: "restored") == ["here"])
  }

  @Test func locksOfRunningCommandsAreLeftOut() throws {
    try school.write(".git/index.lock", "x")
    try school.write(".git/teachkit/quarantine/pack", "x")
    try school.write("subjects/math/index.lock", "mine")
    _ = try archive.save(school.store())
    _ = try archive.restore(to: goal)
    #expect(!FileManager.default.fileExists(atPath: goal.text + "/.git/index.lock"))
    #expect(!FileManager.default.fileExists(atPath: goal.text + "/.git/teachkit/quarantine"))
    #expect(FileManager.default.fileExists(atPath: goal.text + "/subjects/math/index.lock"))
  }

  @Test func newBackupReplacesAnOlderOne() throws {
    try Data("old".utf8).write(to: URL(filePath: archive.path))
    _ = try archive.save(school.store())
    #expect(throws: Never.self) { try archive.restore(to: goal) }
  }

  @Test func failedBackupKeepsTheOlderOne() throws {
    let archive = SchoolArchive(path: school.folder + "/missing/backup.tar.gz")
    let found = failures { _ = try archive.save(school.store()) }
    #expect(found.map(\.id) == [.ioFailure])
    #expect(found.first?.message.text.hasPrefix("cannot pack the school: ") == true)
    #expect(try entries() == ["school"])
  }

  @Test func linkedWorkTreeIsNotBackedUp() throws {
    try school.git("worktree", "add", "-q", school.folder + "/linked")
    let linked = try SchoolStore(root: school.folder + "/linked")
    let found = failures { _ = try archive.save(linked) }
    #expect(found.map(\.id) == [.wrongRepository])
    #expect(found.first?.hint == "back up the school of which this is a linked work tree")
  }

  @Test func cutBackupLeavesNoFolder() throws {
    _ = try archive.save(school.store())
    let bytes = try Data(contentsOf: URL(filePath: archive.path))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: archive.path))
    let found = failures { _ = try archive.restore(to: goal) }
    #expect(found.map(\.id) == [.ioFailure])
    #expect(
      found.first?.message.text.hasPrefix("'\(archive.path)' is not a complete backup: ") == true)
    #expect(try entries(of: "restored") == [])
  }

  @Test func otherArchivesAreNotBackup() throws {
    for content in [["school/school.yaml"], ["a/x", "b/y"], ["school/.git/HEAD"]] {
      let folder = school.folder + "/other-\(UUID().uuidString)"
      for path in content {
        let url = URL(filePath: folder + "/" + path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: url)
      }
      _ = try Subprocess("tar", ["-czf", archive.path, "-C", folder, "."]).run()
      let found = failures { _ = try archive.restore(to: goal) }
      #expect(
        found == [Failure(.objectIsFaulty, "'\(archive.path)' is not a backup of a school")])
      #expect(try entries(of: "restored") == [])
    }
  }

  @Test func damagedHistoryIsNotRestored() throws {
    let head = try school.git("rev-parse", "HEAD:school.yaml").prefix { $0 != "\n" }
    let object = "\(school.root)/.git/objects/\(head.prefix(2))/\(head.dropFirst(2))"
    let store = try school.store()
    try FileManager.default.removeItem(atPath: object)
    _ = try archive.save(store)
    let found = failures { _ = try archive.restore(to: goal) }
    #expect(found.map(\.id) == [.objectIsFaulty])
    #expect(
      found.first?.message.text.hasPrefix("the school in '\(archive.path)' is damaged: ") == true)
    #expect(try entries(of: "restored") == [])
  }
}
