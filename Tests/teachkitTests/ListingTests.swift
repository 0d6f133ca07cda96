import Model
import Reports
import Testing

@testable import teachkit

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
      .words("tags", filter: "tag") { $0.tags },
    ])

  private func names(_ keys: [String], _ filters: [(String, String)] = []) throws -> [String] {
    try listing.table(sortedBy: keys, filters: filters.map { (name: $0.0, value: $0.1) })
      .rows.map { $0[0].shown }
  }

  @Test func sortsByEachKeyInTurn() throws {
    #expect(try names([]) == ["b", "A", "c", "d"])
    #expect(try names(["name"]) == ["A", "b", "c", "d"])
    #expect(try names(["-name"]) == ["d", "c", "b", "A"])
    #expect(try names(["size", "-name"]) == ["d", "c", "b", "A"])
    #expect(try names(["-size"]) == ["b", "c", "d", "A"])
  }

  @Test func filters() throws {
    #expect(try names([], [("tag", "x"), ("tag", "y")]) == ["c"])
    #expect(try names([], [("tag", "zzz")]) == [])
  }

  @Test(arguments: ["tags", "Size", "", "-"])
  func refusesWhatIsNoSortKey(_ key: String) {
    let failure = #expect(throws: Failure.self) { try names([key]) }
    #expect(failure?.id == .fetchSortTypeNotAvailable)
    #expect(failure?.hint == "they can by name, size")
  }
}
