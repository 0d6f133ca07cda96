import Git
import Storage

/// What Git could not merge.
extension SchoolStatus {
  mutating func addUndecided(_ operation: Operation) throws {
    // Content comes first: where it goes, its marks and grades follow.
    let all = try store.repository.undecided()
    let undecided =
      all.filter { $0.path.hasPrefix(SchoolPath.subjects + "/") }
      + all.filter { !$0.path.hasPrefix(SchoolPath.subjects + "/") }
    let lone = undecided.filter(\.isLone)
    for one in undecided where one.ours != nil || one.theirs != nil {
      let name = SchoolPath.name(of: one.path)
      add(.undecided, name, one.words, next: one.isLone ? nil : "edit \(name)")
    }
    notes.append("Git is in the middle of a \(operation): the rest is told when that is done")
    if let one = undecided.first(where: { $0.base != nil && !$0.isLone && !$0.isInBoth }) {
      notes.append(
        "what was removed on one side stays with 'teachkit edit', as you save it, and so does what"
          + " went with it; \(shellCommand("git", "rm", one.path)) lets it go")
    }
    if !lone.isEmpty {
      notes.append(
        "where both sides have renamed one thing, 'git add -A' keeps it under both names:"
          + " after 'git commit', 'teachkit delete' the one that is too many: the other takes over"
          + " its names, marks and work")
    }
    if next == nil { next = undecided.isEmpty ? operation.finish : "'git add -A'" }
  }
}

extension UndecidedPath {
  fileprivate var isInBoth: Bool { ours != nil && theirs != nil }

  /// Whether it has this name on one side alone.
  fileprivate var isLone: Bool { !isInBoth && (base == nil || ours == theirs) }

  fileprivate var words: String {
    switch (base != nil, ours != nil) {
    case (true, _) where isInBoth: "changed on both sides"
    case (false, _) where isInBoth: "made on both sides, not the same"
    case (true, true): "changed on our side, removed on theirs"
    case (true, false): "removed on our side, changed on theirs"
    case (false, true): "called so on our side alone"
    case (false, false): "called so on their side alone"
    }
  }
}
