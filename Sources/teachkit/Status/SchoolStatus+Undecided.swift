import Course
import Git
import Storage
import Text

/// The conflicts of an unfinished Git operation.
extension SchoolStatus {
  mutating func addConflicts(_ operation: Operation) throws {
    // Content comes first: its marks and grades follow it.
    let all = try store.repository.undecided()
    let undecided =
      all.filter { $0.path.hasPrefix(SchoolPath.subjects + "/") }
      + all.filter { !$0.path.hasPrefix(SchoolPath.subjects + "/") }
    let lone = undecided.filter(\.isOneSided)
    for conflict in undecided where conflict.ours != nil || conflict.theirs != nil {
      let name = SchoolPath.name(of: conflict.path)
      add(.undecided, name, conflict.words, next: conflict.isOneSided ? nil : "edit \(name)")
    }
    notes.append("Git is in the middle of a \("\(operation)"): finish it to see the rest")
    if let conflict = undecided.first(where: { $0.base != nil && !$0.isOneSided && !$0.isInBoth }) {
      notes.append(
        """
        if one side removed a file, saving it in 'teachkit edit' keeps it and everything that\
         was removed with it; \(shellCommand("git", "rm", conflict.path)) removes it
        """)
    }
    if !lone.isEmpty {
      notes.append(
        """
        if both sides renamed the same object, 'git add -A' keeps it under both names:\
         after 'git commit', remove one with 'teachkit delete'; the other takes over\
         its former names, marks and work
        """)
    }
    if next == nil { next = undecided.isEmpty ? operation.finish : "'git add -A'" }
  }
}

extension UndecidedPath {
  fileprivate var isInBoth: Bool { ours != nil && theirs != nil }

  /// Whether it has this name on only one side.
  fileprivate var isOneSided: Bool { !isInBoth && (base == nil || ours == theirs) }

  fileprivate var words: Message {
    switch (base != nil, ours != nil) {
    case (true, _) where isInBoth: "changed on both sides"
    case (false, _) where isInBoth: "created differently on both sides"
    case (true, true): "changed on our side, removed on theirs"
    case (true, false): "removed on our side, changed on theirs"
    case (false, true): "has this name only on our side"
    case (false, false): "has this name only on their side"
    }
  }
}
