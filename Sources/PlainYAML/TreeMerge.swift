/// What is known of a text besides its form when two sides of it are merged.
public struct MergeRules: Sendable {
  /// What stands where both sides have changed a value: the result, or nil where a person has to
  /// decide.
  public typealias Decision = @Sendable (_ path: [Step], _ sides: MergeSides) -> Value?

  let decision: Decision
  /// Whether the items of the list at a path are told apart by what they are, so that each side
  /// may add and remove its own. Any other list is one value.
  let hasMembers: @Sendable (_ path: [Step]) -> Bool
  /// The keys of an item that only make sense together, such as choices and answer.
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

/// A value before two sides changed it, and what each made of it; nil where it isn't there.
public struct MergeSides: Sendable {
  public let base: Node?
  public let ours: Node?
  public let theirs: Node?
}

/// The merge of two trees that come from one: key by key, item by item.
struct TreeMerge {
  /// A value that both sides have changed.
  struct Conflict {
    /// Where it is in the merged tree.
    let path: [Step]
    /// Where it is in the tree of the other side.
    let theirPath: [Step]
    let sides: MergeSides
  }

  /// A list that each side has put in an order of its own; ours stays.
  struct Order {
    /// Where it is in the merged tree.
    let path: [Step]
    /// What both have, by name.
    let ours: [String]
    let theirs: [String]
  }

  /// What stands in the merged tree where both sides have changed a value.
  enum Choice {
    /// Ours, or theirs where ours isn't there.
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

  /// The same merge that takes one side where both have changed a value.
  func taking(_ choice: Choice) -> TreeMerge { TreeMerge(rules, choice) }

  /// A step deeper in the merged tree and in that of the other side.
  private struct Place {
    var path: [Step] = []
    var theirs: [Step] = []

    func at(_ step: Step, _ theirStep: Step? = nil) -> Place {
      Place(path: path + [step], theirs: theirs + [theirStep ?? step])
    }
  }

  /// The merged tree, our side where a person has to decide; nil where nothing stays.
  /// - Parameter path: where the values are in their tree.
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
    // What one side has removed and the other changed stays until somebody decides.
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
    let own = values(ours)
    let torn = torn(bases, own, others)
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
      if own[entry.key] != nil { continue }
      let sides = MergeSides(base: bases[entry.key], ours: nil, theirs: entry.value)
      guard let value = merge(sides, torn, at: place.at(.key(entry.key))) else { continue }
      // It goes behind what it stands behind on its side.
      merged.insert(
        Entry(key: entry.key, keyOffset: 0, colon: 0, value: value),
        at: self.place(behind: last, among: merged.map(\.key)))
    }
    return merged
  }

  /// Merges an entry. One of `torn` is a conflict as soon as either side has changed it.
  private mutating func merge(
    _ sides: MergeSides, _ torn: Set<String>, at place: Place
  ) -> Node? {
    if case .key(let key)? = place.path.last, torn.contains(key), sides.ours != sides.theirs {
      return decideLater(sides, at: place)
    }
    return merge(sides, at: place)
  }

  /// The keys that only make sense together, where each side has changed some of them.
  private func torn(
    _ base: [String: Node], _ ours: [String: Node], _ theirs: [String: Node]
  ) -> Set<String> {
    func changes(_ side: [String: Node]) -> [String] {
      rules.together.filter { side[$0] != base[$0] }
    }
    if changes(ours).isEmpty || changes(theirs).isEmpty { return [] }
    return rules.together.filter { ours[$0] != theirs[$0] }.reduce(into: []) { $0.insert($1) }
  }

  /// Where something goes that stands behind `last` on its side; first where that is nil.
  private func place(behind last: String?, among names: [String]) -> Int {
    guard let last else { return 0 }
    return names.firstIndex(of: last).map { $0 + 1 } ?? names.count
  }

  private func values(_ entries: [Entry]) -> [String: Node] {
    Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }

  // MARK: Lists

  /// Merges lists whose items can be told apart; nil where they can't.
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
    // The order of a side that has changed it holds; of two ours, and a person is told.
    let before = order(order(baseNames, ourNames), theirNames)
    let own = order(ourNames, theirNames)
    let other = order(theirNames, ourNames)
    if own != before, other != before, own != other {
      orders.append(Order(path: place.path, ours: own, theirs: other))
    }
    let leads = own == before && other != before
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
      let here = place.at(.index(result.count), .index(others[name]?.0 ?? theirs.count))
      if let item = merge(sides, at: here) { result.append(item) }
    }
    return result
  }

  /// What tells the items of a list apart.
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
