import Model

/// Keeps names that students have seen when an object returns to an earlier state.
extension Change {
  /// Adds the names of objects that are renamed back to their `was`, if the subject has
  /// participants: undoing a rename is a rename as well.
  ///
  /// - Parameter before: the school before the change.
  public func keepNames(of before: SchoolFiles) {
    let paths = Set(files.keys.flatMap(ContextPath.all)).sorted {
      ($0.components.count, $0.description) < ($1.components.count, $1.description)
    }
    let now = schoolFiles
    let isShared = Dictionary(
      Set(paths.map(\.subject)).map {
        ($0, (try? now.participants(of: $0).entries.isEmpty) == false)
      },
      uniquingKeysWith: { first, _ in first })
    let removed = paths.filter { isThere($0, before) && !isThere($0, now) }
    for path in paths where isShared[path.subject] == true && isThere(path, now) {
      // Unreadable files are reported when they are read next.
      if isThere(path, before) {
        try? keepExercises(of: before, at: path, now: path)
      } else if let other = removed.first(where: { wasFormerName($0, path, before) }),
        let names = try? before.names(of: other)
      {
        try? note(
          names, formerlyOf: path, isWorksheet: (try? now.isWorksheet(path)) ?? false)
        try? keepExercises(of: before, at: other, now: path)
      }
    }
  }

  private func isThere(_ path: ContextPath, _ files: SchoolFiles) -> Bool {
    // An empty folder doesn't count.
    (try? files.files(below: SchoolPath.folder(path)).isEmpty) == false
  }

  private func wasFormerName(_ other: ContextPath, _ path: ContextPath, _ before: SchoolFiles)
    -> Bool
  {
    other.subject == path.subject
      && ((try? before.names(of: other).dropLast().contains(path.work)) ?? false)
  }

  private func keepExercises(
    of before: SchoolFiles, at former: ContextPath, now path: ContextPath
  ) throws {
    guard try before.isWorksheet(former), try schoolFiles.isWorksheet(path) else { return }
    let old = try before.worksheet(former).exercises
    let new = try schoolFiles.worksheet(path).exercises
    for exercise in new where !old.contains(where: { $0.id == exercise.id }) {
      for other in old where other.was.contains(exercise.id) {
        if new.contains(where: { $0.id == other.id }) { continue }
        try note(
          (other.was + [other.id]).filter { $0 != exercise.id }, formerlyOf: exercise.id, in: path)
      }
    }
  }
}

extension ContextPath {
  /// The contexts that contain a file of a school, from the top.
  fileprivate static func all(of file: String) -> [ContextPath] {
    let parts = file.split(separator: "/").dropLast().map(String.init)
    guard parts.count > 2, parts[0] == SchoolPath.subjects else { return [] }
    let components = parts.dropFirst(2).prefix { !SchoolPath.besides.contains($0) }
    return components.indices.map {
      ContextPath(subject: parts[1], components: Array(components[...$0]))
    }
  }
}
