/// The rules for merging two versions of a text.
public struct MergeRules: Sendable {
  /// Resolves a value that both sides changed; nil means a conflict.
  public typealias Decision = @Sendable (_ path: [Step], _ sides: MergeSides) -> Value?

  let decision: Decision
  /// Whether the list at a path is a set of members, so that each side can add and remove its own.
  /// Any other list is a single value.
  let hasMembers: @Sendable (_ path: [Step]) -> Bool
  /// The keys of an item that must be merged together, such as choices and answer.
  let together: Set<String>

  public init(
    together: Set<String> = [],
    hasMembers: @escaping @Sendable (_ path: [Step]) -> Bool = { _ in true },
    decision: @escaping Decision = { _, _ in nil }
  ) {
    self.together = together
    self.hasMembers = hasMembers
    self.decision = decision
  }
}

/// A value in the common ancestor and on both sides; nil if it is missing.
public struct MergeSides: Sendable {
  public let base: Node?
  public let ours: Node?
  public let theirs: Node?
}

/// A three-way merge of trees, key by key and item by item.
struct TreeMerge {
  /// A value that both sides have changed.
  struct Conflict {
    /// Its path in the merged tree.
    let path: [Step]
    /// Its path in the other side's tree.
    let theirPath: [Step]
    let sides: MergeSides
  }

  /// A list that both sides reordered; our order wins.
  struct Order {
    /// Its path in the merged tree.
    let path: [Step]
    /// The names of the common items.
    let ours: [String]
    let theirs: [String]
  }

  /// The version of a conflicting value in the merged tree.
  enum Choice {
    /// Ours, or theirs if ours was removed.
    case either
    case ours, theirs
  }

  let rules: MergeRules
  let choice: Choice
  private(set) var conflicts: [Conflict] = []
  private(set) var orders: [Order] = []

  init(_ rules: MergeRules, _ choice: Choice = .either) {
    self.rules = rules
    self.choice = choice
  }

  /// The same merge with conflicts resolved by `choice`.
  func taking(_ choice: Choice) -> TreeMerge { TreeMerge(rules, choice) }

  /// A path in the merged tree, and the corresponding path in the other side's tree.
  private struct Place {
    var path: [Step] = []
    var theirs: [Step] = []

    func at(_ step: Step, _ theirStep: Step? = nil) -> Place {
      Place(path: path + [step], theirs: theirs + [theirStep ?? step])
    }
  }

  /// The merged tree, with our side of conflicts; nil if nothing remains.
  /// - Parameter path: the path of the values in their tree.
  mutating func merge(_ sides: MergeSides, at path: [Step] = []) -> Node? {
    merge(sides, at: Place(path: path, theirs: path))
  }

  private mutating func merge(_ sides: MergeSides, at place: Place) -> Node? {
    let (base, ours, theirs) = (sides.base, sides.ours, sides.theirs)
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    if let decided = rules.decision(place.path, sides) { return Node(decided) }
    switch (ours?.content, theirs?.content) {
    case (.mapping(let ours), .mapping(let theirs)):
      return Node(
        .mapping(merge(base?.mapping ?? [], ours, theirs, at: place)), like: sides.ours)
    case (.sequence(let ours), .sequence(let theirs)):
      if rules.hasMembers(place.path),
        let items = merge(base?.sequence ?? [], ours, theirs, at: place)
      {
        return Node(.sequence(items), like: sides.ours)
      }
    default: break
    }
    return decideLater(sides, at: place)
  }

  private mutating func decideLater(_ sides: MergeSides, at place: Place) -> Node? {
    conflicts.append(Conflict(path: place.path, theirPath: place.theirs, sides: sides))
    return switch choice {
    // A value that one side removed and the other changed stays until the conflict is resolved.
    case .either: sides.ours ?? sides.theirs
    case .ours: sides.ours
    case .theirs: sides.theirs
    }
  }

  // MARK: Mappings

  private mutating func merge(
    _ base: [Entry], _ ours: [Entry], _ theirs: [Entry], at place: Place
  ) -> [Entry] {
    let bases = values(base)
    let others = values(theirs)
    let ourValues = values(ours)
    let torn = torn(bases, ourValues, others)
    var merged: [Entry] = []
    for entry in ours {
      let sides = MergeSides(
        base: bases[entry.key], ours: entry.value, theirs: others[entry.key])
      if let value = merge(sides, torn, at: place.at(.key(entry.key))) {
        merged.append(Entry(key: entry.key, keyOffset: 0, colon: 0, value: value))
      }
    }
    var last: String?
    for entry in theirs {
      defer { last = entry.key }
      if ourValues[entry.key] != nil { continue }
      let sides = MergeSides(base: bases[entry.key], ours: nil, theirs: entry.value)
      guard let value = merge(sides, torn, at: place.at(.key(entry.key))) else { continue }
      // It follows the same entry as on its side.
      merged.insert(
        Entry(key: entry.key, keyOffset: 0, colon: 0, value: value),
        at: self.place(behind: last, among: merged.map(\.key)))
    }
    return merged
  }

  /// Merges an entry. A key in `torn` conflicts if either side changed it.
  private mutating func merge(
    _ sides: MergeSides, _ torn: Set<String>, at place: Place
  ) -> Node? {
    if case .key(let key)? = place.path.last, torn.contains(key), sides.ours != sides.theirs {
      return decideLater(sides, at: place)
    }
    return merge(sides, at: place)
  }

  /// The keys that must be merged together, if each side changed some of them.
  private func torn(
    _ base: [String: Node], _ ours: [String: Node], _ theirs: [String: Node]
  ) -> Set<String> {
    func changes(_ side: [String: Node]) -> [String] {
      rules.together.filter { side[$0] != base[$0] }
    }
    if changes(ours).isEmpty || changes(theirs).isEmpty { return [] }
    return rules.together.filter { ours[$0] != theirs[$0] }.reduce(into: []) { $0.insert($1) }
  }

  /// The index for an element that follows `last` on its side; 0 if `last` is nil.
  private func place(behind last: String?, among names: [String]) -> Int {
    guard let last else { return 0 }
    return names.firstIndex(of: last).map { $0 + 1 } ?? names.count
  }

  private func values(_ entries: [Entry]) -> [String: Node] {
    Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }

  // MARK: Lists

  /// Merges lists if their items have unique names; nil otherwise.
  private mutating func merge(
    _ base: [Node], _ ours: [Node], _ theirs: [Node], at place: Place
  ) -> [Node]? {
    guard let baseNames = names(base), let ourNames = names(ours), let theirNames = names(theirs)
    else { return nil }
    let known = Set(baseNames)
    func order(_ names: [String], _ others: [String]) -> [String] {
      let others = Set(others)
      return names.filter { known.contains($0) && others.contains($0) }
    }
    // A changed order wins over an unchanged one. If both changed, ours wins and is reported.
    let before = order(order(baseNames, ourNames), theirNames)
    let ourOrder = order(ourNames, theirNames)
    let other = order(theirNames, ourNames)
    if ourOrder != before, other != before, ourOrder != other {
      orders.append(Order(path: place.path, ours: ourOrder, theirs: other))
    }
    let leads = ourOrder == before && other != before
    let (first, second) = leads ? (theirNames, ourNames) : (ourNames, theirNames)
    var merged = first
    var last: String?
    for name in second {
      defer { last = name }
      if merged.contains(name) { continue }
      merged.insert(name, at: self.place(behind: last, among: merged))
    }
    func items(_ names: [String], _ nodes: [Node]) -> [String: (Int, Node)] {
      Dictionary(zip(names, nodes.enumerated().map { ($0.offset, $0.element) })) { first, _ in first
      }
    }
    let bases = items(baseNames, base)
    let owns = items(ourNames, ours)
    let others = items(theirNames, theirs)
    var result: [Node] = []
    for name in merged {
      let sides = MergeSides(
        base: bases[name]?.1, ours: owns[name]?.1, theirs: others[name]?.1)
      let itemPlace = place.at(.index(result.count), .index(others[name]?.0 ?? theirs.count))
      if let item = merge(sides, at: itemPlace) { result.append(item) }
    }
    return result
  }

  /// The unique names of a list's items; nil if they have none.
  private func names(_ items: [Node]) -> [String]? {
    let names = items.compactMap(\.itemName)
    guard names.count == items.count, Set(names).count == names.count else { return nil }
    return names
  }
}

extension Node {
  fileprivate init(_ content: Content, like node: Node?) {
    self.init(content, offset: 0, end: 0, style: node?.style ?? .block)
  }
}
