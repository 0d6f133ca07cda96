import Model

/// Checks an order: an equal share for each pair of neighbours in the solution that are neighbours,
/// in that order, in the answer.
///
/// An item counts as often as it occurs in the solution; unknown and surplus items separate their
/// neighbours. Only the solution earns full points. A single item is all or nothing.
struct OrderChecker: Checker {
  private struct Neighbours: Hashable {
    let first: Int
    let second: Int
  }

  private let names: Labels
  private let solution: [Int]

  init(_ items: [String]) {
    let names = Labels(items)
    self.names = names
    solution = items.indices.map { names.index(of: items[$0]) ?? $0 }
  }

  func credit(for answer: AnswerValue) -> Credit {
    guard case .list(let texts) = answer else { return .wrongShape(.list) }
    var left = counts(solution)
    // Nil for an unknown item, and for surplus occurrences of an item.
    let items = texts.map { text -> Int? in
      guard let item = names.index(of: text), let count = left[item], count > 0 else { return nil }
      left[item] = count - 1
      return item
    }
    if items == solution { return .right }
    var wanted = counts(zip(solution, solution.dropFirst()).map(Neighbours.init))
    var hits = 0
    for (first, second) in zip(items, items.dropFirst()) {
      guard let first, let second else { continue }
      let pair = Neighbours(first: first, second: second)
      guard let count = wanted[pair], count > 0 else { continue }
      wanted[pair] = count - 1
      hits += 1
    }
    // With equal items, another order can contain all the pairs.
    return .share(min(hits, solution.count - 2), of: max(1, solution.count - 1))
  }

  private func counts<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
    keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
