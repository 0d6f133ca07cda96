import Git
import PlainYAML
import Testing

@testable import teachkit

@Suite struct ExplanationTests {
  @Test func locatesWhatIsNoPlainYAML() throws {
    let error = #expect(throws: YAMLError.self) { try Document(text: "title: x\nurl: &a x\n") }
    let failure = Failure(try #require(error), path: "subject.yaml")
    #expect(failure.id == .objectIsFaulty)
    #expect(failure.place?.line == 2)
    #expect(failure.text { text, _ in text }.contains("subject.yaml:2:6\n  url: &a x\n       ^\n"))
  }

  @Test(
    arguments: [(GitError.Code, Int32)]([
      (.notFound, 66), (.exists, 73), (.locked, 75), (.modified, 75), (.notOwner, 77),
      (.corrupt, 65), (.noSpace, 74), (.readOnly, 77), (.networkUnavailable, 69),
      (.authentication, 77), (.programMissing, 78), (.other(1), 74),
    ]))
  func giveGitsErrorsTheirExitCodes(_ code: GitError.Code, _ exitCode: Int32) {
    #expect(explain(GitError(code, "no", path: "p")).exitCode == exitCode)
  }
}
