import Model
import PlainYAML
import Testing
import Text

@testable import Storage

@Suite struct SchoolCheckTests {
  let school: TemporarySchool

  init() throws {
    school = try TemporarySchool()
    try school.write("students.yaml", "ada: {given: Ada}\n")
    try school.write("subjects/math/subject.yaml", "title: Mathematics\n")
    try school.write(
      "subjects/math/adding/worksheet.yaml",
      "title: Adding\nexercises:\n  - {id: half, type: essay, prompt: Why?}\n")
  }

  private func faults() throws -> [Fault] {
    let check = SchoolCheck(SchoolFiles(WorkTree(root: school.root)))
    try check.checkAll()
    return check.faults
  }

  @Test func aValidSchoolHasNoProblems() throws {
    try school.write("marks/math/adding.yaml", "ada: {half: 1, comment: Good.}\n")
    #expect(try faults() == [])
  }

  @Test func unreadableLedgersAreReported() throws {
    try school.write("grades/math/adding.yaml", "ada: {score: 1\n")
    try school.write("received/math/adding.yaml", "ada: [1]\nada: [2]\n")
    #expect(
      try faults().map(\.file) == ["received/math/adding.yaml", "grades/math/adding.yaml"])
  }

  @Test func aBlockingFileIsReportedOnce() throws {
    try school.write("school.yaml", "format: 1\nuid: x\nschool: Test\nzone: Europe/Berln\n")
    #expect(try faults().map(\.rule) == [.zone])
  }

  @Test func warningsDoNotWaitForErrors() throws {
    try school.write(
      "subjects/math/adding/worksheet.yaml",
      """
      title: Quiz 8
      link: htp://x.org
      points: 7
      pints: 3
      exercises:
        - {id: half, type: text, prompt: "![](a.png)", answer: [1,5, 2]}
        - {id: sum, type: number, answer: two, unit: cm, unit-credit: 1, prompt: "[b](b.png)"}
        - {id: sizes, type: choice, prompt: Which?, choices: [1,5, 2,5], answer: 1}

      """)
    // Consequences of an error, such as another sum of points, aren't reported.
    #expect(
      try faults().inPlaceOrder.map { "\($0.position?.line ?? 0) \($0.rule.id) \($0.severity)" }
        == [
          "1 vague-title warning", "2 dead-link warning", "4 unknown-field error",
          "6 picture-alt warning", "6 dead-link warning", "6 torn-number warning",
          "7 not-a-value error", "7 dead-link warning", "8 torn-number error",
        ])
  }

  @Test func pastDatesOfUnassignedWorkAreReported() throws {
    func rules() throws -> [Rule] {
      let check = SchoolCheck(
        SchoolFiles(WorkTree(root: school.root)), at: Instant(seconds: 1_800_000_000))
      try check.checkAll()
      return check.faults.map(\.rule)
    }
    try school.write(
      "subjects/math/adding/worksheet.yaml", "title: Adding\ndue: 2026-11-01 08:00\n")
    #expect(try rules() == [.pastDue])
    try school.write("received/math/adding.yaml", "ada: [{at: 2026-10-30T08:00:00Z}]\n")
    #expect(try rules() == [])
    try school.write("received/math/adding.yaml", "")
    try school.write(
      "assignments/homework.yaml",
      "title: Homework\nto: [ada]\nwork: [math/adding]\nstate: archived\n")
    #expect(try rules() == [])
  }

  @Test func fieldsOfAnotherTypeAreRefused() throws {
    try school.write(
      "subjects/math/adding/worksheet.yaml",
      """
      title: Adding
      exercises:
        - {id: why, type: essay, prompt: Why?, choices: [a, b], explain: So.}
        - {id: sum, type: number, prompt: 1 + 1?, answer: 2, unit: cm, match: exact}

      """)
    let faults = try faults()
    #expect(faults.map(\.rule) == [.fieldOfAnotherType, .fieldOfAnotherType])
    #expect(faults.map(\.position?.line) == [3, 4])
    #expect(
      faults.map(\.hint) == [
        "'choices' belongs to choice, multiple", "'match' belongs to text, gaps",
      ])
  }

  @Test(arguments: ["language: deutsch!", "language: d", "hub: ~/hub"])
  func aSchoolFieldIsRefused(_ line: String) throws {
    try school.write(
      "school.yaml", "format: 1\nuid: x\nschool: Test\nzone: Europe/Berlin\n\(line)\n")
    #expect(try faults().map(\.rule) == [.notAValue])
  }

  @Test(
    arguments: [
      ("subjects/math/subject.yaml", "math"), ("subjects/math/a/b/context.yaml", "math/a/b"),
      ("subjects/math/a/files/x/y.pdf", "math/a"), ("classes/7b/class.yaml", "classes/7b"),
      ("assignments/x.yaml", "assignments/x"), ("school.yaml", "school"),
      ("subjects/readme.txt", "subjects/readme.txt"), ("notes.txt", "notes.txt"),
    ])
  func filesBelongToObjects(_ file: String, _ object: String) {
    #expect(SchoolPath.object(of: file) == object)
  }
}
