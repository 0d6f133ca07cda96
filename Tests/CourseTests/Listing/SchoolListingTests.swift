import Exchange
import Model
import Reports
import Storage
import Testing
import Text

@testable import Course

/// Lists of the small school at noon on 2026-11-28, a Saturday.
@Suite struct SchoolListingTests {
  private static let now = Instant("2026-11-28T11:00:00Z")

  private func listings(_ more: [String: String] = [:]) throws -> SchoolListings {
    try SchoolListings(.small(with: more), root: "/nonexistent", now: Self.now)
  }

  /// Some columns of a list as people see them, without the creation time.
  private func rows<Item>(
    _ listing: Listing<Item>, _ columns: [String], _ filter: String? = nil
  ) throws -> [[String]] {
    let plain = Listing(
      kind: listing.kind, items: listing.items,
      properties: listing.properties.filter { $0.column.name != "created" },
      filters: listing.filters)
    let table = try plain.table(
      sortedBy: [], where: filter.map { try Condition.list($0) } ?? [])
    let places = columns.map { name in table.columns.firstIndex { $0.name == name } }
    return table.rows.map { row in places.map { place in place.map { row[$0].shown } ?? "?" } }
  }

  // MARK: People

  @Test func studentsHaveTheirClassesAndGroups() throws {
    let all = try listings().students()
    #expect(
      try rows(all, ["id", "family", "classes", "groups"]) == [
        ["ada", "Lindqvist", "7b", "7b/red"], ["ben", "Okri", "7b", "7b/blue"],
        ["noor", "Haddad", "7b", "7b/red"], ["jun.tanaka", "Tanaka", "8a", "8a/solo"],
      ])
    #expect(try rows(listings().students(["noor", "eve", "ada"]), ["id"]) == [["noor"], ["ada"]])
  }

  @Test(arguments: [
    ("class=7b", ["ada", "ben", "noor"]), ("class!=7b", ["jun.tanaka"]),
    ("group=7b/red", ["ada", "noor"]),
    ("group=none", []), ("family=OKRI", ["ben"]), ("alias!=", ["noor"]),
    ("number=1", ["ada", "jun.tanaka"]),
  ])
  func studentsAreFiltered(_ filter: String, _ ids: [String]) throws {
    #expect(try rows(listings().students(), ["id"], filter) == ids.map { [$0] })
  }

  @Test func unknownClassIsATypo() throws {
    let failure = try #require(
      #expect(throws: Failure.self) {
        try rows(listings().students(), ["id"], "class=7c")
      })
    #expect(failure.id == .notFound)
    #expect(failure.message == "no students with class '7c'")
    #expect(failure.hint == "did you mean '7b'?")
  }

  @Test func classesAndGroupsCountTheirStudents() throws {
    #expect(
      try rows(listings().classes(), ["id", "title", "year", "students", "groups"]) == [
        ["7b", "Klasse 7b", "7", "3", "red, blue"], ["8a", "Klasse 8a", "", "1", "solo"],
      ])
    #expect(
      try rows(listings().groups(), ["path", "students", "count"]) == [
        ["7b/red", "ada, noor", "2"], ["7b/blue", "ben", "1"], ["8a/solo", "jun.tanaka", "1"],
      ])
    #expect(try rows(listings().groups(), ["path"], "class=8a") == [["8a/solo"]])
  }

  @Test func participantsIncludeRequestsWhichOnlyClaimAnIdentity() throws {
    let listing = try listings().participants(of: ["math", "art"], [:])
    #expect(
      try rows(listing, ["id", "name", "subject", "permission", "state", "since"]) == [
        ["ada", "Ada Lindqvist", "math", "read-write", "accepted", "2026-11-20 09:00"],
        ["ben", "Ben Okri", "math", "read-only", "pending", "2026-11-21 09:00"],
        ["noor", "Noor Haddad", "math", "read-only", "removed", "2026-11-20 09:00"],
      ])
    #expect(try rows(listing, ["id"], "state=removed") == [["noor"]])
    #expect(try rows(listing, ["id"], "since=2026-11-21") == [["ben"]])
  }

  @Test func participantsHaveTheTimeOfTheirLastSubmission() throws {
    let commit = String(repeating: "a", count: 40)
    let ledger = """
      ada: [{commit: \(commit), at: "2026-11-21T08:00:00Z", by: collect}, {at: "2026-11-24T08:00:00Z", by: collect}]
      7b+red: [{commit: \(commit), at: "2026-11-22T08:00:00Z", by: collect}]
      7b+blue: [{commit: nonsense, at: soon}]

      """
    let listing = try listings(["received/math/fractions/adding.yaml": ledger])
      .participants(of: ["math"], [:])
    // Ada's look without a submission doesn't count, but her group's submission does.
    #expect(
      try rows(listing, ["id", "handedIn"]) == [
        ["ada", "2026-11-22 09:00"], ["ben", ""], ["noor", "2026-11-22 09:00"],
      ])
  }

  // MARK: Assignments

  @Test(arguments: [
    ("", "active (2 new)"), ("due: \"2026-11-28 11:59\"\n", "active (2 new)"),
    ("release: \"2026-11-28 12:01\"\n", "scheduled"),
    ("release: \"2026-11-28 12:00\"\n", "active (2 new)"),
    ("state: draft\ndue: \"2026-11-01\"\n", "draft"), ("state: archived\n", "archived"),
    ("mode: view\ndue: \"2026-11-28 12:01\"\n", "active (2 new)"),
    ("mode: view\ndue: \"2026-11-28 11:59\"\n", "completed"),
    (
      "mode: view\ndue: \"2026-11-01\"\nextensions: [{who: ada, until: \"2026-12-01\"}]\n",
      "active (2 new)"
    ),
    (
      "mode: view\ndue: \"2026-11-01\"\nextensions: [{who: ada, until: \"2026-11-05\"}]\n",
      "completed"
    ),
  ])
  func assignmentsHaveAState(_ fields: String, _ state: String) throws {
    let text = "title: T\nto: [7b/red, ben]\nwork: [math/fractions]\n" + fields
    let listing = try listings(["assignments/homework-1.yaml": text]).assignments()
    #expect(
      try rows(listing, ["id", "to", "work", "state"]) == [
        ["homework-1", "7b/red, ben", "math/fractions", state]
      ])
    let isUnpublished = ["draft", "scheduled"].contains(state)
    #expect(try rows(listing, ["id"], "state=unpublished").isEmpty != isUnpublished)
  }

  @Test(arguments: [
    ("class=7b", true), ("group=7b/red", true), ("group=7b/blue", false), ("subject=math", true),
    ("subject=art", false), ("class=8a", false), ("due=2026-11-28", true), ("due=2026-12", false),
  ])
  func assignmentsAreFiltered(_ filter: String, _ isFound: Bool) throws {
    let text = "title: T\nto: [7b/red]\nwork: [math/fractions]\ndue: \"2026-11-28\"\n"
    let listing = try listings(["assignments/homework-1.yaml": text]).assignments()
    #expect(try rows(listing, ["id"], filter).isEmpty != isFound)
  }

  @Test func favouritesComeFirstAndArchivedAssignmentsCanBeLeftOut() throws {
    let text = "title: T\nto: [7b]\nwork: [math/fractions]\n"
    let listings = try listings([
      "assignments/homework-1.yaml": text, "assignments/b.yaml": text + "state: archived\n",
      "assignments/c.yaml": text + "favourite: yes\n",
    ])
    #expect(try rows(listings.assignments(), ["id"]) == [["c"], ["b"], ["homework-1"]])
    #expect(try rows(listings.assignments(withArchived: false), ["id"]) == [["c"], ["homework-1"]])
    #expect(try rows(listings.assignments(), ["id"], "favourite=yes") == [["c"]])
  }

  @Test(arguments: [
    (false, "active (1 opened, 1 submitted)", "active (2 new)"),
    // A second attempt of ada, and activity of ben, after it was assigned again.
    (true, "active (1 opened, 1 submitted)", "active (1 opened, 1 submitted)"),
  ])
  func attemptsCountForTheAssignmentOfTheirTime(
    _ isSecond: Bool, _ first: String, _ again: String
  ) throws {
    func arrival(_ letter: String, _ time: String) -> String {
      "{commit: \(String(repeating: letter, count: 40)), at: \"\(time)\", by: collect}"
    }
    let (early, late) = ("2026-11-20T08:00:00Z", "2026-11-26T08:00:00Z")
    let arrivals = [arrival("a", early)] + (isSecond ? [arrival("b", late)] : [])
    let text = "title: T\nto: [7b]\nwork: [math/fractions/adding]\ndue: "
    let listing = try listings([
      "assignments/homework-1.yaml": text + "\"2026-11-23\"\n",
      "assignments/homework-2.yaml": text + "\"2026-12-23\"\nagain: \"2026-11-25T08:00:00Z\"\n",
      "received/math/fractions/adding.yaml": "ada: [\(arrivals.joined(separator: ", "))]\n",
      "activity/math/fractions/adding.yaml":
        "ben: {time: 5s, attempts: 1, at: \"\(isSecond ? late : early)\"}\n",
    ]).assignments()
    #expect(
      try rows(listing, ["id", "state"]) == [["homework-1", first], ["homework-2", again]])
  }

  // MARK: Worksheets

  private func state(_ fields: String, _ assignment: String = "state: draft\n") throws -> [String] {
    let files = SchoolFiles.small(with: [
      "subjects/math/one/worksheet.yaml": "title: One\n" + fields,
      "assignments/homework-1.yaml": "title: T\nto: [7b]\nwork: [math/one]\n" + assignment,
    ])
    let standing = SchoolStates(files, at: Self.now)
    let worksheet = try files.worksheet(ContextPath(subject: "math", components: ["one"]))
    let due = try standing.due(worksheet).map { try files.zone().text($0) }
    let words = [try standing.state(worksheet)].compactMap { $0 } + (try standing.groups(worksheet))
    #expect(Set(words).isSubset(of: standing.states))
    return words + [due].compactMap { $0 }
  }

  @Test(arguments: [
    ("", "state: draft\n", ["released"]), ("draft: yes\n", "", ["draft", "unpublished"]),
    ("release: \"2026-11-28 12:01\"\n", "", ["scheduled", "unpublished"]),
    ("release: \"2026-11-28 12:00\"\n", "", ["released", "active"]),
    ("", "release: \"2026-11-29\"\n", ["scheduled", "unpublished"]),
    ("", "due: \"2026-11-27\"\n", ["released", "completed", "2026-11-27 23:59"]),
    ("due: \"2026-12-02\"\n", "", ["released", "active", "2026-12-02 23:59"]),
    ("due: \"2026-12-02\"\n", "state: archived\n", ["released", "completed", "2026-12-02 23:59"]),
    (
      "exam: {from: \"2026-11-30 08:00\", to: \"2026-11-30 08:45\"}\n", "",
      ["scheduled", "unpublished", "2026-11-30 08:45"]
    ),
  ])
  func worksheetsHaveAState(_ fields: String, _ assignment: String, _ expected: [String]) throws {
    #expect(try state(fields, assignment) == expected)
  }
}
