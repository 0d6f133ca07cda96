import Model
import PlainYAML
import Reports
import Storage
import Testing
import Text

@testable import Course

@Suite struct ContentListingTests {
  private static let math = ContextPath(subject: "math")

  private func listings(_ more: [String: String] = [:]) throws -> ContentListings {
    let files = SchoolFiles.small(with: more)
    return try ContentListings(files, SchoolStates(files, at: Instant("2026-11-28T11:00:00Z")))
  }

  private func rows<Item>(
    _ listing: Listing<Item>, _ columns: [String], _ filter: String? = nil
  ) throws -> [[String]] {
    let table = try listing.table(sortedBy: [], where: filter.map { try Condition.list($0) } ?? [])
    let places = columns.map { name in table.columns.firstIndex { $0.name == name } }
    return table.rows.map { row in places.map { place in place.map { row[$0].shown } ?? "?" } }
  }

  @Test func subjectsHaveTheirClasses() throws {
    #expect(
      try rows(listings().subjects(), ["id", "title", "topic", "classes"]) == [
        ["art", "Art", "", ""], ["math", "Mathematics", "math", "7b"],
      ])
    #expect(try rows(listings().subjects(), ["id"], "class=7b") == [["math"]])
    #expect(try rows(listings().subjects(), ["id"], "subject=ART") == [["art"]])
  }

  @Test func contextsAreInOrderAndShowWhichHaveContent() throws {
    let deep = try listings().contexts(below: [Self.math], isDeep: true)
    #expect(
      try rows(deep, ["path", "title", "type", "order"]) == [
        ["math/fractions/", "Fractions", "chapter", "2"],
        ["math/fractions/adding/", "Adding fractions", "quiz", ""],
        // A folder without a file is a section, and comes after those with an order.
        ["math/geometry/", "geometry", "section", ""],
        ["math/geometry/note", "A note", "memo", "1"],
      ])
    let flat = try listings().contexts(below: [Self.math], isDeep: false)
    #expect(try rows(flat, ["path"]) == [["math/fractions/"], ["math/geometry/"]])
    #expect(try rows(deep, ["title"], "children=no") == [["A note"]])
  }

  @Test(arguments: [
    ("type=memo", ["A note"]), ("type=custom", ["A note"]), ("type=quiz", ["Adding fractions"]),
    ("topic=math", ["Fractions", "geometry", "A note"]),
    ("topic=healthAndFitness", ["Adding fractions"]),
    ("class=7b,type=chapter", ["Fractions"]), ("subject=art", []), ("order=1", ["A note"]),
  ])
  func topicsComeFromTheNearestContext(_ filter: String, _ titles: [String]) throws {
    let deep = try listings().contexts(below: [Self.math], isDeep: true)
    #expect(try rows(deep, ["title"], filter).map { $0[0] } == titles)
  }

  @Test func damagedParentHasNoTopic() throws {
    let files = SchoolFiles.small(with: [
      "subjects/math/fractions/context.yaml": "title: [\n",
      "subjects/math/fractions/other/worksheet.yaml": "title: Other\n",
    ])
    let other = Self.math.appending("fractions").appending("other")
    #expect(Topics(files).topic(at: other) == "math")
    #expect(Topics(files).topic(of: try files.context(other)) == "math")
    #expect(Topics(files).topic(at: ContextPath(subject: "none")) == nil)
  }

  @Test func worksheetsShowPointsAndDueDate() throws {
    let paths = try listings().files.worksheets(below: Self.math)
    let columns = ["path", "type", "points", "exercises", "state", "due"]
    #expect(
      try rows(listings().worksheets(paths), columns) == [
        ["math/fractions/adding", "quiz", "3.5", "2", "released", "2026-11-28 23:59"]
      ])
    for filter in ["state=active", "points=3,5", "due=2026-11", "class=7b"] {
      #expect(try rows(listings().worksheets(paths), ["type"], filter) == [["quiz"]])
    }
    #expect(try rows(listings().worksheets(paths), ["type"], "state=draft") == [])
    #expect(throws: Failure.self) { try rows(listings().worksheets(paths), ["type"], "state=gone") }
  }

  @Test func exercisesAreNumberedInTheirWorksheet() throws {
    let path = Self.math.appending("fractions").appending("adding")
    let listing = try listings().exercises(of: [path])
    #expect(
      try rows(listing, ["path", "type", "points", "prompt", "number"]) == [
        ["math/fractions/adding/half", "number", "2", "What is 1/2 + 1/4?", "1"],
        ["math/fractions/adding/why", "essay", "1.5", "Why?", "2"],
      ])
    #expect(try rows(listing, ["number"], "type=essay") == [["2"]])
  }

  @Test func clonesShowPathsWithoutTheSubject() throws {
    let files = SchoolFiles(
      MemoryFiles(texts: [
        "subject.yaml": "format: 1\ntitle: Mathematics\nschool: S\nuid: x\nzone: Europe/Berlin\n",
        "adding/worksheet.yaml": "title: Adding\nexercises:\n  - {id: a, type: essay, prompt: P}\n",
      ]), layout: .clone(subject: "math"))
    let standing = SchoolStates(files, at: Instant("2026-11-28T11:00:00Z"))
    let listings = try ContentListings(files, standing)
    #expect(
      try rows(listings.contexts(below: [Self.math], isDeep: true), ["path"]) == [["adding/"]])
    #expect(
      try rows(listings.exercises(of: [Self.math.appending("adding")]), ["path"]) == [["adding/a"]])
  }

  @Test(arguments: [
    ("", ""), ("one", "one"), ("one\ntwo", "one …"), ("\n \none\n\n", "one"),
    ("one\r\ntwo", "one …"),
    ("\t\n", ""), ("one\u{2028}two", "one …"),
  ])
  func promptsAreShownByTheirFirstLine(_ text: String, _ line: String) {
    #expect(firstLine(text) == line)
  }
}

@Suite struct CreationTimeTests {
  @Test func objectsBeginWithTheFirstCommitAboutThem() throws {
    let school = try TemporarySchool()
    let store = try school.store()
    _ = try store.change("create student", "students/eve", by: school.teacher(after: 1)) { change in
      try change.createStudent("eve", .fields([("given", "Eve")]))
    }
    try school.write("subjects/math/more/late/worksheet.yaml", "title: Late\n")
    try school.commit("by hand", at: "2026-11-20T08:00:00Z")
    _ = try store.change("set", "students/eve", by: school.teacher(after: 9999)) { change in
      try change.edit("students.yaml") { try $0.setting(["eve", "family"], to: "Roth") }
    }
    let times = CreationTimes(root: school.root)
    func time(_ object: ObjectPath) throws -> String? { try times.time(of: object)?.description }
    let math = ContextPath(subject: "math")
    #expect(try time(.student("eve")) == school.teacher(after: 1).time.description)
    #expect(try time(.context(math)) == "2026-11-18T08:00:00Z")
    #expect(try time(.context(math.appending("more"))) == "2026-11-20T08:00:00Z")
    #expect(try time(.context(math.appending("more").appending("late"))) == "2026-11-20T08:00:00Z")
    #expect(try time(.student("nobody")) == nil)
  }
}
