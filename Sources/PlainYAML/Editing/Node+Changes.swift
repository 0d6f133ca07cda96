/// Changes of trees as values: the expected results of edits.
extension Node {
  /// The unique name of a list item: its `id`, its `who`, or its text.
  var itemName: String? { self["id"]?.scalar ?? self["who"]?.scalar ?? scalar }

  func child(_ step: Step) -> Node? {
    switch step {
    case .key(let key): self[key]
    case .index(let index):
      sequence.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// The index of the entry or item that a step selects.
  func index(of step: Step) -> Int? {
    switch step {
    case .key(let key): mapping?.firstIndex { $0.key == key }
    case .index(let index): sequence?.indices.contains(index) == true ? index : nil
    }
  }

  /// The step to the last entry or item.
  var lastStep: Step? {
    switch content {
    case .mapping(let entries): entries.last.map { .key($0.key) }
    case .sequence(let items): items.isEmpty ? nil : .index(items.count - 1)
    case .null, .scalar: nil
    }
  }

  /// The steps to the node that begins at a byte offset.
  func path(to offset: Int) -> [Step]? {
    if self.offset == offset { return [] }
    guard self.offset <= offset, offset <= end else { return nil }
    switch content {
    case .mapping(let entries):
      guard let entry = entries.last(where: { $0.value.offset <= offset }) else { return nil }
      return entry.value.path(to: offset).map { [.key(entry.key)] + $0 }
    case .sequence(let items):
      guard let index = items.lastIndex(where: { $0.offset <= offset }) else { return nil }
      return items[index].path(to: offset).map { [.index(index)] + $0 }
    case .null, .scalar: return nil
    }
  }

  /// The tree with the node at a path changed.
  func changing(_ path: [Step], _ change: (inout Node) -> Void) -> Node {
    var copy = self
    copy.change(path[...], change)
    return copy
  }

  private mutating func change(_ path: ArraySlice<Step>, _ change: (inout Node) -> Void) {
    guard let step = path.first else { return change(&self) }
    guard let index = index(of: step) else { return }
    switch content {
    case .mapping(var entries):
      entries[index].value.change(path.dropFirst(), change)
      content = .mapping(entries)
    case .sequence(var items):
      items[index].change(path.dropFirst(), change)
      content = .sequence(items)
    case .null, .scalar: break
    }
  }

  /// Inserts items into a sequence.
  mutating func insert(_ nodes: [Node], at index: Int) {
    guard case .sequence(var items) = content else { return }
    items.insert(contentsOf: nodes, at: index)
    content = .sequence(items)
  }

  /// Inserts entries into a mapping.
  mutating func insert(_ pairs: [Value.Pair], at index: Int) {
    guard case .mapping(var entries) = content else { return }
    let new = pairs.map { Entry(key: $0.key, keyOffset: 0, colon: 0, value: Node($0.value)) }
    entries.insert(contentsOf: new, at: index)
    content = .mapping(entries)
  }

  mutating func remove(at index: Int) {
    switch content {
    case .mapping(var entries):
      entries.remove(at: index)
      content = .mapping(entries)
    case .sequence(var items):
      items.remove(at: index)
      content = .sequence(items)
    case .null, .scalar: break
    }
  }
}
