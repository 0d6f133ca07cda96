import Model
import Reports
import Testing
import Text

@testable import Course

@Suite struct ListingTests {
  private struct Item {
    let name: String
    let size: Int?
    let tags: [String]
  }

  private let listing = Listing(
    kind: "things",
    items: [
      Item(name: "b", size: 2, tags: ["x"]), Item(name: "A", size: nil, tags: []),
      Item(name: "c", size: 2, tags: ["x", "y"]), Item(name: "d", size: 1, tags: ["y"]),
    ],
    properties: [
      .text("name") { $0.name }, .integer("size") { $0.size },
      .words("tags", filter: "class") { $0.tags },
    ])

  private func names(_ keys: [String], _ filters: [(String, String)] = []) throws -> [String] {
    try listing.table(sortedBy: keys, where: filters.map { Condition(option: $0.0, $0.1) })
      .rows.map { $0[0].shown }
  }

  @Test func sortsByEachKeyInOrder() throws {
    #expect(try names([]) == ["b", "A", "c", "d"])
    #expect(try names(["name"]) == ["A", "b", "c", "d"])
    #expect(try names(["-name"]) == ["d", "c", "b", "A"])
    #expect(try names(["size", "-name"]) == ["d", "c", "b", "A"])
    #expect(try names(["-size"]) == ["b", "c", "d", "A"])
  }

  @Test func filters() throws {
    #expect(try names([], [("class", "x"), ("class", "y")]) == ["c"])
    #expect(try names([], [("class", "zzz")]) == [])
  }

  @Test(arguments: ["tags", "Size", "", "-"])
  func unknownSortKeysAreRefused(_ key: String) {
    let failure = #expect(throws: Failure.self) { try names([key]) }
    #expect(failure?.id == .fetchSortTypeNotAvailable)
    #expect(failure?.hint?.text == "available keys: name, size")
  }

  @Test(arguments: [
    ("class=x", ["b", "c"]), ("class!=x", ["A", "d"]), ("name=a", ["A"]), ("size=", ["A"]),
    ("size!=", ["b", "c", "d"]), ("size=2.0", ["b", "c"]), ("size=2,class=y", ["c"]),
    ("class=Y", ["c", "d"]), ("name=b,c", []), ("name=nothing", []),
  ])
  func narrows(_ text: String, _ expected: [String]) throws {
    let table = try listing.table(sortedBy: [], where: Condition.list(text))
    #expect(table.rows.map { $0[0].shown } == expected)
  }

  @Test(arguments: [
    ("nmae=b", "did you mean 'name'?"), ("colour=red", "available filters: class, name, size"),
    ("size=many", "write a number such as 3 or 2.5"),
    ("size!=x", "write a number such as 3 or 2.5"),
    ("name", "write 'field=value' or 'field!=value'"),
  ])
  func refusesConditions(_ text: String, _ hint: String) {
    let failure = #expect(throws: Failure.self) {
      try listing.table(sortedBy: [], where: Condition.list(text))
    }
    #expect(failure?.id == .commandIsFaulty)
    #expect(failure?.hint?.text == hint)
  }

  @Test(arguments: [
    ("2", true), ("2026", true), ("2026-12", true), ("2026-12-01 08:00", true), ("2026-12-", true),
    ("26-12", false), ("tomorrow", false), ("2026/12", false), ("2026-12-01 08:00:00", false),
  ])
  func timeFiltersAcceptDaysAndMonths(_ text: String, _ isAccepted: Bool) {
    #expect(FilterForm.time.accepts(text) == isAccepted)
  }
}
