import Model
import Testing

@Suite struct RosterTests {
  private func plan(
    _ rows: [RosterRow], knowing students: [Student] = [], in members: [String] = [],
    rule: NamingRule = .given
  ) throws(RosterProblem) -> RosterPlan {
    try RosterPlan(
      rows,
      roster: Roster(
        students: Students(students),
        classes: ["7b": SchoolClass(id: "7b", title: "7b", students: members)]),
      rule: rule, language: "de")
  }

  private func row(_ line: Int, _ given: String, _ family: String, _ more: [String: String] = [:])
    -> RosterRow
  {
    RosterRow(
      line: line, fields: more.merging(["given": given, "family": family]) { $1 }, classes: ["7b"])
  }

  // MARK: Matching

  /// Siblings who share an address are never mistaken for each other.
  @Test func siblingsAreDistinguished() throws {
    let ada = Student(id: "ada", given: "Ada", family: "Roth", email: "home@x.org")
    let found = try plan([row(2, "Ben", "Roth", ["email": "HOME@x.org"])], knowing: [ada])
    #expect(found.entries.map(\.isNew) == [true])
    #expect(found.doubts == [.sameMark(line: 2, id: "ben", field: "email", other: "ada")])
  }

  /// A number that was given to another student never matches the wrong student.
  @Test func numbersMayChange() throws {
    let ben = Student(id: "ben", given: "Ben", family: "Okri", number: 2)
    let found = try plan(
      [row(2, "Bea", "Lang", ["number": "2"]), row(3, "Ben", "Okri", ["number": "3"])],
      knowing: [ben], in: ["ben"])
    #expect(found.entries.map(\.id) == ["bea", "ben"])
    #expect(found.entries.map(\.isNew) == [true, false])
    #expect(found.doubts.isEmpty)
  }

  @Test func familyNameMayChange() throws {
    let ada = Student(id: "ada", given: "Ada", family: "Roth", number: 4)
    let found = try plan([row(2, "Àda", "Lang", ["number": "4"])], knowing: [ada], in: ["ada"])
    #expect(found.entries.map(\.id) == ["ada"])
    #expect(found.entries[0].changes.map(\.field) == ["given", "family"])
  }

  @Test func namesakesAreDistinguishedByOtherFields() throws {
    let annas = [
      Student(id: "anna", given: "Anna", family: "Roth", number: 1),
      Student(id: "anna.r", given: "Anna", family: "Roth", number: 2),
    ]
    let found = try plan(
      [row(2, "Anna", "Roth", ["number": "2"]), row(3, "Anna", "Roth", ["number": "1"])],
      knowing: annas, in: ["anna", "anna.r"])
    #expect(found.entries.map(\.id) == ["anna.r", "anna"])
    #expect(found.isEmpty)
    #expect(throws: RosterProblem.self) {
      try plan([row(2, "Anna", "Roth")], knowing: annas, in: ["anna", "anna.r"])
    }
  }

  @Test func absentMembersAreReported() throws {
    let students = ["ada", "ben"].map { Student(id: $0, given: $0) }
    let found = try plan([row(2, "ada", "")], knowing: students, in: ["ada", "ben"])
    #expect(found.absences.map { [$0.id, $0.schoolClass] } == [["ben", "7b"]])
  }

  // MARK: Identifiers

  @Test(arguments: [
    (NamingRule.given, ["jean-luc", "zoe", "s3"]),
    (.givenFamily, ["jean-luc.grosser", "zoe.lukasik", "s3"]),
    (.familyGiven, ["grosser.jean-luc", "lukasik.zoe", "s3"]),
    (.number, ["s1", "s2", "s3"]),
  ])
  func identifiersFollowARule(_ rule: NamingRule, _ expected: [String]) throws {
    let found = try plan(
      [
        row(2, "Jean-Luc", "Großer", ["number": "1"]), row(3, "Zoë", "Łukasik", ["number": "2"]),
        row(4, "純", "田中", ["number": "3"]),
      ], rule: rule)
    #expect(found.entries.map(\.id) == expected)
  }

  /// Duplicate ids get the next candidate; reserved and used ids, and those of classes, are
  /// skipped.
  @Test func identifiersAreUnique() throws {
    let found = try plan(
      [
        row(2, "Ada", "Roth"), row(3, "Ada", "Lang"), row(4, "Con", "Lang"), row(5, "Ben", "Lang"),
        row(6, "Eva", "Lang"), row(7, "Eva", "Lang"), row(8, "7b", "Ö'Neil"),
      ], knowing: [Student(id: "BEN", given: "Benno", family: "Lang")])
    #expect(
      found.entries.map(\.id) == [
        "ada.roth", "ada.lang", "lang", "ben.lang", "eva-1", "eva-2",
        "7b.oeneil",
      ])
  }

  // MARK: Groups

  @Test func groupDivisionIsReproducible() {
    let students = (1...26).map { "s\($0)" }
    let groups = GroupMaking.deal(students, into: 6, seed: 1)
    #expect(groups.map(\.count) == [5, 5, 4, 4, 4, 4])
    #expect(Set(groups.joined()) == Set(students))
    let again = GroupMaking.deal(students.reversed(), into: 6, seed: 1)
    #expect(groups.map(Set.init) == again.map(Set.init))
    #expect(groups != GroupMaking.deal(students, into: 6, seed: 2))
  }

  @Test func balancedGroupsHaveSimilarMeans() {
    let students = (0..<24).map { "s\($0)" }
    let groups = GroupMaking.deal(students, into: 4, seed: 9) {
      Rational(Int($0.dropFirst()) ?? 0)
    }
    let sums = groups.map { $0.reduce(0) { $0 + (Int($1.dropFirst()) ?? 0) } }
    #expect(Set(sums) == [69])
  }

  @Test func seedsAreStable() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    #expect((0..<100).allSatisfy { _ in (0..<7).contains(random.next(below: 7)) })
    #expect(random.next(below: 1) == 0)
  }
}
