/// A text in which what two sides have made of one is put together, value by value.
public struct MergedText: Sendable {
  /// A value that both sides have changed, each to something else.
  public struct Conflict: Hashable, Sendable {
    /// The keys to it. An item of a list counts as its `id`, or its number from 1.
    public let path: [String]
    /// What it is on our side; nil where it isn't there.
    public let ours: Node?
    public let theirs: Node?
  }

  /// A list that each side has put in an order of its own.
  public struct Order: Hashable, Sendable {
    /// The keys to it, as those to a conflict.
    public let path: [String]
    /// What both sides have of it, by name, in our order, which stays.
    public let ours: [String]
    public let theirs: [String]
  }

  /// The text. Where there are conflicts, the lines of both sides stand between Git's marks.
  public let bytes: [UInt8]
  /// The same with our side alone where there are conflicts.
  public let settled: [UInt8]
  public let conflicts: [Conflict]
  public private(set) var orders: [Order] = []

  /// Merges documents. Our side is changed in place.
  /// - Parameters:
  ///   - base: the text that both sides come from; empty where each has made its own.
  ///   - lines: a merge of the texts line by line, where that worked out. It is taken if it holds
  ///     what a merge of the values does: then the notes of both sides are in it.
  /// - Throws: `EditError` where our side can't be changed in place.
  public init(
    base: Document, ours: Document, theirs: Document, lines: [UInt8]? = nil,
    _ rules: MergeRules = MergeRules()
  ) throws(EditError) {
    var merge = TreeMerge(rules)
    let tree =
      merge.merge(MergeSides(base: base.root, ours: ours.root, theirs: theirs.root))
      ?? Node(.mapping([]), offset: 0, end: 0, style: .absent)
    if merge.conflicts.isEmpty, let lines, let document = try? Document(lines),
      document.root == tree
    {
      self.init(bytes: lines, conflicts: [])
      return
    }
    let merged = try ours.holding(tree)
    self.init(merged, theirs, merge.conflicts)
    orders = merge.orders.map {
      Order(path: merged.names(of: $0.path), ours: $0.ours, theirs: $0.theirs)
    }
  }

  /// Merges ledgers, line by line of their keys.
  /// - Throws: `EditError`, such as for a line that would be too long.
  public init(
    base: Ledger, ours: Ledger, theirs: Ledger, _ rules: MergeRules = MergeRules()
  ) throws(EditError) {
    var merge = TreeMerge(rules)
    var merged = ours
    for key in Set(ours.keys).union(theirs.keys) {
      let sides = MergeSides(base: base[key], ours: ours[key], theirs: theirs[key])
      let value = merge.merge(sides, at: [.key(key)])
      if value == sides.ours { continue }
      if let value { try merged.set(key, Value(value)) } else { merged.remove(key) }
    }
    guard !merge.conflicts.isEmpty else {
      self.init(bytes: merged.bytes, conflicts: [])
      return
    }
    do throws(YAMLError) {
      self.init(try Document(merged.bytes), try Document(theirs.bytes), merge.conflicts)
    } catch {
      throw .refused(error)
    }
  }

  private init(bytes: [UInt8], settled: [UInt8]? = nil, conflicts: [Conflict]) {
    self.bytes = bytes
    self.settled = settled ?? bytes
    self.conflicts = conflicts
  }

  private init(_ merged: Document, _ theirs: Document, _ conflicts: [TreeMerge.Conflict]) {
    var places: [Place] = []
    let all = conflicts.map { conflict in
      Place(
        ours: merged.lines(of: conflict.path),
        keepsOurs: conflict.sides.ours != nil,
        theirs: conflict.sides.theirs == nil
          ? nil : theirs.lines(of: conflict.theirPath))
    }
    // Several in one line are one for the reader.
    for place in all.sorted(by: { $0.ours.lowerBound < $1.ours.lowerBound }) {
      if let last = places.last, last.ours.overlaps(place.ours) || last.ours == place.ours {
        places[places.count - 1].join(place)
      } else {
        places.append(place)
      }
    }
    var bytes: [UInt8] = []
    var rest = 0
    for place in places {
      bytes += merged.bytes[rest..<place.ours.lowerBound]
      bytes += MergedText.line("<<<<<<< ours")
      if place.keepsOurs { bytes += MergedText.ended(merged.bytes[place.ours]) }
      bytes += MergedText.line("=======")
      if let lines = place.theirs { bytes += MergedText.ended(theirs.bytes[lines]) }
      bytes += MergedText.line(">>>>>>> theirs")
      rest = place.ours.upperBound
    }
    bytes += merged.bytes[rest...]
    self.init(
      bytes: bytes, settled: merged.bytes,
      conflicts: conflicts.map {
        Conflict(path: merged.names(of: $0.path), ours: $0.sides.ours, theirs: $0.sides.theirs)
      })
  }

  /// The lines of a conflict in the merged text and in that of the other side.
  private struct Place {
    var ours: Range<Int>
    var keepsOurs: Bool
    var theirs: Range<Int>?

    mutating func join(_ other: Place) {
      ours =
        min(ours.lowerBound, other.ours.lowerBound)..<max(ours.upperBound, other.ours.upperBound)
      keepsOurs = keepsOurs || other.keepsOurs
      guard let more = other.theirs else { return }
      theirs =
        theirs.map { min($0.lowerBound, more.lowerBound)..<max($0.upperBound, more.upperBound) }
        ?? more
    }
  }

  private static func line(_ text: String) -> [UInt8] { Array(text.utf8) + [Byte.newline] }

  private static func ended(_ lines: ArraySlice<UInt8>) -> [UInt8] {
    lines.last == Byte.newline || lines.isEmpty ? Array(lines) : lines + [Byte.newline]
  }
}

extension Document {
  /// The whole lines that an entry or item is written on; those of the collection in brackets that
  /// it is in.
  fileprivate func lines(of path: [Step]) -> Range<Int> {
    var path = path
    while let step = path.last {
      let container = Array(path.dropLast())
      if let node = node(at: container), node.style != .flow, let index = node.index(of: step) {
        let piece = pieces(of: node)[index]
        return bytes.lineStart(at: piece.start)..<bytes.nextLine(at: piece.value.end)
      }
      path = container
    }
    return 0..<bytes.count
  }

  fileprivate func names(of path: [Step]) -> [String] {
    path.indices.map { depth in
      switch path[depth] {
      case .key(let key): key
      case .index(let index):
        node(at: Array(path[...depth]))?["id"]?.scalar ?? String(index + 1)
      }
    }
  }
}
