import Git
import Model
import Storage

/// The creation times of a school's objects, from its history. Read on first use.
public final class CreationTimes {
  private let root: String
  private var named: [String: Instant]?
  private var added: [String: Instant]?

  public init(root: String) { self.root = root }

  /// Returns the time when a commit first named an object or added its file; nil if the object has
  /// neither.
  public func time(of object: ObjectPath) throws -> Instant? {
    if named == nil { named = try firstNamed() }
    if let time = named?[object.description] { return time }
    if added == nil { added = try firstAdded() }
    return added?[object.description]
  }

  private func firstNamed() throws -> [String: Instant] {
    try first { commit, _ in
      let paths = commit.trailers.filter { $0.key == SchoolTrailer.path }.map(\.value)
      // Other paths of a copy existed before.
      return commit.trailer(SchoolTrailer.command) == "copy" ? Array(paths.prefix(1)) : paths
    }
  }

  /// Objects by their files, with the chapters that contain them.
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

  /// The time of the oldest commit about each object.
  private func first(
    _ objects: (Commit, Repository) throws -> [String]
  ) throws -> [String: Instant] {
    var found: [String: Instant] = [:]
    let repository = try Repository(root)
    guard let head = try repository.head().commit else { return found }
    // Later iterations are older commits, which overwrite newer ones.
    for commit in try repository.history(from: [head]) {
      let time = Instant(seconds: commit.committer.seconds)
      for object in try objects(commit, repository) { found[object] = time }
    }
    return found
  }
}
