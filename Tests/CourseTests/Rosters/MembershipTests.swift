import Git
import Model
import Storage
import Testing
import Text

@testable import Course

@Suite struct MembershipTests {
  private let now = Instant("2026-11-28T11:00:00Z")

  @Test(arguments: [
    ("7b", Membership.schoolClass("7b"), "classes/7b"),
    ("classes/7b", .schoolClass("7b"), "classes/7b"),
    ("Klasse 7b", .schoolClass("7b"), "classes/7b"),
    ("7b/red", .group(schoolClass: "7b", group: "red"), "classes/7b/red"),
    ("red", .group(schoolClass: "7b", group: "red"), "classes/7b/red"),
    ("math", .subject("math"), "math"), ("subjects/math", .subject("math"), "math"),
    ("Mathematics", .subject("math"), "math"),
  ])
  func classesGroupsAndSubjectsHaveMembers(_ text: String, _ expected: Membership, _ path: String)
    throws
  {
    let found = try Membership(text, in: .small())
    #expect(found == expected)
    #expect(found.object.description == path)
    #expect(found.subject == (path == "math" ? "math" : nil))
  }

  @Test(arguments: [
    ("ada", LookupError.unknown("ada", suggestion: nil)), ("", .unknown("", suggestion: nil)),
    (".", .unknown(".", suggestion: nil)),
    ("math/fractions", .unknown("math/fractions", suggestion: nil)),
    ("everyone", .unknown("everyone", suggestion: nil)),
    ("maths", .unknown("maths", suggestion: "math")),
  ])
  func otherObjectsHaveNoMembers(_ text: String, _ error: LookupError) {
    #expect(throws: error) { try Membership(text, in: .small()) }
  }

  @Test func nameOfAClassAndASubjectIsAmbiguous() {
    let files = SchoolFiles.small(with: ["classes/math/class.yaml": "title: The maths class\n"])
    #expect(
      throws: LookupError.ambiguous("math", candidates: ["classes/math", "subjects/math"])
    ) { try Membership("math", in: files) }
    #expect((try? Membership("classes/math", in: files)) == .schoolClass("math"))
  }

  @Test func membersAreThoseInTheFile() throws {
    let files = SchoolFiles.small()
    #expect(try Membership("7b", in: files).members(files) == ["ada", "ben", "noor"])
    #expect(try Membership("7b/blue", in: files).members(files) == ["ben"])
    // Noor was removed.
    #expect(try Membership("math", in: files).members(files) == ["ada", "ben"])
    #expect(try Membership("art", in: files).members(files) == [])
    #expect(Membership.subject("math").file == "subjects/math/participants.yaml")
    #expect(Membership.group(schoolClass: "7b", group: "red").file == "classes/7b/class.yaml")
  }

  @Test func otherPermissionsAreThoseOfCurrentParticipants() throws {
    let files = SchoolFiles.small()
    func others(_ place: Membership, _ permission: Participant.Permission) throws -> [String] {
      try place.members(among: ["noor", "ben", "ada"], without: permission, files)
    }
    #expect(try others(.subject("math"), .readWrite) == ["ben"])
    #expect(try others(.subject("math"), .readOnly) == ["ada"])
    #expect(try others(.schoolClass("7b"), .readOnly) == [])
  }

  @Test func formerParticipantsKeepTheirPermission() throws {
    let files = SchoolFiles.small()
    let found = try Membership.subject("math").keepingPermission(["noor", "ada"], files)
    #expect(found.map(\.id) == ["noor"])
    #expect(try Membership.schoolClass("7b").keepingPermission(["noor"], files) == [])
  }

  @Test(arguments: [
    ("7b", ["art", "math"]), ("7b/red", ["art", "math"]), ("8a", []), ("art", ["art"]),
  ])
  func subjectsDependOnTheirAssignments(_ text: String, _ subjects: [String]) throws {
    let files = SchoolFiles.small(with: [
      "assignments/words.yaml": "title: Read this\nto: [7b/blue]\n",
      "assignments/old.yaml": "title: Old\nto: [8a]\nwork: [math/fractions]\nstate: archived\n",
      "assignments/draft.yaml": "title: New\nto: [8a]\nwork: [math/fractions]\nstate: draft\n",
    ])
    #expect(try Membership(text, in: files).subjects(files) == subjects)
  }

  @Test func studentsAreAddedAndRemoved() throws {
    let school = try TemporarySchool()
    let store = try school.store()
    _ = try store.change("add", "test", by: school.teacher()) { change in
      try Membership.schoolClass("8a").add(["ada"], nil, at: now, in: change)
      try Membership.group(schoolClass: "7b", group: "blue").add(["noor"], nil, at: now, in: change)
      try Membership.subject("math").add(["jun.tanaka"], .readOnly, at: now, in: change)
    }
    let files = store.files
    #expect(try files.schoolClass("8a").students == ["jun.tanaka", "ada"])
    #expect(try files.schoolClass("7b").group("blue")?.students == ["ben", "noor"])
    let jun = try #require(try files.participants(of: "math").entries.last)
    #expect(jun.id == "jun.tanaka" && jun.permission == .readOnly && jun.since == now)
    _ = try store.change("remove", "test", by: school.teacher(after: 2)) { change in
      try Membership.schoolClass("8a").remove(["jun.tanaka"], at: now, in: change)
      try Membership.group(schoolClass: "7b", group: "blue").remove(["ben"], at: now, in: change)
      try Membership.subject("math").remove(["jun.tanaka"], at: now, in: change)
    }
    #expect(try store.files.schoolClass("8a").students == ["ada"])
    #expect(try store.files.schoolClass("7b").group("blue")?.students == ["noor"])
    #expect(try Membership.subject("math").members(store.files) == ["ada", "ben"])
  }
}

@Suite struct PeopleTests {
  private func students(_ words: String...) throws -> [String] {
    try People(.small()).students(words)
  }

  @Test(arguments: [
    ("ada", Recipient.student("ada")), ("students/ada", .student("ada")),
    ("Ada Lindqvist", .student("ada")),
    ("7b", .schoolClass("7b")), ("Klasse 8a", .schoolClass("8a")), ("everyone", .everyone),
    ("7b/red", .group(schoolClass: "7b", group: "red")),
    ("red", .group(schoolClass: "7b", group: "red")),
    ("7b+red", .group(schoolClass: "7b", group: "red")),
  ])
  func wordsNameStudentsClassesAndGroups(_ word: String, _ expected: Recipient) throws {
    #expect(try People(.small()).recipient(word) == expected)
  }

  @Test(arguments: [
    ("adda", LookupError.unknown("adda", suggestion: "students/ada")),
    ("7b+green", .unknown("7b+green", suggestion: nil)),
    ("math", .unknown("math", suggestion: nil)),
    ("", .unknown("", suggestion: nil)), ("Everyone", .unknown("Everyone", suggestion: nil)),
  ])
  func otherWordsMatchNoStudent(_ word: String, _ error: LookupError) {
    #expect(throws: error) { try People(.small()).recipient(word) }
  }

  @Test func ambiguousNamesAreRefused() {
    let files = SchoolFiles.small(with: [
      "classes/8a/class.yaml": "title: Klasse 8a\nstudents: []\ngroups: {red: []}\n"
    ])
    #expect(
      throws: LookupError.ambiguous("red", candidates: ["classes/7b/red", "classes/8a/red"])
    ) { try People(files).recipient("red") }
  }

  @Test func studentsAreListedOnceInTheOrderOfTheWords() throws {
    #expect(try students("7b/red", "ben", "7b", "ada") == ["ada", "noor", "ben"])
    #expect(try students("ben", "everyone") == ["ben", "ada", "jun.tanaka", "noor"])
    #expect(try students() == [])
    #expect(try People(.small()).students(["everyone"], everyone: ["noor"]) == ["noor"])
    #expect(throws: LookupError.self) { try students("ada", "nobody") }
  }

  @Test func everyoneOfASubjectMeansItsClasses() throws {
    let people = People(.small())
    #expect(try people.students(["everyone"], joining: "math") == ["ada", "ben", "noor"])
    #expect(try people.students(["8a", "everyone"], joining: "math").first == "jun.tanaka")
    #expect(try people.students(["8a"], joining: "art") == ["jun.tanaka"])
    let failure = #expect(throws: Failure.self) {
      try people.students(["ada", "everyone"], joining: "art")
    }
    #expect(failure?.id == .valueIsFaulty)
    #expect(failure?.message == "cannot resolve 'everyone': 'art' has no classes")
    #expect(failure?.hint == "name classes or students, or set 'classes' of art first")
  }
}
