import Model
import Storage

extension SchoolFiles {
  /// The worksheets, existing or not, with a ledger of one kind.
  ///
  /// - Parameter folder: the folder of the ledgers, such as `marks`.
  func ledgerPaths(in folder: String, below path: ContextPath) throws -> [ContextPath] {
    guard path.components.count <= Identifier.deepestContext else { return [] }
    var found: [ContextPath] = []
    for entry in try source.entries(in: "\(folder)/\(path)") {
      if entry.kind == .folder {
        found += try ledgerPaths(in: folder, below: path.appending(entry.name))
      } else if entry.kind == .file, entry.name.hasSuffix(".yaml") {
        found.append(path.appending(String(entry.name.dropLast(5))))
      }
    }
    return found
  }
}

extension SchoolStore {
  /// Moves marks, grades and received submissions to the current path of worksheets that were
  /// renamed by hand or by a colleague, according to `was`, and marks of renamed exercises.
  /// Existing entries are kept.
  ///
  /// - Returns: the former and current paths; empty if nothing was renamed.
  /// - Throws: `FaultyFiles`, `StoreError`, `GitError`.
  public func followRenames(
    in subject: String, by committer: Committer
  ) throws -> [(from: String, to: String)] {
    let files = files
    let places = [SchoolPath.received, SchoolPath.marks, SchoolPath.grades, SchoolPath.activity]
    var orphans: Set<ContextPath> = []
    var marks: [(from: ObjectPath, to: ObjectPath)] = []
    for folder in ["received", "marks", "grades", "activity"] {
      for path in try files.ledgerPaths(in: folder, below: ContextPath(subject: subject)) {
        if try !files.isWorksheet(path), try !files.isHandedOut(path) {
          orphans.insert(path)
        } else if folder == "marks" {
          marks += try files.marksToFollow(of: path)
        }
      }
    }
    let names = try orphans.isEmpty ? nil : WorkNames(of: subject, in: files)
    let moves = orphans.compactMap { old in
      (names?[old.work] ?? names?.file(old.work)).map { (from: old, to: $0) }
    }.filter { $0.from != $0.to }
      .sorted { $0.from.description < $1.from.description }
    let all = moves.map { ("\($0.from)", "\($0.to)") } + marks.map { ("\($0.from)", "\($0.to)") }
    if all.isEmpty { return [] }
    _ = try change("follow", subject, by: committer) { change in
      change.summary = "follow " + all.map { "\($0.0) to \($0.1)" }.joined(separator: ", ")
      for move in moves {
        for place in places {
          _ = try change.joinLedger(place(move.from), to: place(move.to))
          change.remove(place(move.from))
        }
        marks += try SchoolFiles(change).marksToFollow(of: move.to)
      }
      for (old, new) in marks { try change.followMarks(from: old, to: new) }
    }
    return all
  }
}
