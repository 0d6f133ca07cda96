import Git
import Model
import PlainYAML
import Testing

@testable import Storage

@Suite struct VersionTests {
  let school: TemporarySchool
  let ada = ObjectPath.student("ada")

  init() throws {
    school = try TemporarySchool()
    try school.write("students.yaml", "ada: {given: Ada}\n")
  }

  func rename(to name: String, if version: ExpectedVersion?) throws -> Committed? {
    try school.store().change("set", "students/ada", by: school.committer) { change in
      try change.require(version, of: ada)
      try change.edit(SchoolPath.students) {
        try $0.setting([.key("ada"), .key("given")], to: .scalar(name))
      }
    }
  }

  @Test func changesObjectsAtTheExpectedVersion() throws {
    let version = try #require(try school.store().files.version(of: ada))
    let done = try rename(to: "Augusta", if: ExpectedVersion(version))
    let next = try #require(done?.versions[SchoolPath.students] ?? nil)
    #expect(try rename(to: "Ada", if: ExpectedVersion(next.short)) != nil)
  }

  @Test func refusesObjectsAtAnotherVersion() throws {
    let version = try #require(try school.store().files.version(of: ada))
    _ = try rename(to: "Augusta", if: nil)
    let now = try school.store().files.version(of: ada)
    #expect(throws: StaleVersion(path: "students/ada", now: now, isDeletion: false)) {
      try rename(to: "Ada", if: ExpectedVersion(version))
    }
    #expect(school.read("students.yaml") == "ada: {given: Augusta}\n")
  }

  @Test func versionsAreHexadecimal() {
    #expect(ExpectedVersion("1F3c")?.text == "1f3c")
    for text in ["", "1f3", "1f3g", String(repeating: "0", count: 41)] {
      #expect(ExpectedVersion(text) == nil)
    }
  }
}
