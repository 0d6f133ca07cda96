import Git
import HubProtocol
import Model
import Storage

/// Another teacher's material at its latest commit: a school with answers, or a published subject.
public struct Material {
  public let files: SchoolFiles
  public let commit: ObjectID
  private let repository: Repository

  private init(_ repository: Repository, _ commit: ObjectID, _ layout: SchoolFiles.Layout) throws {
    self.repository = repository
    self.commit = commit
    files = SchoolFiles(
      CommitTree(repository: repository, tree: try repository.commit(commit).tree),
      layout: layout)
  }

  /// Whether it is published material, without answers.
  public var isPublished: Bool { files.layout != .school }

  /// Reads the school in a folder, without writing there.
  ///
  /// - Returns: nil if it has no commits.
  public static func school(at root: String) throws -> Material? {
    let repository = try Repository(root)
    return try repository.head().commit.map { try Material(repository, $0, .school) }
  }

  /// Fetches and validates a published subject like a student's clone.
  ///
  /// - Parameters:
  ///   - place: the address of the subject.
  ///   - folder: a temporary folder for the duration of `body`.
  /// - Throws: `CloneError`, `GitError`, `TreeFault`.
  public static func published<T>(
    _ place: HubLayout, within folder: String, _ body: (Material) throws -> T
  ) throws -> T {
    let temporary = TemporaryFolder("importing", in: folder)
    defer { temporary.remove() }
    try temporary.make()
    let repository = try Repository.create(temporary.path, branch: "main")
    let access = HubAccess(source: .hub(place), repository: repository)
    guard let commit = try access.subject() else {
      throw CloneError.noSubject(
        place.root.text, nearby: StudentClone.subjects(around: place.root))
    }
    return try body(Material(repository, commit, .clone(subject: place.subject)))
  }

  /// A file of the material.
  public struct File: Sendable {
    public let bytes: [UInt8]
    /// Whether it is executable.
    public let isProgram: Bool
  }

  /// The files of a context, recursively, by relative path, without hidden ones.
  ///
  /// - Throws: `TreeFault` for a harmful file, `GitError`.
  public func contents(of path: ContextPath) throws -> [String: File] {
    let folder = isPublished ? path.work : SchoolPath.folder(path)
    var tree = try repository.commit(commit).tree
    if !folder.isEmpty {
      guard let entry = try repository.entry(at: folder, in: tree), entry.mode == .tree else {
        return [:]
      }
      tree = entry.id
    }
    try TreeRules.published.check(tree, in: repository)
    var found: [String: File] = [:]
    for (path, entry) in try repository.files(in: tree)
    where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      found[path] = File(
        bytes: try repository.blob(entry.id), isProgram: entry.mode == .executable)
    }
    return found
  }

  /// The files of a context, recursively, that were changed since the commit.
  public func changed(below path: ContextPath) throws -> [String] {
    if isPublished { return [] }
    return try repository.changedPaths(in: [SchoolPath.folder(path)]).map(\.path)
  }
}
