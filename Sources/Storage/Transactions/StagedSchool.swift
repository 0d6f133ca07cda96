import Git
import Model

/// The files of a school as the next `git commit` would record them.
public struct StagedSchool: FileSource {
  private let repository: Repository
  private let files: [String: FileVersion]
  private let folders: [String: [FolderEntry]]

  public init(repository: Repository, staged: StagedFiles) {
    self.repository = repository
    files = staged.files
    var folders: [String: [String: FolderEntry.Kind]] = [:]
    for (path, version) in staged.files {
      var kind: FolderEntry.Kind =
        version.mode == .file || version.mode == .executable ? .file : .other
      var rest = path[...]
      while true {
        let slash = rest.lastIndex(of: "/")
        let name = String(slash.map { rest[rest.index(after: $0)...] } ?? rest)
        let folder = slash.map { String(rest[..<$0]) } ?? ""
        let isKnown = folders[folder, default: [:]].updateValue(kind, forKey: name) != nil
        guard let slash, !isKnown else { break }
        rest = rest[..<slash]
        kind = .folder
      }
    }
    self.folders = folders.mapValues { names in
      names.filter { !$0.key.hasPrefix(".") }
        .map { FolderEntry(name: $0.key, kind: $0.value) }.sorted { $0.name < $1.name }
    }
  }

  public func bytes(at path: String) throws -> [UInt8]? {
    guard let version = files[path], version.mode == .file || version.mode == .executable else {
      return nil
    }
    return try repository.blob(version.id)
  }

  public func entries(in folder: String) throws -> [FolderEntry] { folders[folder] ?? [] }
}

extension SchoolStore {
  /// Checks what the next `git commit` would change.
  ///
  /// - Parameters:
  ///   - index: an index to use instead of the repository's.
  ///   - now: the time of the check.
  /// - Returns: the faults in the changed files, the faults that the change causes elsewhere, and
  ///   the number of files checked.
  public func stagedFaults(
    in index: String? = nil, at now: Instant?
  ) throws -> (faults: [Fault], count: Int) {
    let staged = try repository.staged(in: index)
    if staged.changed.isEmpty { return ([], 0) }
    let source = StagedSchool(repository: repository, staged: staged)
    let check = SchoolCheck(SchoolFiles(source), at: now)
    try check.check(changed: staged.changed)
    let changed = Set(staged.changed)
    guard check.faults.contains(where: { !changed.contains($0.file) }) else {
      return (try check.faults.fixable(in: source), staged.changed.count)
    }
    // Earlier faults elsewhere aren't caused by this commit.
    var before: Set<Fault> = []
    if let head = try committed() {
      let old = SchoolCheck(head.files, at: now)
      try old.check(changed: staged.changed)
      before = Set(old.faults)
    }
    return (
      try check.faults.filter { changed.contains($0.file) || !before.contains($0) }
        .fixable(in: source),
      staged.changed.count
    )
  }
}

extension SchoolCheck {
  /// Checks files that were changed, added or removed, and the files that may refer to them.
  func check(changed: [String]) throws {
    for file in changed where try files.source.bytes(at: file) != nil { try check(file: file) }
    let concernsPeople = changed.contains { file in
      file == SchoolPath.students || file.hasPrefix(SchoolPath.classes + "/")
    }
    let takesContext = try changed.contains { file in
      try file.hasPrefix(SchoolPath.subjects + "/") && files.source.bytes(at: file) == nil
    }
    if concernsPeople {
      checkStudents()
      for id in try files.classIDs() { checkClass(id) }
      for id in try files.subjectIDs() {
        try checkSubject(id, alone: true)
        checkParticipants(of: id)
      }
    }
    let concernsAssignments = changed.contains { $0.hasPrefix(SchoolPath.assignments + "/") }
    if concernsPeople || takesContext {
      for id in try files.assignmentIDs() { try checkAssignment(id) }
      try checkAnnouncements()
    }
    if concernsPeople || concernsAssignments { try checkDoubleAssignments() }
  }
}
