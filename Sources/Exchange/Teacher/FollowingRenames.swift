import Model
import PlainYAML
import Storage

extension SchoolFiles {
  /// The worksheets, present or not, of which there is a ledger of one kind.
  ///
  /// - Parameter folder: where the ledgers are: `marks`.
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
  /// Brings marks, grades and what was received to where a worksheet is now that was renamed by
  /// hand, or by a colleague meanwhile, as its `was` tells; marks of exercises, too. What stands
  /// there already is kept.
  ///
  /// - Returns: the former paths with the present ones; none where nothing was renamed.
  /// - Throws: `FaultyFiles`, `StoreError`, `GitError`.
  public func followRenames(
    in subject: String, by committer: Committer
  ) throws -> [(from: String, to: String)] {
    let files = files
    let places = [SchoolPath.received, SchoolPath.marks, SchoolPath.grades]
    var orphans: Set<ContextPath> = []
    var marks: [(from: ObjectPath, to: ObjectPath)] = []
    for folder in ["received", "marks", "grades"] {
      for path in try files.ledgerPaths(in: folder, below: ContextPath(subject: subject)) {
        if try !files.isWorksheet(path) {
          orphans.insert(path)
        } else if folder == "marks" {
          marks += try files.marksToFollow(of: path)
        }
      }
    }
    let names = try orphans.isEmpty ? nil : WorkNames(of: subject, in: files)
    let moves = orphans.compactMap { old in names?[old.work].map { (from: old, to: $0) } }
      .sorted { $0.from.description < $1.from.description }
    let all = moves.map { ("\($0.from)", "\($0.to)") } + marks.map { ("\($0.from)", "\($0.to)") }
    if all.isEmpty { return [] }
    _ = try change("follow", subject, by: committer) { change in
      change.summary = "follow " + all.map { "\($0.0) to \($0.1)" }.joined(separator: ", ")
      for move in moves {
        for place in places { try change.moveLedger(place(move.from), to: place(move.to)) }
        marks += try SchoolFiles(change).marksToFollow(of: move.to)
      }
      for (old, new) in marks { try change.followMarks(from: old, to: new) }
    }
    return all
  }
}

extension Change {
  /// Moves the lines of a ledger into another. Where both have a line, lists are joined, and the
  /// other's line stays for anything else.
  fileprivate func moveLedger(_ old: String, to new: String) throws {
    guard let bytes = try bytes(at: old) else { return }
    if try self.bytes(at: new) == nil {
      try write(new, bytes)
    } else {
      let former = try Ledger(bytes)
      try editLedger(new) { ledger in
        for key in former.keys {
          guard let line = former[key] else { continue }
          if let before = line.sequence, let after = ledger[key]?.sequence {
            try ledger.set(key, .sequence((before + after).map { Value($0) }))
          } else if ledger[key] == nil {
            try ledger.set(key, Value(line))
          }
        }
      }
    }
    remove(old)
  }
}
