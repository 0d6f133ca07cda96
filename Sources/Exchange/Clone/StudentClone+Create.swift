import Git
import Glibc
import HubProtocol
import Model
import Text

/// Creating a clone.
extension StudentClone {
  /// Creates a clone of a subject, atomically.
  ///
  /// - Parameters:
  ///   - source: the subject on the hub.
  ///   - place: the absolute path of the new folder; an empty folder may exist.
  ///   - sshCommand: replaces the user's SSH command for this clone.
  /// - Throws: `CloneError`, `GitError`, `TreeFault`, `FaultyFiles`.
  public static func create(
    from source: HubLayout, student: String, at place: String, now: Instant,
    sshCommand: String? = nil
  ) throws -> (clone: StudentClone, report: PullReport) {
    try checkIsFree(place, for: source)
    let (named, source) = (source, whole(source))
    do {
      return try build(at: place, of: source.subject, for: student, now) { clone in
        try clone.repository.set("teachkit.hub", to: source.root.text)
        if let sshCommand { try clone.repository.set(HubAccess.sshCommand, to: sshCommand) }
        return try clone.pull()
      }
    } catch CloneError.nothingShared {
      throw CloneError.noSubject(named.root.text, nearby: subjects(around: named.root))
    }
  }

  /// Creates a clone of the subject in a bundle, atomically.
  ///
  /// - Throws: the errors of cloning from a hub.
  public static func create(
    from bundle: TeacherBundle, student: String, at place: String, now: Instant
  ) throws -> (clone: StudentClone, report: PullReport) {
    guard isFree(place) else { throw CloneError.pathExists(place) }
    return try build(at: place, of: bundle.subject, for: student, now) { clone in
      try clone.pull(from: bundle)
    }
  }

  /// Creates a clone in a temporary folder and moves it to its path.
  private static func build(
    at place: String, of subject: String, for student: String, _ now: Instant,
    _ fill: (StudentClone) throws -> PullReport
  ) throws -> (clone: StudentClone, report: PullReport) {
    let (folder, name) = split(place)
    let temporary = TemporaryFolder(".\(name).cloning", in: folder)
    do {
      try temporary.make()
      let repository = try Repository.create(temporary.path, branch: "mine")
      try repository.set("teachkit.subject", to: subject)
      try repository.set("teachkit.student", to: student)
      let report = try fill(StudentClone(root: temporary.path, now: now))
      var status = stat()
      if lstat(place, &status) == 0 {
        // An existing empty folder is kept, because it may be the current folder. The clone is
        // complete when `.git` exists.
        let names = TemporaryFolder.names(in: temporary.path).filter { $0 != ".git" }
        for name in names + [".git"] {
          try move("\(temporary.path)/\(name)", to: "\(place)/\(name)")
        }
        temporary.remove()
      } else {
        try move(temporary.path, to: place)
      }
      return (try StudentClone(root: place, now: now), report)
    } catch {
      temporary.remove()
      throw error
    }
  }

  private static func move(_ path: String, to place: String) throws(GitError) {
    guard rename(path, place) == 0 else {
      throw GitError(
        .permission, "cannot create the folder: \(String(cString: strerror(errno)))", path: place)
    }
  }

  /// Checks that a clone can be created at a path.
  ///
  /// - Throws: `CloneError`.
  public static func checkIsFree(_ place: String, for source: HubLayout) throws {
    guard isFree(place) else {
      let nearby = subjects(around: source.root)
      if !nearby.isEmpty, !nearby.contains(source.root.text) {
        throw CloneError.noSubject(source.root.text, nearby: nearby)
      }
      throw CloneError.pathExists(place)
    }
  }

  /// The subjects that an address may refer to: it may be the hub, or inside a subject.
  static func subjects(around place: HubAddress) -> [String] {
    guard var path = place.folder else { return [] }
    for _ in 0..<4 {
      if let hub = try? HubFolder(path), let folders = try? hub.folders() {
        let found = folders.filter { folder in
          (try? hub.repository("\(folder)/\(HubLayout.subjectRepository)")) ?? nil != nil
        }
        if !found.isEmpty { return found.map { "\(path)/\($0)" } }
      }
      path = split(path).folder
    }
    return []
  }

  /// The hub with an absolute path, so that the clone can be moved.
  private static func whole(_ source: HubLayout) -> HubLayout {
    source.root.folder.flatMap(realPath).map { HubLayout(root: .folder($0)) } ?? source
  }

  /// Whether a path is free or an empty folder.
  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    if lstat(path, &status) != 0 { return true }
    return status.st_mode & S_IFMT == S_IFDIR && TemporaryFolder.names(in: path).isEmpty
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}
