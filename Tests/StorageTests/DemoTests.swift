import Foundation
import Model
import Testing

@testable import Storage

/// The folder of the package.
let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

@Suite struct DemoTests {
  @Test func theDemoSchoolIsValid() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.copyItem(
      at: URL(filePath: package + "/templates/demo"), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "school.yaml")
    let school = try String(contentsOf: file, encoding: .utf8)
    try (school + "uid: demo\n").write(to: file, atomically: true, encoding: .utf8)
    for id in try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "assignments").path)
    {
      let file = folder.appending(path: "assignments/" + id)
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacing(try Regex("@date[+-][0-9]+@"), with: "2026-11-28")
        .write(to: file, atomically: true, encoding: .utf8)
    }
    let files = SchoolFiles(WorkTree(root: folder.path))
    let check = SchoolCheck(files)
    try check.checkAll()
    #expect(check.faults == [])
    #expect(check.count > 25)
    let worksheets = try files.subjectIDs().flatMap {
      try files.worksheets(below: ContextPath(subject: $0))
    }
    #expect(worksheets.count >= 6)
    let exercises = try worksheets.flatMap { try files.worksheet($0).exercises }
    #expect(exercises.count >= 40)
    #expect(Set(exercises.map(\.question.type)) == Set(ExerciseType.allCases).subtracting([.code]))
  }
}
