import Testing

@testable import Storage

@Suite struct OrderingTests {
  /// The numbers that items get: "a1 b2 c" is a with order 1, b with 2 and c without.
  private func orders(_ items: String) -> [Int?] {
    Ordering(
      items.split(separator: " ").map {
        .init(order: Int($0.dropFirst()), id: String($0.prefix(1)))
      }
    ).orders
  }

  @Test func reorderingChangesFewFiles() {
    #expect(orders("a1 c3 b2") == [1, 3, 4] || orders("a1 c3 b2") == [1, 1, 2])
    #expect(orders("a10 d40 b20 c30") == [10, 15, 20, 30])
    #expect(orders("a b c") == [nil, nil, nil])
    #expect(orders("c a b") == [1, nil, nil])
    #expect(orders("") == [])
  }

  @Test(arguments: ["b a", "b a c", "c b a", "a1 b1 d c2", "b1 a1", "e5 a b c d", "b9 a8 c7 d7"])
  func explicitOrderIsKept(_ items: String) {
    let ids = items.split(separator: " ").map { String($0.prefix(1)) }
    let found = zip(ids, orders(items)).sorted {
      ($0.1 ?? .max, $0.0) < ($1.1 ?? .max, $1.0)
    }.map(\.0)
    #expect(found == ids, "\(orders(items))")
  }
}
