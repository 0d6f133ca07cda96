import Model
import PlainYAML

/// The place of an object among its siblings.
public enum Neighbour: Hashable, Sendable {
  case before(String)
  case after(String)

  /// The sibling's identifier.
  public var id: String {
    switch self {
    case .before(let id), .after(let id): id
    }
  }
}

extension Change {
  /// Places a context before or after a sibling, changing `order` of as few contexts as possible.
  public func place(_ path: ContextPath, _ neighbour: Neighbour) throws {
    guard let parent = path.parent else { return }
    let files = schoolFiles
    let siblings = try files.children(of: parent)
    let moved = siblings.filter { $0.path == path }
    var ordered = siblings.filter { $0.path != path }
    guard let place = ordered.firstIndex(where: { $0.path.identifier == neighbour.id }) else {
      return
    }
    if case .before = neighbour {
      ordered.insert(contentsOf: moved, at: place)
    } else {
      ordered.insert(contentsOf: moved, at: place + 1)
    }
    let orders = Ordering(ordered.map { .init(order: $0.order, id: $0.path.identifier) }).orders
    for (context, order) in zip(ordered, orders) where context.order != order {
      guard let order else { continue }
      let object = ObjectPath.context(context.path)
      try edit(try files.file(of: object)) { document in
        try document.titled(object).setting(
          ["order"], to: .plain(String(order)), order: Schema.worksheet.map(\.name))
      }
    }
  }

  /// Places an exercise before or after another one of its worksheet.
  public func place(exercise id: String, in path: ContextPath, _ neighbour: Neighbour) throws {
    try edit(SchoolPath.worksheet(path)) { document in
      let ids = (document.root["exercises"]?.sequence ?? []).map { $0["id"]?.scalar }
      guard let from = ids.firstIndex(of: id), let other = ids.firstIndex(of: neighbour.id),
        from != other
      else { return document }
      // Indices don't count the exercise that moves.
      var to = other > from ? other - 1 : other
      if case .after = neighbour { to += 1 }
      return try document.moving(["exercises", .index(from)], to: to)
    }
  }
}

/// Computes numbers that order siblings, and keeps as many as possible.
struct Ordering {
  struct Item {
    /// Nil for siblings without a number, which come last, by identifier.
    let order: Int?
    let id: String
  }

  /// The largest number that is kept; larger ones are replaced, to leave space around them.
  private static let largest = 900_000

  private let items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// Whether numbers for the items between two kept ones fit between theirs.
  private func fits(_ between: Int, from a: Item, to b: Item) -> Bool {
    switch (a.order, b.order) {
    case (let a?, let b?) where between > 0: b - a > between
    case (let x?, let y?): (x, a.id) < (y, b.id)
    case (_?, nil): true
    case (nil, nil): between == 0 && a.id < b.id
    case (nil, _?): false
    }
  }

  /// The items that keep their numbers: the longest chain with enough space for the others.
  private var kept: [Int] {
    var best: [(count: Int, before: Int?)] = []
    var last: Int?
    for (number, item) in items.enumerated() {
      var chain: (count: Int, before: Int?) = (1, nil)
      if let order = item.order, abs(order) > Self.largest { chain.count = 0 }
      // All items before the first kept one get numbers, so that one doesn't need a number.
      if chain.count > 0 {
        for earlier in 0..<number where best[earlier].count >= chain.count {
          if fits(number - earlier - 1, from: items[earlier], to: item) {
            chain = (best[earlier].count + 1, earlier)
          }
        }
      }
      best.append(chain)
      let isEnd = item.order != nil || number == items.count - 1
      if chain.count > 0, isEnd, chain.count > last.map({ best[$0].count }) ?? 0 { last = number }
    }
    var kept: [Int] = []
    while let number = last {
      kept.append(number)
      last = best[number].before
    }
    return kept.reversed()
  }

  /// The numbers in the order of the items; nil for those that need none.
  var orders: [Int?] {
    let kept = kept
    var orders: [Int?] = items.map(\.order)
    func number(_ range: Range<Int>, from first: Int, by step: Int) {
      for (offset, index) in range.enumerated() { orders[index] = first + offset * step }
    }
    guard let first = kept.first, let last = kept.last else {
      number(items.indices, from: 1, by: 1)
      return orders
    }
    number(0..<first, from: items[first].order.map { $0 - first } ?? 1, by: 1)
    for (a, b) in zip(kept, kept.dropFirst()) where b - a > 1 {
      let start = items[a].order ?? 0
      let step = items[b].order.map { max(1, ($0 - start) / (b - a)) } ?? 1
      number(a + 1..<b, from: start + step, by: step)
    }
    if let order = items[last].order { number(last + 1..<items.count, from: order + 1, by: 1) }
    return orders
  }
}
