import Git
import HubProtocol
import Model
import Storage

/// Earlier versions of a subject's worksheets, which submissions may answer.
///
/// They are read from the school and its outbox, never from data that a student can write: a
/// submission only names the published commit that its student had, or the time when it was made.
public final class WorksheetVersions {
  private let school: Repository
  private let outbox: Repository?
  /// A published commit.
  private struct Published {
    let time: Int64
    /// The commit of the school that it was made from.
    let source: ObjectID
  }

  private lazy var published = Result { () throws(GitError) in try readPublished() }
  private lazy var history = Result { () throws(GitError) in try readHistory() }
  private var versions: [ObjectID: Worksheet?] = [:]
  /// The versions by current path and by the tree of all subjects.
  private var blobs: [String: [ObjectID: Found?]] = [:]

  private struct Found {
    let blob: ObjectID
    let path: ContextPath
    let tree: ObjectID
  }

  public convenience init(of subject: String, in school: SchoolStore) throws(GitError) {
    let stores = SchoolStores(school)
    self.init(
      school: school.repository,
      outbox: stores.hasOutbox(subject) ? try stores.outbox(subject) : nil)
  }

  /// - Parameter outbox: nil if the subject was never published from here.
  public init(school: Repository, outbox: Repository?) {
    self.school = school
    self.outbox = outbox
  }

  /// Whether a commit was published from here.
  public func isPublished(_ commit: ObjectID) throws -> Bool {
    try published.get()[commit] != nil
  }

  /// The version of a worksheet in a published commit, or else the newest one at a time.
  ///
  /// - Parameters:
  ///   - base: the published commit that a submission names.
  ///   - time: the time that the submission claims.
  ///   - names: the paths of the worksheet, see ``WorkNames``.
  public func version(
    at base: ObjectID?, by time: Instant?, of path: ContextPath, names: [String]
  ) throws -> Worksheet? {
    let published = try published.get()
    var source = base.flatMap { published[$0]?.source }
    if source == nil, let seconds = time?.seconds {
      source =
        try published.values.filter { $0.time <= seconds }.max { $0.time < $1.time }?.source
        ?? history.get().first { $0.committer.seconds <= seconds }?.id
    }
    guard let source, try school.contains(source) else { return nil }
    return try found(path, names, at: school.commit(source)).flatMap { try worksheet($0) }
  }

  /// The versions of a worksheet in the history of the school, oldest first.
  public func versions(of path: ContextPath, names: [String]) throws -> [Worksheet] {
    var found: [Worksheet] = []
    var last: ObjectID?
    for commit in try history.get().reversed() {
      guard let place = try self.found(path, names, at: commit), place.blob != last else {
        continue
      }
      last = place.blob
      if let version = try worksheet(place), version != found.last { found.append(version) }
    }
    return found
  }

  private func readHistory() throws(GitError) -> [Commit] {
    guard let head = try school.head().commit else { return [] }
    return try school.history(from: [head], firstParent: true)
  }

  private func readPublished() throws(GitError) -> [ObjectID: Published] {
    guard let outbox else { return [:] }
    var published: [ObjectID: Published] = [:]
    for name in [HubBranch.main, SchoolStores.bundled] {
      guard let tip = try outbox.reference(name) else { continue }
      for commit in try outbox.history(from: [tip], firstParent: true) {
        guard let source = commit.trailer(HubTrailer.source).flatMap({ ObjectID($0) }) else {
          continue
        }
        published[commit.id] = Published(time: commit.committer.seconds, source: source)
      }
    }
    return published
  }

  /// Finds a worksheet in a commit of the school, under its present or a former path.
  private func found(
    _ path: ContextPath, _ names: [String], at commit: Commit
  ) throws(GitError) -> Found? {
    guard let subjects = try school.entry(at: SchoolPath.subjects, in: commit.tree) else {
      return nil
    }
    if let known = blobs["\(path)"]?[subjects.id] { return known }
    var found: Found?
    for name in names.reversed() where found == nil {
      let former = ContextPath(
        subject: path.subject, components: name.split(separator: "/").map(String.init))
      if let entry = try school.entry(at: SchoolPath.worksheet(former), in: commit.tree) {
        found = Found(blob: entry.id, path: former, tree: commit.tree)
      }
    }
    blobs["\(path)", default: [:]][subjects.id] = .some(found)
    return found
  }

  /// Reads a version; nil if it is faulty.
  private func worksheet(_ found: Found) throws(GitError) -> Worksheet? {
    if let known = versions[found.blob] { return known }
    let files = SchoolFiles(CommitTree(repository: school, tree: found.tree))
    let worksheet: Worksheet?
    do {
      worksheet = try files.worksheet(found.path)
    } catch let error as GitError {
      throw error
    } catch {
      worksheet = nil
    }
    versions[found.blob] = .some(worksheet)
    return worksheet
  }
}
