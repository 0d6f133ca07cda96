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
  /// - Throws: `CloneError`, `GitError`, `TreeFault`, `FaultyFiles`.
  public static func create(
    from source: HubLayout, student: String, at place: String, now: Instant
  ) throws -> (clone: StudentClone, report: PullReport) {
    try checkIsFree(place, for: source)
    let (folder, name) = split(place)
    let (named, source) = (source, whole(source))
    let temporary = TemporaryFolder(".\(name).cloning", in: folder)
    do {
      let report = try build(source, student, temporary, now)
      guard rename(temporary.path, place) == 0 else {
        throw GitError(
          .permission, "can't make the folder: \(String(cString: strerror(errno)))", path: place)
      }
      return (try StudentClone(root: place, now: now), report)
    } catch {
      temporary.remove()
      if case CloneError.nothingShared = error {
        throw CloneError.noSubject(named.root.text, nearby: subjects(around: named.root))
      }
      throw error
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

  private static func build(
    _ source: HubLayout, _ student: String, _ folder: TemporaryFolder, _ now: Instant
  ) throws -> PullReport {
    try folder.make()
    let repository = try Repository.create(folder.path, branch: "mine")
    try repository.set("teachkit.subject", to: source.subject)
    try repository.set("teachkit.student", to: student)
    try repository.set("teachkit.hub", to: source.root.text)
    return try StudentClone(root: folder.path, now: now).pull()
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
