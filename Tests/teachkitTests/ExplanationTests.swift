import Course
import Git
import Model
import PlainYAML
import Storage
import Testing
import Text

@testable import teachkit

@Suite struct ExplanationTests {
  @Test func yamlErrorsAreLocated() throws {
    let error = #expect(throws: YAMLError.self) { try Document(text: "title: x\nurl: &a x\n") }
    let failure = Failure(try #require(error), path: "subject.yaml")
    #expect(failure.id == .objectIsFaulty)
    #expect(failure.place?.line == 2)
    #expect(
      failure.text(paint: { text, _ in text }, wrap: { $0 }).contains(
        "subject.yaml:2:6\n  url: &a x\n       ^\n"))
  }

  @Test(
    arguments: [(GitError.Code, Int32)]([
      (.notFound, 66), (.exists, 73), (.locked, 75), (.modified, 75), (.notOwner, 77),
      (.corrupt, 65), (.noSpace, 74), (.readOnly, 77), (.networkUnavailable, 69),
      (.authentication, 77), (.programMissing, 78), (.other(1), 74),
    ]))
  func gitErrorsHaveExitCodes(_ code: GitError.Code, _ exitCode: Int32) {
    #expect(explain(GitError(code, "no", path: "p")).exitCode == exitCode)
  }
}

@Suite struct SchoolExplanationTests {
  private static func lines(_ error: any Error) -> [String] {
    explain(error).failures.map { $0.text(paint: { text, _ in text }, wrap: { $0 }) }
  }

  @Test func similarNamesAreSuggested() {
    #expect(
      Self.lines(LookupError.unknown("addng", suggestion: "math/adding")) == [
        "teachkit: error: no object 'addng' [notFound]\nhint: did you mean 'math/adding'?"
      ])
    #expect(
      Self.lines(LookupError.ambiguous("x", candidates: ["a/x", "b/x"])) == [
        "teachkit: error: 'x' is ambiguous [valueIsFaulty]\nhint: one of 'a/x', 'b/x'"
      ])
  }

  @Test func allFaultsAreListed() {
    let faults = [1, 2].map {
      Fault(
        file: "school.yaml", position: Position(line: $0, column: 1), line: "x: y",
        rule: .unknownField, message: "unknown field 'x'")
    }
    #expect(
      Self.lines(FaultyFiles(faults: faults)).first == """
        teachkit: error: unknown field 'x' [objectIsFaulty]
        school.yaml:1:1
          x: y
          ^
        """)
    #expect(Self.lines(FaultyFiles(faults: faults)).count == 2)
    #expect(explain(FaultyFiles(faults: faults)).exitCode == 65)
    let parent = ChangeError.parentFaulty(path: "math", faults)
    #expect(explain(parent).failures.map(\.id.rawValue).first == "parentObjectIsFaulty")
    #expect(explain(parent).failures.count == 3)
  }

  @Test func otherFoldersAreNotSchools() {
    #expect(explain(StoreError.noSchool("/x")).failures.first?.id == .wrongRepository)
    #expect(explain(ChangeError.exists("x")).exitCode == 73)
    #expect(explain(ChangeError.identifier("-x", .startsWithHyphen)).exitCode == 64)
  }
}
