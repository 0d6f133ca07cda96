import Model
import Storage
import Testing
import Text

@testable import Course

@Suite struct ListRequestTests {
  private let files = SchoolFiles.small()

  private func request(_ words: String) throws -> ListRequest {
    try ListRequest(words.split(separator: " ").map(String.init), in: files)
  }

  @Test(
    arguments: [
      ("", ListedKind.subjects, nil, false), ("worksheets", .worksheets, nil, true),
      ("worksheet", .worksheets, nil, true), ("classes", .classes, nil, true),
      ("class", .classes, nil, true), ("math", .contexts, "math", false),
      ("school", .subjects, "school", false), ("7b", .students, "classes/7b", false),
      ("7b/red", .students, "classes/7b/red", false),
      ("fractions", .contexts, "math/fractions", false),
      ("math/fractions/adding", .exercises, "math/fractions/adding", false),
      ("adding", .exercises, "math/fractions/adding", false),
      ("homework-1", .worksheets, "assignments/homework-1", false),
      ("exercises math", .exercises, "math", true), ("student 7b", .students, "classes/7b", true),
      ("class 7b", .classes, "classes/7b", true),
    ] as [(String, ListedKind, String?, Bool)])
  func wordsNameAKindAParentOrBoth(
    _ words: String, _ kind: ListedKind, _ parent: String?, _ namesKind: Bool
  ) throws {
    let request = try request(words)
    #expect(request.kind == kind)
    #expect(request.parent?.description == parent)
    #expect(request.namesKind == namesKind)
  }

  @Test(
    arguments: [
      ("a b c", FailureID.commandIsFaulty, "unexpected argument 'c'", "see 'teachkit list --help'"),
      ("things 7b", .commandIsFaulty, "cannot list 'things'", nil),
      ("workshets math", .commandIsFaulty, "cannot list 'workshets'", "did you mean 'worksheets'?"),
      ("grades math", .commandIsFaulty, "cannot list 'grades'", "run 'teachkit grades SUBJECT'"),
      ("templates", .notFound, "no object or list 'templates'", "run 'teachkit template list'"),
      (
        "zzz", .notFound, "no object or list 'zzz'",
        "write one of subjects, contexts, worksheets, exercises, assignments, classes, students, "
          + "groups, participants, or the path of an object"
      ),
      (
        "ada", .valueIsFaulty, "'students/ada' contains nothing to list",
        "run 'teachkit show students/ada' to see it"
      ),
      (
        "adding/half", .valueIsFaulty, "'math/fractions/adding/half' contains nothing to list",
        "run 'teachkit show math/fractions/adding/half' to see it"
      ),
    ] as [(String, FailureID, String, String?)])
  func otherWordsAreRefused(_ words: String, _ id: FailureID, _ message: String, _ hint: String?) {
    let failure = #expect(throws: Failure.self) { try request(words) }
    #expect(failure?.id == id)
    #expect(failure?.message.text == message)
    if let hint { #expect(failure?.hint?.text == hint) }
  }

  @Test func misspelledPathsHaveASuggestion() {
    #expect(throws: LookupError.unknown("math/fraction", suggestion: "math/fractions")) {
      try request("math/fraction")
    }
  }

  @Test func clonesListTheirWorksheets() throws {
    let clone = SchoolFiles(
      MemoryFiles(texts: ["subject.yaml": "title: Mathematics\n"]), layout: .clone(subject: "math"))
    #expect(try ListRequest([], in: clone).kind == .worksheets)
  }

  @Test(arguments: [
    ("worksheets", ["math/fractions/adding"]), ("worksheets math", ["math/fractions/adding"]),
    ("worksheets geometry", []), ("worksheets art", []), ("homework-1", ["math/fractions/adding"]),
    ("exercises adding/half", ["math/fractions/adding"]),
  ])
  func worksheetsAreThoseBelowTheParent(_ words: String, _ paths: [String]) throws {
    #expect(try request(words).worksheets(files).map(\.description) == paths)
  }

  @Test(
    arguments: [
      ("students", nil), ("students school", nil), ("students 7b", ["ada", "ben", "noor"]),
      ("students red", ["ada", "noor"]), ("students ben", ["ben"]),
    ] as [(String, [String]?)])
  func studentsAreThoseOfTheParent(_ words: String, _ ids: [String]?) throws {
    #expect(try request(words).students(files) == ids)
  }

  @Test(arguments: [
    ("subjects 7b", "--class", "7b"), ("groups 7b", "--class", "7b"),
    ("assignments 7b", "--class", "7b"),
    ("assignments 7b/red", "--group", "7b/red"), ("subjects math", "--subject", "math"),
    ("assignments math", "--subject", "math"),
  ])
  func parentsThatContainNothingAreConditions(_ words: String, _ name: String, _ value: String)
    throws
  {
    let condition = try #require(try request(words).condition())
    #expect(condition.shownName == name)
    #expect(condition.value == value)
    #expect(!condition.isNegated)
  }

  @Test(arguments: ["worksheets", "subjects school", "worksheets math", "students 7b"])
  func otherParentsAreNotConditions(_ words: String) throws {
    #expect(try request(words).condition() == nil)
  }

  @Test(arguments: [
    ("classes 7b", "no classes in 'classes/7b'"), ("groups ada", "no groups in 'students/ada'"),
    ("subjects math/fractions", "no subjects in 'math/fractions'"),
    ("assignments ada", "no assignments in 'students/ada'"),
  ])
  func objectsOfOtherKindsAreNotParents(_ words: String, _ message: String) throws {
    let request = try request(words)
    let failure = #expect(throws: Failure.self) { try request.condition() }
    #expect(failure?.id == .valueIsFaulty)
    #expect(failure?.message.text == message)
  }

  @Test func contentIsNotInAClassOrStudent() throws {
    for words in ["worksheets 7b", "contexts ada"] {
      #expect(throws: Failure.self) { try request(words).contexts(files) }
    }
    #expect(throws: Failure.self) { try request("students math").students(files) }
  }

  @Test func everyKindHasAHintForItsFirstObject() {
    for kind in ListedKind.allCases {
      #expect(kind.beginning(in: nil).text.contains("'teachkit "))
      #expect(
        kind.isContent
          == ["subjects", "contexts", "worksheets", "exercises"].contains(kind.rawValue))
    }
    let math = ObjectPath.context(ContextPath(subject: "math"))
    #expect(
      ListedKind.worksheets.beginning(in: math).text.hasSuffix(
        "'teachkit create worksheet math/NAME'"))
    #expect(
      ListedKind.participants.beginning(in: math)
        == "add them with 'teachkit share math --with CLASS'")
  }
}
