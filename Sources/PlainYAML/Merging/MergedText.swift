/// The merge of two versions of a text, value by value.
public struct MergedText: Sendable {
  /// A value that both sides changed differently.
  public struct Conflict: Hashable, Sendable {
    /// The keys of its path. A list item is given by its unique name, or by its number from 1.
    public let path: [String]
    /// The value on our side; nil if it was removed.
    public let ours: Node?
    public let theirs: Node?
  }

  /// A list that both sides reordered.
  public struct Order: Hashable, Sendable {
    /// The keys of its path, as for a conflict.
    public let path: [String]
    /// The names of the common items in our order, which wins.
    public let ours: [String]
    public let theirs: [String]
  }

  /// The text. Conflicts show the lines of both sides between Git's conflict markers.
  public let bytes: [UInt8]
  /// The text with conflicts resolved in favour of our side.
  public let resolved: [UInt8]
  public let conflicts: [Conflict]
  public private(set) var orders: [Order] = []

  /// Merges documents by editing our side in place.
  /// - Parameters:
  ///   - base: the common ancestor; empty if each side created its own text.
  ///   - lines: a clean line-by-line merge of the texts, if there is one. It is used if its values
  ///     equal those of the merge, because it has the comments of both sides.
  /// - Throws: `EditError` if our side can't be changed in place.
  public init(
    base: Document, ours: Document, theirs: Document, lines: [UInt8]? = nil,
    _ rules: MergeRules = MergeRules()
  ) throws(EditError) {
    func tree(_ merge: inout TreeMerge) -> Node {
      merge.merge(MergeSides(base: base.root, ours: ours.root, theirs: theirs.root))
        ?? Node(.mapping([]), offset: 0, end: 0, style: .absent)
    }
    var merge = TreeMerge(rules)
    let both = tree(&merge)
    if merge.conflicts.isEmpty, let lines, let document = try? Document(lines),
      document.root == both
    {
      self.init(bytes: lines, conflicts: [])
      return
    }
    let merged = try ours.holding(both)
    self.init(
      try MergeVersions(merged, theirs, merge) { (merge) throws(EditError) in
        try merged.holding(tree(&merge))
      })
    orders = merge.orders.map {
      Order(path: merged.names(of: $0.path), ours: $0.ours, theirs: $0.theirs)
    }
  }

  /// Merges ledgers key by key.
  /// - Throws: `EditError`, for example if a line would be too long.
  public init(
    base: Ledger, ours: Ledger, theirs: Ledger, _ rules: MergeRules = MergeRules()
  ) throws(EditError) {
    let keys = Set(ours.keys).union(theirs.keys).sorted()
    func ledger(_ merge: inout TreeMerge) throws(EditError) -> Ledger {
      var merged = ours
      for key in keys {
        let sides = MergeSides(base: base[key], ours: ours[key], theirs: theirs[key])
        let value = merge.merge(sides, at: [.key(key)])
        if value == sides.ours { continue }
        if let value { try merged.set(key, Value(value)) } else { merged.remove(key) }
      }
      return merged
    }
    var merge = TreeMerge(rules)
    let merged = try ledger(&merge)
    guard !merge.conflicts.isEmpty else {
      self.init(bytes: merged.bytes, conflicts: [])
      return
    }
    func read(_ ledger: Ledger) throws(EditError) -> Document {
      do throws(YAMLError) { return try Document(ledger.bytes) } catch { throw .refused(error) }
    }
    self.init(
      try MergeVersions(try read(merged), try read(theirs), merge) { (merge) throws(EditError) in
        try read(try ledger(&merge))
      })
  }

  private init(bytes: [UInt8], resolved: [UInt8]? = nil, conflicts: [Conflict]) {
    self.bytes = bytes
    self.resolved = resolved ?? bytes
    self.conflicts = conflicts
  }

  private init(_ versions: MergeVersions) {
    let merged = versions.merged
    var bytes: [UInt8] = []
    var rest = 0
    for place in versions.places {
      bytes += merged.bytes[rest..<place.merged.lowerBound]
      bytes += MergedText.line("<<<<<<< ours")
      bytes += MergedText.ended(place.ours)
      bytes += MergedText.line("=======")
      bytes += MergedText.ended(place.theirs)
      bytes += MergedText.line(">>>>>>> theirs")
      rest = place.merged.upperBound
    }
    bytes += merged.bytes[rest...]
    self.init(
      bytes: bytes, resolved: merged.bytes,
      conflicts: versions.conflicts.map {
        Conflict(path: merged.names(of: $0.path), ours: $0.sides.ours, theirs: $0.sides.theirs)
      })
  }

  private static func line(_ text: String) -> [UInt8] { Array(text.utf8) + [Byte.newline] }

  private static func ended(_ lines: ArraySlice<UInt8>) -> [UInt8] {
    lines.last == Byte.newline || lines.isEmpty ? Array(lines) : lines + [Byte.newline]
  }
}

extension Document {
  fileprivate func names(of path: [Step]) -> [String] {
    path.indices.map { depth in
      switch path[depth] {
      case .key(let key): key
      case .index(let index):
        node(at: Array(path[...depth]))?.itemName ?? String(index + 1)
      }
    }
  }
}
