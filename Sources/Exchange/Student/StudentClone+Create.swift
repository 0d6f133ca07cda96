import Git
import Glibc
import Hub
import Model

/// Making a clone.
extension StudentClone {
  /// Makes a clone of a subject. It appears whole, or not at all.
  ///
  /// - Parameters:
  ///   - source: the subject's place on the hub.
  ///   - place: the new folder, an absolute path; an empty folder may be there.
  ///   - sshCommand: how the clone runs `ssh`, where that isn't the user's usual command.
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

  /// Makes a clone of the subject in a file. It appears whole, or not at all.
  ///
  /// - Throws: as for one from a hub.
  public static func create(
    from handout: Handout, student: String, at place: String, now: Instant
  ) throws -> (clone: StudentClone, report: PullReport) {
    guard isFree(place) else { throw CloneError.placeTaken(place) }
    return try build(at: place, of: handout.subject, for: student, now) { clone in
      try clone.pull(from: handout)
    }
  }

  /// Makes a clone beside its place, fills it, and moves it there.
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
        // Who stands in the empty folder stays in it. The clone is one when it has its '.git'.
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
        .permission, "can't make the folder: \(String(cString: strerror(errno)))", path: place)
    }
  }

  /// Sees that a clone can be made at a place.
  ///
  /// - Throws: `CloneError`.
  public static func checkIsFree(_ place: String, for source: HubLayout) throws {
    guard isFree(place) else {
      let nearby = subjects(around: source.root)
      if !nearby.isEmpty, !nearby.contains(source.root.text) {
        throw CloneError.noSubject(source.root.text, nearby: nearby)
      }
      throw CloneError.placeTaken(place)
    }
  }

  /// The places of subjects on the hub that a place was meant to be on: itself may be the hub, or
  /// be within a subject.
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

  /// The hub by its path from the root of the file system, so that the clone can be moved.
  private static func whole(_ source: HubLayout) -> HubLayout {
    guard let folder = source.root.folder, let path = realpath(folder, nil) else { return source }
    defer { free(path) }
    return HubLayout(root: .folder(String(cString: path)))
  }

  /// Whether nothing but perhaps an empty folder is at a path.
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
