import Git
import Model
import Storage

/// When objects of a school were made, as its history tells. It is read on first use.
final class Creations {
  private let root: String
  private var named: [String: Instant]?
  private var added: [String: Instant]?

  init(root: String) { self.root = root }

  /// When an object was first named by a commit, or came with something that was; nil where no
  /// commit has brought a file of its own.
  func time(of object: ObjectPath) throws -> Instant? {
    if named == nil { named = try firstNamed() }
    if let time = named?[object.description] { return time }
    if added == nil { added = try firstAdded() }
    return added?[object.description]
  }

  private func firstNamed() throws -> [String: Instant] {
    try first { commit, _ in
      let paths = commit.trailers.filter { $0.key == SchoolTrailer.path }.map(\.value)
      // What is copied was there before.
      return commit.trailer(SchoolTrailer.command) == "copy" ? Array(paths.prefix(1)) : paths
    }
  }

  /// Objects by their files, and the chapters that these are in.
  private func firstAdded() throws -> [String: Instant] {
    try first { commit, repository in
      let parent = try commit.parents.first.map { try repository.commit($0).tree }
      var objects: Set<String> = []
      for file in try repository.differences(from: parent, to: commit.tree)
      where file.before == nil {
        var path = SchoolPath.object(of: file.path)[...]
        while objects.insert(String(path)).inserted, let slash = path.lastIndex(of: "/") {
          path = path[..<slash]
        }
      }
      return Array(objects)
    }
  }

  /// The time of the oldest commit for each object that commits are about.
  private func first(
    _ objects: (Commit, Repository) throws -> [String]
  ) throws -> [String: Instant] {
    var found: [String: Instant] = [:]
    let repository = try Repository(root)
    guard let head = try repository.head().commit else { return found }
    // Older commits come later and stand.
    for commit in try repository.history(from: [head]) {
      let time = Instant(seconds: commit.committer.seconds)
      for object in try objects(commit, repository) { found[object] = time }
    }
    return found
  }
}
