import Model

/// Published files of contexts: those in `files`, and in a worksheet's `starters`.
extension SchoolFiles {
  public func isHandedOut(_ path: ContextPath) throws -> Bool {
    guard let file = path.file, let folder = path.parent,
      !path.components.contains(where: { $0.hasPrefix(".") }),
      try isWorksheet(file.owner) || file.folder == "files" && exists(file.owner)
    else { return false }
    return try source.entries(in: SchoolPath.folder(folder))
      .contains { $0.name == path.identifier && $0.kind == .file }
  }

  /// All published files whose paths have an ending.
  public func handedOut(ending: [String]) throws -> [ContextPath] {
    var found: [ContextPath] = []
    func look(in folder: ContextPath) throws {
      guard folder.components.count <= 64 else { return }
      for entry in try source.entries(in: SchoolPath.folder(folder)) {
        let path = folder.appending(entry.name)
        switch entry.kind {
        case .folder: try look(in: path)
        case .file where path.components.suffix(ending.count).elementsEqual(ending):
          if try isHandedOut(path) { found.append(path) }
        case .file, .other: break
        }
      }
    }
    for subject in try subjectIDs() { try look(in: ContextPath(subject: subject)) }
    return found
  }

  /// The subjects in which an assignment appears: those of its work, or all if it has none.
  public func subjects(of assignment: Assignment) throws -> [String] {
    assignment.work.isEmpty
      ? try subjectIDs() : Set(assignment.work.map(\.subject)).sorted()
  }

  /// The subjects in which an announcement appears.
  public func subjects(of announcement: Announcement) throws -> [String] {
    let roster = try roster()
    return try subjectIDs().filter { subject in
      let participants = try participants(of: subject)
      return !announcement.recipients(in: subject, among: participants, roster).isEmpty
    }
  }
}
