import PlainYAML
import Testing
import Text

@testable import Course

@Suite struct FailureTests {
  @Test(arguments: [
    ("cannot reach https://ada:secret@example.org/x", "cannot reach https://example.org/x"),
    ("cannot reach ssh://hub:secret@example.org/x", "cannot reach ssh://hub@example.org/x"),
    ("https://token@a.org and https://b:c@d.org", "https://a.org and https://d.org"),
    ("no 'ada@example.org'", "no 'ada@example.org'"), ("", ""), ("a://", "a://"),
    ("https://a:b@c@d.org/x", "https://d.org/x"),
    ("see https://example.org/@ada", "see https://example.org/@ada"),
  ])
  func passwordsAreNeverShown(_ text: String, _ shown: String) {
    let failure = Failure(
      .networkFailure, Message(verbatim: text), at: .init(path: text, line: 3),
      hint: Message(verbatim: text))
    #expect(failure.message.text == shown)
    #expect(failure.place == .init(path: shown, line: 3))
    #expect(failure.hint?.text == shown)
    #expect("\(failure)" == shown)
  }

  @Test func theKindHasADefaultHint() {
    #expect(Failure(.noHub, "no hub").hint == "set one with 'teachkit share SUBJECT --hub FOLDER'")
    #expect(Failure(.noHub, "no hub", hint: "wait").hint == "wait")
    #expect(Failure(.valueIsFaulty, "x").hint == nil)
  }

  @Test(
    arguments: [
      (FailureID.checksFailed, 1), (.belowMinimum, 1), (.partlyFailed, 1), (.commandIsFaulty, 64),
      (.valueIsFaulty, 64), (.objectIsFaulty, 65), (.parentObjectIsFaulty, 65), (.notFound, 66),
      (.wrongRepository, 66), (.networkUnavailable, 69), (.failedSharing, 69), (.internalError, 70),
      (.createOperationFailed, 73), (.ioFailure, 74), (.updateOperationFailed, 75),
      (.hubIsNewer, 75),
      (.isLocked, 75), (.noWritePermission, 77), (.closed, 77), (.notAuthenticated, 77),
      (.notConfigured, 78), (.noHub, 78), (.noSandbox, 78),
    ] as [(FailureID, Int32)])
  func exitCodesFollowTheKind(_ id: FailureID, _ code: Int32) {
    #expect(id.exitCode == code)
  }

  @Test(arguments: FailureID.allCases)
  func everyKindFails(_ id: FailureID) {
    #expect(id.exitCode == 1 || (64...78).contains(id.exitCode))
    #expect(id.hint?.text.hasSuffix(".") != true)
  }

  @Test func errorsInFilesKeepTheirPlace() throws {
    let error = try #require(
      #expect(throws: YAMLError.self) { try Document(text: "title: A\nhint: Remember: this\n") })
    let failure = Failure(error, path: "school.yaml")
    #expect(failure.id == .objectIsFaulty)
    #expect(failure.message == error.message)
    #expect(failure.hint == error.hint)
    #expect(failure.place?.path == "school.yaml")
    #expect(failure.place?.line == 2)
    #expect(failure.place?.column == error.position.column)
    #expect(failure.place?.excerpt == "hint: Remember: this")
  }
}

@Suite struct WordingTests {
  @Test(
    arguments: [
      ("hlaf", "did you mean 'half'?"), ("half", "did you mean 'half'?"), ("xyz", nil), ("", nil),
      ("quater", "did you mean 'quarter'?"),
    ] as [(String, String?)])
  func similarWordsAreSuggested(_ word: String, _ hint: String?) {
    #expect(didYouMean(word, among: ["half", "quarter"])?.text == hint)
  }

  @Test func noCandidatesResultInNoSuggestion() {
    #expect(didYouMean("half", among: [String]()) == nil)
  }

  @Test(arguments: [
    (0, ""), (1, "'s1'"), (2, "'s1', 's2'"),
    (10, "'s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'"),
    (11, "'s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10' and 1 more"),
    (5000, "'s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10' and 4990 more"),
  ])
  func tenNamesAreListed(_ count: Int, _ text: String) {
    #expect(named((0..<count).map { "s\($0 + 1)" }) == text)
  }

  @Test func controlCharactersInNamesBecomeVisible() {
    #expect(!named(["a\u{1B}[31mb"]).unicodeScalars.contains("\u{1B}"))
  }

  @Test(arguments: [
    ("", ""), (" ", ""), ("a", "a"), (" a  b\tc\n", "a b c"), ("a\u{A0}\u{2003}b", "a b"),
    ("é\u{301} x", "é\u{301} x"),
  ])
  func spacesBecomeOne(_ text: String, _ expected: String) {
    #expect(text.singleSpaced == expected)
  }
}
