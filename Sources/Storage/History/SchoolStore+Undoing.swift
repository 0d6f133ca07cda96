import Git
import Model

/// A reason why a change can't be undone.
public enum UndoError: Error, Hashable, Sendable {
  /// Nothing to undo.
  case nothing
  /// A file has changed since.
  case changedSince(Obstacle)
  /// The change merged colleagues' work.
  case merge(change: String)
  /// The change is not in the history of the current state.
  case notBefore(ObjectID)
}

/// A later change that prevents an undo.
public struct Obstacle: Hashable, Sendable {
  public let file: String
  /// The change to be undone.
  public let change: Commit
  /// The newest later change of the file; nil for an edit by hand.
  public let newer: Commit?
  /// The time of that change, in the school's zone.
  public let time: String?
  /// The object and the former commit, as arguments for `restore`.
  public let restorable: String?
}

/// Changes to be undone together.
public struct Undoing: Sendable {
  /// The changes, newest first.
  public let changes: [Commit]
  /// Later changes that were sent or received, which are kept.
  public let kept: [Commit]
  /// The commit whose state is restored; nil to undo only the newest change.
  let goal: ObjectID?
}

extension SchoolStore {
  /// Commands that can't be undone because others have already received their result, or sent it.
  static let lasting: Set<String> = ["collect", "grade", "return", "share", "unshare", "forget"]

  /// The newest change that has not been undone yet.
  ///
  /// - Throws: `UndoError`.
  public func newestUndoing() throws -> Undoing {
    guard let head = try repository.head().commit else { throw UndoError.nothing }
    var undone: Set<ObjectID> = []
    var goal: ObjectID?
    var kept: [Commit] = []
    for commit in try repository.history(from: [head], firstParent: true) {
      if commit.id == goal { goal = nil }
      if goal != nil || undone.contains(commit.id) || commit.parents.isEmpty {
        continue
      } else if let text = commit.trailer(SchoolTrailer.undoes), let id = ObjectID(text) {
        undone.insert(id)
      } else if let text = commit.trailer(SchoolTrailer.goesBackTo) {
        goal = ObjectID(text)
      } else if commit.isLasting {
        kept.append(commit)
      } else if commit.parents.count > 1 {
        throw UndoError.merge(change: commit.subject)
      } else {
        return Undoing(changes: [commit], kept: kept, goal: nil)
      }
    }
    throw UndoError.nothing
  }

  /// All changes since a commit, to return to its state.
  ///
  /// - Throws: `UndoError`.
  public func undoing(to goal: ObjectID) throws -> Undoing {
    guard let head = try repository.head().commit else { throw UndoError.nothing }
    var changes: [Commit] = []
    var kept: [Commit] = []
    for commit in try repository.history(from: [head], firstParent: true) {
      if commit.id == goal { return Undoing(changes: changes, kept: kept, goal: goal) }
      if commit.isLasting {
        kept.append(commit)
      } else if commit.parents.count > 1 {
        throw UndoError.merge(change: commit.subject)
      } else {
        changes.append(commit)
      }
    }
    throw UndoError.notBefore(goal)
  }

  /// Undoes changes in one new commit; the history is kept.
  ///
  /// - Parameter forgotten: whether to restore students who were forgotten since.
  /// - Returns: the result, nil if nothing changes; and the omitted students.
  /// - Throws: `UndoError.changedSince` if a file has changed since.
  public func undo(
    _ undoing: Undoing, by committer: Committer, forgotten: Bool = false, dryRun: Bool
  ) throws -> (committed: Committed?, leftOut: [String]) {
    var leftOut: [String] = []
    let paths = undoing.changes.flatMap(\.paths).reduce(into: [String]()) { paths, path in
      if !paths.contains(path) { paths.append(path) }
    }
    // Undoing a rename is a rename as well.
    let renamed = undoing.goal == nil ? undoing.changes.first?.trailer(SchoolTrailer.former) : nil
    let committed = try change(
      "undo", renamed ?? paths.first ?? "school", by: committer, dryRun: dryRun
    ) { change in
      change.formerPath = renamed == nil ? nil : paths.first
      change.otherPaths = Array(paths.dropFirst())
      if let goal = undoing.goal {
        change.summary = "undo everything since \(goal.short)"
        change.trailers.append((SchoolTrailer.goesBackTo, "\(goal)"))
      } else if let commit = undoing.changes.first {
        change.summary = "undo: \(commit.subject)"
        change.trailers.append((SchoolTrailer.undoes, "\(commit.id)"))
      }
      for commit in undoing.changes { try revert(commit, in: change) }
      change.keepNames(of: files)
      if !forgotten, let past = undoing.changes.last?.parents.first {
        leftOut = try change.leaveOut(self.forgotten(since: past))
      }
    }
    return (committed, leftOut)
  }

  private func revert(_ commit: Commit, in change: Change) throws {
    guard let parent = commit.parents.first else { return }
    let old = try repository.commit(parent).tree
    for file in try repository.differences(from: old, to: commit.tree) {
      if file.before?.isRegular == false || file.after?.isRegular == false { continue }
      let now = try change.bytes(at: file.path).map { try ObjectID.hash(blob: $0) }
      let isProgram = file.before?.mode == .executable
      if try now == file.before?.id && change.isProgram(file.path) == isProgram { continue }
      guard let before = file.before else {
        guard now == file.after?.id else {
          throw UndoError.changedSince(try obstacle(in: file.path, to: commit, before: parent))
        }
        change.remove(file.path)
        continue
      }
      var bytes = try repository.blob(before.id)
      if now != file.after?.id, now != before.id {
        guard let merged = try merge(bytes, into: file, of: change) else {
          throw UndoError.changedSince(try obstacle(in: file.path, to: commit, before: parent))
        }
        bytes = merged
      }
      try change.write(file.path, bytes, isProgram: isProgram)
    }
  }

  /// Merges the former version of a context's file with later commits, to keep the former names
  /// that they recorded.
  ///
  /// - Returns: nil if both change the same fields, or the file was edited manually.
  private func merge(
    _ before: [UInt8], into file: TreeDifference, of change: Change
  ) throws -> [UInt8]? {
    let names = ["worksheet.yaml", "context.yaml"]
    guard names.contains(where: { file.path.hasSuffix("/" + $0) }), let after = file.after,
      let now = try change.bytes(at: file.path),
      try repository.changedPaths(in: [file.path]).isEmpty
    else { return nil }
    let merged = try SchoolMerge(
      file.path, base: try repository.blob(after.id), ours: now, theirs: before)
    return merged.isClean ? merged.bytes : nil
  }
}

extension SchoolStore {
  fileprivate func obstacle(
    in file: String, to change: Commit, before parent: ObjectID
  ) throws -> Obstacle {
    func version(_ commit: Commit) throws -> ObjectID? {
      try repository.entry(at: file, in: commit.tree)?.id
    }
    let commits =
      try repository.history(from: [repository.head().commit].compactMap { $0 }, firstParent: true)
      .prefix { $0.id != change.id } + [change]
    let isEdited = try !repository.changedPaths(in: [file]).isEmpty
    let newer =
      isEdited
      ? nil : try zip(commits, commits.dropFirst()).first { try version($0) != version($1) }?.0
    let before = Locator(try files(at: parent))
    let zone = (try? files.zone()) ?? .utc
    return Obstacle(
      file: file, change: change, newer: newer,
      time: newer.map { zone.text(Instant(seconds: $0.committer.seconds)) },
      restorable: change.paths.first { (try? before.exactly($0)) ?? nil != nil }
        .map { "\($0)@\(parent.short)" })
  }
}

extension TreeEntry {
  /// Symbolic links and nested repositories aren't files of a school.
  fileprivate var isRegular: Bool { mode == .file || mode == .executable }
}

extension Commit {
  fileprivate var isLasting: Bool {
    trailer(SchoolTrailer.command).map(SchoolStore.lasting.contains) ?? false
  }

  /// The objects that the commit is about, as users write paths.
  var paths: [String] {
    self.trailers.filter { $0.key == SchoolTrailer.path }.map(\.value)
  }
}
