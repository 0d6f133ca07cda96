import Git

/// The renames on one side of a merge, from its commits: former paths at the merge base, and
/// current paths.
struct SideNames {
  private(set) var renamed: [(before: String, now: String)] = []

  /// - Parameter commits: the commits of this side only, newest first.
  init(_ commits: [Commit]) {
    var undone: Set<ObjectID> = []
    var goal: ObjectID?
    var renames: [(old: String, new: String)] = []
    for commit in commits {
      if commit.id == goal { goal = nil }
      if goal != nil || undone.contains(commit.id) { continue }
      if let id = commit.trailer(SchoolTrailer.undoes).flatMap({ ObjectID($0) }) {
        undone.insert(id)
      } else if let id = commit.trailer(SchoolTrailer.goesBackTo).flatMap({ ObjectID($0) }) {
        goal = id
      } else if let old = commit.trailer(SchoolTrailer.former), let new = commit.paths.first {
        renames.append((old, new))
      }
    }
    for (old, new) in renames.reversed() { note(old, new) }
  }

  /// The current path of an object.
  func now(_ path: String) -> String {
    SideNames.reworded(path, by: renamed.map { ($0.before, $0.now) })
  }

  /// The former path of an object.
  func before(_ path: String) -> String {
    SideNames.reworded(path, by: renamed.map { ($0.now, $0.before) })
  }

  private mutating func note(_ old: String, _ new: String) {
    let first = before(old)
    let isKnown = renamed.contains { $0.before == first }
    for index in renamed.indices {
      renamed[index].now = SideNames.reworded(renamed[index].now, by: [(old, new)])
    }
    if !isKnown { renamed.append((first, new)) }
    renamed.removeAll { $0.before == $0.now }
  }

  /// The path after the rename of the object, or of its nearest renamed parent.
  private static func reworded(_ path: String, by pairs: [(String, String)]) -> String {
    let nearest = pairs.filter { path == $0.0 || path.hasPrefix($0.0 + "/") }
      .max { $0.0.utf8.count < $1.0.utf8.count }
    return nearest.map { $0.1 + path.dropFirst($0.0.count) } ?? path
  }
}

extension String {
  /// The path without its last component.
  var above: String { split(separator: "/").dropLast().joined(separator: "/") }
  /// The last component of the path.
  var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}
