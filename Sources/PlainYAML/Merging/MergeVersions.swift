/// Two versions of a merged text, which resolve the conflicts in favour of one side each.
/// Everything that merged cleanly is in both.
struct MergeVersions {
  /// A conflict: lines of the merged text, and the version of each side.
  struct Place {
    let merged: Range<Int>
    let ours: ArraySlice<UInt8>
    let theirs: ArraySlice<UInt8>
  }

  /// A text with its conflicts.
  private struct Version {
    let document: Document
    let conflicts: [TreeMerge.Conflict]
  }

  let merged: Document
  let conflicts: [TreeMerge.Conflict]
  private let ours: Version
  private let theirs: Version
  /// The other side's text.
  private let their: Document

  /// - Parameters:
  ///   - merged: the merged text, with our version of conflicts that have both.
  ///   - merge: the merge that produced it.
  ///   - text: the text of a repeated merge.
  init(
    _ merged: Document, _ their: Document, _ merge: TreeMerge,
    _ text: (inout TreeMerge) throws(EditError) -> Document
  ) throws(EditError) {
    func version(_ choice: TreeMerge.Choice) throws(EditError) -> Version {
      if merge.conflicts.isEmpty { return Version(document: merged, conflicts: []) }
      var merge = merge.taking(choice)
      return Version(document: try text(&merge), conflicts: merge.conflicts)
    }
    self.merged = merged
    self.their = their
    conflicts = merge.conflicts
    ours = try version(.ours)
    theirs = try version(.theirs)
  }

  /// The conflicts in text order. Several conflicts on one line count as one.
  var places: [Place] {
    let all = conflicts.indices.map(place).sorted {
      ($0.merged.lowerBound, -$0.merged.upperBound) < ($1.merged.lowerBound, -$1.merged.upperBound)
    }
    return all.reduce(into: []) { places, place in
      if let last = places.last?.merged, last == place.merged || last.overlaps(place.merged) {
        return
      }
      places.append(place)
    }
  }

  /// The entry or item to show: the conflicting one, or the nearest enclosing one with separate
  /// lines in all texts.
  private func place(_ number: Int) -> Place {
    let conflict = conflicts[number]
    for depth in (0..<conflict.path.count).reversed() {
      let path = Array(conflict.path[...depth])
      let isItself = depth == conflict.path.count - 1
      let isOurs = conflict.sides.ours != nil || !isItself
      let isTheirs = conflict.sides.theirs != nil || !isItself
      guard let lines = merged.lines(of: path),
        isOurs && isTheirs || merged.isFirstInLine(path),
        let ourLines = self.lines(of: number, depth, in: ours, isThere: isOurs),
        let other = self.lines(of: number, depth, in: theirs, isThere: isTheirs)
      else { continue }
      return Place(
        merged: lines, ours: ourLines,
        theirs: other.isEmpty ? other : written(conflict, depth, like: other))
    }
    return Place(
      merged: 0..<merged.bytes.count, ours: ours.document.bytes[...],
      theirs: theirs.document.bytes[...])
  }

  /// The lines of one side; empty if it has none.
  private func lines(
    of number: Int, _ depth: Int, in version: Version, isThere: Bool
  ) -> ArraySlice<UInt8>? {
    let path = Array(version.conflicts[number].path[...depth])
    if !isThere {
      let container = version.document.node(at: Array(path.dropLast()))
      return container.map { $0.isFlow ? nil : [] } ?? nil
    }
    return version.document.lines(of: path).map { version.document.bytes[$0] }
  }

  /// The other side's own text with its comments, if it means the same as `lines`.
  private func written(
    _ conflict: TreeMerge.Conflict, _ depth: Int, like lines: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    guard let range = their.lines(of: Array(conflict.theirPath[...depth])) else { return lines }
    let written = their.bytes[range]
    func indent(_ lines: ArraySlice<UInt8>) -> Int { lines.prefix { $0 == Byte.space }.count }
    guard indent(written) == indent(lines), let document = try? Document(Array(written)),
      let other = try? Document(Array(lines)), document.root == other.root
    else { return lines }
    return written
  }
}

extension Document {
  /// The lines of an entry or item; nil if it shares them with others.
  fileprivate func lines(of path: [Step]) -> Range<Int>? {
    guard let step = path.last, let container = node(at: Array(path.dropLast())), !container.isFlow,
      let index = container.index(of: step)
    else { return nil }
    let piece = pieces(of: container)[index]
    return bytes.lineStart(at: piece.start)..<bytes.nextLine(at: piece.value.end)
  }

  /// Whether an entry or item is the first on its line.
  fileprivate func isFirstInLine(_ path: [Step]) -> Bool {
    guard let step = path.last, let container = node(at: Array(path.dropLast())),
      let index = container.index(of: step)
    else { return false }
    let start = pieces(of: container)[index].start
    return bytes[bytes.lineStart(at: start)..<start].allSatisfy { $0 == Byte.space }
  }
}
