import Git
import Model
import Storage

/// When objects of a school were made, as its history tells. It is read on first use.
final class Creations {
  private let root: String
  private var times: [String: Instant]?

  init(root: String) { self.root = root }

  /// When an object was first named by a commit; nil for what no command has named.
  func time(of object: ObjectPath) throws -> Instant? {
    try all()[object.description]
  }

  private func all() throws -> [String: Instant] {
    if let times { return times }
    var found: [String: Instant] = [:]
    let repository = try Repository(root)
    if let head = try repository.head().commit {
      for commit in try repository.history(from: [head]) {
        let time = Instant(seconds: commit.committer.seconds)
        // Older commits come later and stand.
        for trailer in commit.trailers where trailer.key == SchoolTrailer.path {
          found[trailer.value] = time
        }
      }
    }
    times = found
    return found
  }
}
