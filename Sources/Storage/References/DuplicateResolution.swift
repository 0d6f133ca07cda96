import Model
import PlainYAML

/// Both sides of a merge may have renamed the same object, and Git keeps both. When one of these
/// duplicates is deleted, the other takes over its names, marks, grades, assignments and
/// submissions.
public struct DuplicateResolution: Hashable, Sendable {
  public let heir: ObjectPath
  /// Values that differ between the two ledgers; those of the remaining duplicate are kept.
  public internal(set) var unlike: [Discrepancy] = []
  /// Exercises that the remaining duplicate doesn't have.
  public internal(set) var lost: [String] = []

  public struct Discrepancy: Hashable, Sendable {
    /// The place, in the form of `SchoolPath.words`.
    public let place: String
    public let kept: Value?
    public let gone: Value?
  }
}

extension SchoolFiles {
  /// The duplicate of an object: another object with the same former name.
  public func duplicate(of object: ObjectPath) throws -> ObjectPath? {
    switch object {
    case .exercise(let path, let id):
      let exercises = try exerciseNames(of: path)
      let was = Set(exercises.first { $0.id == id }?.was ?? [])
      return exercises.first { $0.id != id && !was.isDisjoint(with: $0.was) }
        .map { .exercise(path, $0.id) }
    case .context(let path): return try duplicate(of: path, outside: path).map { .context($0) }
    default: return nil
    }
  }

  /// The present and former names of exercises as written. When read, a name shared by several
  /// belongs to the first.
  fileprivate func exerciseNames(of path: ContextPath) throws -> [(id: String, was: [String])] {
    (try document(at: worksheetFile(path))?.root["exercises"]?.sequence ?? []).compactMap { item in
      item["id"]?.scalar.map { ($0, item["was"]?.sequence?.compactMap(\.scalar) ?? []) }
    }
  }

  /// - Parameter place: a context to skip.
  fileprivate func duplicate(
    of path: ContextPath, outside place: ContextPath
  ) throws -> ContextPath? {
    let was = Set(try path.components.isEmpty ? [] : names(of: path).dropLast())
    if was.isEmpty { return nil }
    return try duplicate(
      of: path, called: was, outside: place, under: ContextPath(subject: path.subject), [""])
  }

  private func duplicate(
    of path: ContextPath, called was: Set<String>, outside place: ContextPath,
    under parent: ContextPath, _ names: [String]
  ) throws -> ContextPath? {
    for child in try childIDs(of: parent).map(parent.appending) where child != place {
      let all =
        try formerNames(of: child)
        + names.map { $0.isEmpty ? child.identifier : "\($0)/\(child.identifier)" }
      if all.dropLast().contains(where: was.contains),
        try isWorksheet(child) == isWorksheet(path)
      {
        return child
      }
      if let found = try duplicate(of: path, called: was, outside: place, under: child, all) {
        return found
      }
    }
    return nil
  }
}

extension Change {
  /// Passes everything that belongs to an object to its duplicate. The object itself is kept for
  /// now.
  func resolveDuplicate(_ object: ObjectPath, to heir: ObjectPath) throws -> DuplicateResolution {
    var resolution = DuplicateResolution(heir: heir)
    switch (object, heir) {
    case (.exercise(let path, let id), .exercise(_, let other)):
      let was = try schoolFiles.exerciseNames(of: path).first { $0.id == id }?.was ?? []
      try remove(try schoolFiles.mentions(of: object).filter { $0.form == .item("id") })
      try note(was + [id], formerlyOf: other, in: path)
      resolution.unlike += try followMarks(from: object, to: heir)
    case (.context(let path), .context(let other)):
      try resolveDuplicate(path, to: other, &resolution)
    default: break
    }
    return resolution
  }

  private func resolveDuplicate(
    _ path: ContextPath, to heir: ContextPath, _ resolution: inout DuplicateResolution
  ) throws {
    var heirs: [(from: ContextPath, to: ContextPath)] = []
    for from in try schoolFiles.contexts(below: path) {
      let files = schoolFiles
      guard try files.exists(from) else { continue }
      let isWorksheet = try files.isWorksheet(from)
      let beside = ContextPath(
        subject: heir.subject,
        components: heir.components + from.components.dropFirst(path.components.count))
      var duplicate = try files.duplicate(of: from, outside: path)
      if duplicate == nil, try files.exists(beside), try files.isWorksheet(beside) == isWorksheet {
        duplicate = beside
      }
      guard let to = duplicate else {
        // Entries that exist in only one of them are moved unchanged.
        _ = try rename(.context(from), to: .context(beside))
        continue
      }
      heirs.append((from, to))
      try moveFiles(of: from, to: to)
      try note(try files.names(of: from), formerlyOf: to, isWorksheet: isWorksheet)
      if isWorksheet { try resolveDuplicateWork(from, to: to, &resolution) }
    }
    let files = schoolFiles
    for mention in try files.mentions(of: .context(path)).reversed() where mention.form == .text {
      // The deepest paths come last.
      let word = heirs.reversed().lazy.map {
        ReferenceRewriter(.context($0), .context($1))(mention.word)
      }
      .first { $0 != mention.word }
      guard let word else { continue }
      try edit(mention.file) { document in
        let others = document.node(at: Array(mention.steps.dropLast()))?.sequence ?? []
        return others.contains { $0.scalar == word }
          ? try document.removing(mention.steps)
          : try document.setting(mention.steps, to: .scalar(word))
      }
    }
  }

  /// Moves the files that the heir doesn't have.
  private func moveFiles(of from: ContextPath, to: ContextPath) throws {
    let (folder, other) = (SchoolPath.folder(from), SchoolPath.folder(to))
    for kind in SchoolPath.besides.sorted() {
      for file in try schoolFiles.files(below: "\(folder)/\(kind)") {
        let new = other + file.dropFirst(folder.count)
        if try bytes(at: new) == nil { try move(file, to: new) }
      }
    }
  }

  /// Passes on the ledgers of a worksheet and the names of its exercises.
  private func resolveDuplicateWork(
    _ from: ContextPath, to: ContextPath, _ resolution: inout DuplicateResolution
  ) throws {
    for ledgers in Mention.ledgers {
      resolution.unlike += try joinLedger("\(ledgers)/\(from).yaml", to: "\(ledgers)/\(to).yaml")
    }
    let heirs = try schoolFiles.exerciseNames(of: to)
    for exercise in try schoolFiles.exerciseNames(of: from) {
      let names = Set(exercise.was + [exercise.id])
      if let other = heirs.first(where: { !names.isDisjoint(with: $0.was + [$0.id]) }) {
        try note(names.subtracting([other.id]).sorted(), formerlyOf: other.id, in: to)
      } else {
        resolution.lost.append("\(from)/\(exercise.id)")
      }
    }
    for (old, new) in try schoolFiles.marksToFollow(of: to) {
      resolution.unlike += try followMarks(from: old, to: new)
    }
  }

  /// Adds the lines of one ledger to another. Records of submissions are combined. Where values
  /// differ, those of the other ledger are kept.
  ///
  /// - Returns: the values that differ.
  public func joinLedger(_ old: String, to new: String) throws -> [DuplicateResolution.Discrepancy]
  {
    guard let former = try bytes(at: old) else { return [] }
    guard let present = try bytes(at: new) else {
      try write(new, former)
      return []
    }
    for file in [old, new] { _ = try schoolFiles.ledger(at: file) }
    let joined = try SchoolMerge(joining: new, ours: present, theirs: former)
    try write(new, joined.bytes)
    return joined.conflicts.map {
      DuplicateResolution.Discrepancy(
        place: SchoolPath.words(for: $0.path, in: new), kept: $0.ours.map { Value($0) },
        gone: $0.theirs.map { Value($0) })
    }
  }
}
