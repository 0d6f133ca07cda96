import Foundation
import Git
import HubProtocol
import Model
import Storage
import Testing

@testable import Exchange

@Suite struct ShareTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  @Test func publishesOnlyFieldsOfTheSchema() async throws {
    let report = try await school.exchange().share()
    #expect(report.isFirst)
    #expect(report.appeared.map(\.work) == ["fractions/adding", "fractions/practice"])
    #expect(report.made == ["ada", "ben"])
    let files = try school.git(
      school.subjectRepository, "ls-tree", "-r", "--name-only", "main")
    #expect(
      files == """
        fractions/adding/files/table.csv
        fractions/adding/starters/start.txt
        fractions/adding/worksheet.yaml
        fractions/context.yaml
        fractions/practice/worksheet.yaml
        subject.yaml
        """)
    let subject = try school.git(school.subjectRepository, "show", "main:subject.yaml")
    #expect(
      subject == """
        format: 1
        uid: school-1
        school: Test
        teacher: Grace Hopper
        zone: Europe/Berlin
        title: Mathematics
        late:
          grace: 5m
          penalty: 20% per day
          cutoff: 3d
        """)
    let sheet = try school.git(
      school.subjectRepository, "show", "main:fractions/adding/worksheet.yaml")
    #expect(!sheet.contains("answer"))
  }

  @Test func noObjectContainsPrivateData() async throws {
    _ = try await school.exchange().share()
    for repository in [school.subjectRepository, school.mailbox("ada"), school.mailbox("ben")] {
      let all = try school.everything(in: repository)
      #expect(!all.contains("SECRET"))
      #expect(!all.contains("0.7531"))
      #expect(try school.git(repository, "fsck", "--strict") == "")
    }
    #expect(!(try school.everything(in: school.mailbox("ada"))).contains("ben"))
  }

  @Test func sharingIsReproducible() async throws {
    _ = try await school.exchange().share()
    let first = try school.git(school.subjectRepository, "rev-parse", "main")
    let again = try await school.exchange().share()
    #expect(again.isUnchanged)
    #expect(try school.git(school.subjectRepository, "rev-parse", "main") == first)
  }
}
