import Git
import Model
import Storage

/// The times at which files of a school last changed, from its history.
public final class FileRevisions {
  private let repository: Repository
  private let head: ObjectID
  private lazy var times = Result { try read() }

  init(_ repository: Repository, at head: ObjectID) {
    self.repository = repository
    self.head = head
  }

  /// - Returns: nil for a school without commits.
  public convenience init?(of school: SchoolStore) throws {
    guard let head = try school.committed()?.commit else { return nil }
    self.init(school.repository, at: head)
  }

  /// The time of the last change of any of the files; nil if none is committed.
  public func last(of files: [String]) throws -> Instant? {
    let times = try times.get()
    return files.compactMap { times[$0] }.max()
  }

  private func read() throws -> [String: Instant] {
    var found: [String: Instant] = [:]
    for commit in try repository.history(from: [head]) {
      let parent = try commit.parents.first.map { try repository.commit($0).tree }
      for file in try repository.differences(from: parent, to: commit.tree)
      where file.after != nil && found[file.path] == nil {
        found[file.path] = Instant(seconds: commit.committer.seconds)
      }
    }
    return found
  }
}

extension SchoolFiles {
  /// The files that determine the due dates of a worksheet.
  public func dateFiles(of path: ContextPath) throws -> [String] {
    [SchoolPath.worksheet(path)]
      + (try assignments().filter { $0.work.contains { path.isWithin($0) } }
        .map { SchoolPath.assignment($0.id) })
  }

  /// The assignments of a file, or the assignment without work.
  public func dateFiles(ofHandout path: ContextPath) throws -> [String] {
    try assignments().filter { assignment in
      assignment.work.contains(path) || path == .withoutWork(assignment.id, in: path.subject)
    }.map { SchoolPath.assignment($0.id) }
  }
}

extension WorkNames {
  /// A name of a worksheet that survives renaming: its oldest one that no other worksheet has.
  public func lasting(_ path: ContextPath) -> String {
    "\(path.subject)/" + (names(of: path).first { self[$0] == path } ?? path.work)
  }
}
