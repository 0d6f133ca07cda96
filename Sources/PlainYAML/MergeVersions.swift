/// The texts that come of a merge with one side or the other where a person has to decide. What
/// merged is in both.
struct MergeVersions {
  /// Lines to decide about, in the merged text, and as either side would have them.
  struct Place {
    let merged: Range<Int>
    let ours: ArraySlice<UInt8>
    let theirs: ArraySlice<UInt8>
  }

  /// A text with the paths to what is to be decided in it.
  private struct Version {
    let document: Document
    let conflicts: [TreeMerge.Conflict]
  }

  let merged: Document
  let conflicts: [TreeMerge.Conflict]
  private let ours: Version
  private let theirs: Version
  /// What the other side has written.
  private let their: Document

  /// - Parameters:
  ///   - merged: the text with whatever is there, ours where both are.
  ///   - merge: how that came about.
  ///   - text: the text that another merge of the same comes to.
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

  /// In the order of the text. Several in one line are one for the reader.
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

  /// The entry or item that is shown: the one in conflict, or the nearest around it that has lines
  /// of its own in all texts.
  private func place(_ number: Int) -> Place {
    let conflict = conflicts[number]
    for depth in (0..<conflict.path.count).reversed() {
      let path = Array(conflict.path[...depth])
      let isItself = depth == conflict.path.count - 1
      let isOurs = conflict.sides.ours != nil || !isItself
      let isTheirs = conflict.sides.theirs != nil || !isItself
      guard let lines = merged.lines(of: path),
        isOurs && isTheirs || merged.isFirstInLine(path),
        let own = self.lines(of: number, depth, in: ours, isThere: isOurs),
        let other = self.lines(of: number, depth, in: theirs, isThere: isTheirs)
      else { continue }
      return Place(
        merged: lines, ours: own,
        theirs: other.isEmpty ? other : written(conflict, depth, like: other))
    }
    return Place(
      merged: 0..<merged.bytes.count, ours: ours.document.bytes[...],
      theirs: theirs.document.bytes[...])
  }

  /// The lines of one side; empty where it has none.
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

  /// What they have written, with their notes, where that says the same as the lines do.
  private func written(
    _ conflict: TreeMerge.Conflict, _ depth: Int, like lines: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    guard let range = their.lines(of: Array(conflict.theirPath[...depth])) else { return lines }
    let written = their.bytes[range]
    func indent(_ lines: ArraySlice<UInt8>) -> Int { lines.prefix { $0 == Byte.space }.count }
    guard indent(written) == indent(lines), let one = try? Document(Array(written)),
      let other = try? Document(Array(lines)), one.root == other.root
    else { return lines }
    return written
  }
}

extension Document {
  /// The whole lines that an entry or item is written on; nil where it shares them with others.
  fileprivate func lines(of path: [Step]) -> Range<Int>? {
    guard let step = path.last, let container = node(at: Array(path.dropLast())), !container.isFlow,
      let index = container.index(of: step)
    else { return nil }
    let piece = pieces(of: container)[index]
    return bytes.lineStart(at: piece.start)..<bytes.nextLine(at: piece.value.end)
  }

  /// Whether nothing stands before an entry or item on its line.
  fileprivate func isFirstInLine(_ path: [Step]) -> Bool {
    guard let step = path.last, let container = node(at: Array(path.dropLast())),
      let index = container.index(of: step)
    else { return false }
    let start = pieces(of: container)[index].start
    return bytes[bytes.lineStart(at: start)..<start].allSatisfy { $0 == Byte.space }
  }
}
