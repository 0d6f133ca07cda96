import Foundation
import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Testing

@testable import Exchange

@Suite struct ReturnTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  /// Submits and grades work of Ada and Ben.
  private func graded() async throws {
    _ = try await school.exchange().share()
    let ada = try school.submit(
      ["answers.yaml": "half: Adas0.7531\ncap: Oslo\nsort: [first, second, third]\n"], as: "ada")
    let ben = try school.submit(["answers.yaml": "half: Benswords\n"], as: "ben")
    _ = try await school.exchange().collect()
    try school.write(
      "grades/math/fractions/adding.yaml",
      """
      ada: {score: 2.5, earned: 2.5, max: 5, state: graded, proof: claimed, attempt: 1, \
      commit: \(ada), items: {half: 0, cap: 1, fill: 0, sort: 0.5, pair: 1}}
      ben: {score: 0, earned: 0, max: 5, state: graded, attempt: 1, commit: \(ben), \
      items: {half: 0, cap: 0, fill: 0, sort: 0, pair: 0}}

      """)
    try school.write(
      "marks/math/fractions/adding.yaml",
      "ada: {comment: Well done Ada, by: SECRETgrace}\nben: {comment: See me Ben}\n")
    try school.commit("grade")
  }

  private func feedback(_ student: String) throws -> String {
    try school.git(school.mailbox(student), "show", "inbox:grades/fractions/adding.yaml")
  }

  @Test func gradesStayPrivateUntilReturned() async throws {
    try await graded()
    _ = try await school.exchange().share()
    for repository in [school.subjectRepository, school.mailbox("ada"), school.mailbox("ben")] {
      let all = try school.everything(in: repository)
      #expect(!all.contains("score") && !all.contains("See me") && !all.contains("SECRET"))
    }
  }

  @Test func eachStudentGetsOnlyTheirGrades() async throws {
    try await graded()
    let report = try await school.exchange().returnGrades()
    #expect(report.returned.map(\.student) == ["ada", "ben"])
    #expect(report.notices == [.gradesInFolder])
    #expect(
      try feedback("ada") == """
        score: 2.5
        earned: 2.5
        max: 5
        state: graded
        proof: claimed
        attempt: 1
        commit: \(try school.git(school.mailbox("ada"), "rev-parse", "submit/fractions.adding"))
        comment: Well done Ada
        exercises:
          half:
            points: 0
            max: 1
            result: wrong
            answer: Adas0.7531
            solution: "0.7531"
            explain: SECRET explain
          cap:
            points: 1
            max: 1
            result: correct
            answer: Oslo
            solution: Oslo
          fill:
            points: 0
            max: 1
            result: unanswered
            solution:
              one: SECRETgap
          sort:
            points: 0.5
            max: 1
            result: partial
            answer:
              - first
              - second
              - third
            solution:
              - first
              - second
              - third
            explain: SECRET
          pair:
            points: 1
            max: 1
            result: correct
            solution:
              a: eins
              b: zwei
              c: eins
        """)
    let mine = try school.everything(in: school.mailbox("ada"))
    #expect(!mine.contains("Ben") && !mine.contains("SECRETgrace"))
    #expect(!(try school.everything(in: school.mailbox("ben"))).contains("Ada"))
    let all = try school.everything(in: school.subjectRepository)
    #expect(!all.contains("SECRET") && !all.contains("score"))
    #expect(
      try school.git(school.mailbox("ada"), "show", "inbox:standing.yaml")
        == "returned: 1\nscore: 2.5\nmax: 5")

    let again = try await school.exchange().returnGrades()
    #expect(again.returned.isEmpty && again.unchanged == 2 && again.commit == nil)
    #expect(try #require(again.share).isUnchanged && again.notices.isEmpty)
  }

  /// Later grades and marks become visible only with the next return.
  @Test func returnedGradesCanBeRead() async throws {
    try await graded()
    _ = try await school.exchange().returnGrades()
    let before = try feedback("ada")
    let marks = try school.read("marks/math/fractions/adding.yaml")
    try school.write(
      "marks/math/fractions/adding.yaml",
      marks.replacingOccurrences(of: "Well done Ada", with: "On second thought"))
    try school.commit("mark")
    let shared = try await school.exchange().share()
    #expect(shared.isUnchanged)
    #expect(try feedback("ada") == before)
    let report = try await school.exchange().returnGrades()
    #expect(report.returned.map(\.student) == ["ada"])
    #expect(try feedback("ada").contains("On second thought"))
  }

  @Test func unmarkedGradesAreHeldBack() async throws {
    try await graded()
    let file = "grades/math/fractions/adding.yaml"
    try school.write(
      file,
      try school.read(file).replacingOccurrences(
        of: "score: 0, earned: 0, max: 5, state: graded", with: "max: 5, state: partial"))
    try school.commit("partial")
    let report = try await school.exchange().returnGrades()
    #expect(report.returned.map(\.student) == ["ada"])
    #expect(report.waiting.map(\.student) == ["ben"])
  }

  @Test(arguments: ["never", "after-due"])
  func solutionsFollowTheSubjectsSetting(_ solutions: String) async throws {
    try await graded()
    let file = "subjects/math/subject.yaml"
    try school.write(file, try school.read(file) + "\nsolutions: \(solutions)\n")
    try school.commit("solutions")
    _ = try await school.exchange().returnGrades()
    #expect(!(try school.everything(in: school.mailbox("ada"))).contains("SECRET"))
    // Ada's due date has passed, and Ben has an extension.
    school.now = Instant(seconds: 1_795_500_000)
    _ = try await school.exchange().share()
    #expect(!(try feedback("ada")).contains("solution"))
    school.now = Instant(seconds: 1_796_000_000)
    _ = try await school.exchange().share()
    #expect(try feedback("ada").contains("solution") == (solutions == "after-due"))
  }

  /// Feedback quotes answers from the store; a lost store is refilled first.
  @Test func answersAreQuotedAfterTheStoresAreLost() async throws {
    try await graded()
    _ = try await school.exchange().returnGrades()
    let before = try school.git(school.mailbox("ada"), "rev-parse", "inbox")
    try FileManager.default.removeItem(atPath: school.root + "/.git/teachkit")
    let report = try await school.exchange().share()
    #expect(report.isUnchanged)
    #expect(try school.git(school.mailbox("ada"), "rev-parse", "inbox") == before)
  }
}
