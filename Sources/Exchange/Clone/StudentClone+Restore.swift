import Git
import Model
import Storage

/// HubRecovery former states. Current files are committed first, so a restore can be undone;
/// submissions don't change.
extension StudentClone {
  /// An attempt that was made or fetched here.
  public struct Attempt: Hashable, Sendable {
    /// 1 for the first.
    public let number: Int
    public let commit: ObjectID
    public let at: Instant
  }

  /// The result of a restore.
  public struct RestoreResult: Sendable {
    public let outcomes: [FileOutcome]
    /// Files that are newer than the attempt, and stay.
    public let newer: [String]
    public var isChange: Bool { !outcomes.isEmpty }
  }

  /// A change of the student's files.
  public struct LocalChange: Sendable {
    /// Nil for uncommitted changes.
    public let commit: Commit?
    /// Relative to the clone.
    public let files: [String]
  }

  /// The attempts at a worksheet, latest first.
  public func attempts(at path: ContextPath) throws -> [Attempt] {
    guard let tip = try repository.reference(Ref.submission(path)) else { return [] }
    let commits = try AttemptFiles.attempts(to: tip, in: repository)
    return commits.enumerated().map { place, commit in
      Attempt(
        number: commits.count - place, commit: commit.id,
        at: Instant(seconds: commit.committer.seconds))
    }
  }

  /// Restores answers and files in `work/` from an attempt.
  ///
  /// - Parameters:
  ///   - exercise: the exercise to restore; nil for all.
  ///   - dryRun: only determines the changes.
  /// - Throws: `FaultyFiles` for unreadable answers, `CloneError`, `TreeFault`, `GitError`.
  public func restore(
    _ worksheet: Worksheet, _ exercise: Exercise?, to attempt: Attempt, dryRun: Bool = false
  ) throws -> RestoreResult {
    try locked {
      try checkOwnBranch()
      if !dryRun { try record("Work of \(student)") }
      let work = worksheet.path.work
      let old = try AttemptFiles.read(attempt.commit, in: repository)
      let batch = ObjectBatch()
      var steps: [FileStep] = []
      func add(_ name: String, _ after: ObjectID?) throws {
        let before = try repository.fileVersion("\(work)/\(name)")?.id
        if before == after { return }
        steps.append(FileStep(path: "\(work)/\(name)", before: before, after: after, wins: false))
      }
      if let exercise {
        let before = try AnswerSheet(old["answers.yaml"].map { try repository.blob($0) } ?? [])
          .following(worksheet)[exercise.id]
        let sheet = try answers(worksheet)
        let changed =
          try before.map { try sheet.setting($0, for: exercise, of: worksheet) }
          ?? sheet.clearing(exercise.id)
        if changed.bytes != sheet.bytes {
          try add("answers.yaml", try batch.add(blob: changed.bytes))
        }
      } else {
        try add("answers.yaml", old["answers.yaml"])
      }
      let files = old.keys.filter { $0.hasPrefix("work/") }
        .map { String($0.dropFirst("work/".count)) }
      for file in exercise.map({ $0.question.own(of: files) }) ?? files.sorted() {
        try add("work/\(file)", old["work/\(file)"])
      }
      let now = try workFiles(of: worksheet).subtracting(files)
      let newer = (exercise.map { $0.question.own(of: now) } ?? now.sorted())
        .map { "\(work)/work/\($0)" }
      if dryRun || steps.isEmpty {
        return RestoreResult(outcomes: steps.map { .written($0.path) }, newer: newer)
      }
      try repository.write(batch)
      let object = exercise.map { "\(work)/\($0.id)" } ?? work
      let outcomes = try carryOut(
        PullJournal(
          steps: steps, references: [],
          message: "Restore \(object) of attempt \(attempt.number)"))
      return RestoreResult(outcomes: outcomes, newer: newer)
    }
  }

  /// Reverts the latest change of answers and files in `work/` that wasn't reverted yet.
  ///
  /// Changes by a pull, and changes before a pull that moved files, are kept.
  /// - Returns: nil if nothing can be undone.
  /// - Throws: `CloneError`, `GitError`.
  public func undo(dryRun: Bool = false) throws -> (change: LocalChange, outcomes: [FileOutcome])? {
    try locked {
      try checkOwnBranch()
      if dryRun {
        let edited = try repository.changedPaths().map(\.path).filter(isOwn)
        if !edited.isEmpty { return (LocalChange(commit: nil, files: edited), []) }
      } else {
        try record("Work of \(student)")
      }
      guard let commit = try newestOwnChange() else { return nil }
      let changes = try ownChanges(of: commit)
      let change = LocalChange(commit: commit, files: changes.map(\.path))
      if dryRun { return (change, []) }
      let steps = changes.map {
        FileStep(path: $0.path, before: $0.after?.id, after: $0.before?.id, wins: false)
      }
      let outcomes = try carryOut(
        PullJournal(
          steps: steps, references: [],
          message: "Undo: \(commit.subject)\n\n\(SchoolTrailer.undoes): \(commit.id)"))
      return (change, outcomes)
    }
  }

  /// Restores the answers and files in `work/` to their state at an earlier commit.
  ///
  /// - Parameter when: a commit or a time, as in ``Git/Repository/commit(at:_:in:now:)``.
  /// - Returns: the undone changes, newest first, the files that differ, and the results.
  /// - Throws: `PastError`; `CloneError.movedSince` if a pull has moved files since; `GitError`.
  public func undo(
    to when: String, dryRun: Bool = false
  ) throws -> (changes: [Commit], files: [String], outcomes: [FileOutcome]) {
    try locked {
      try checkOwnBranch()
      if !dryRun { try record("Work of \(student)") }
      let zone = (try? files.zone()) ?? .utc
      let goal = try repository.commit(at: when, in: zone, now: now)
      guard let head = try repository.head().commit else { return ([], [], []) }
      var changes: [Commit] = []
      for commit in try repository.history(from: [head], firstParent: true) {
        if commit.id == goal.id { break }
        if try ownChanges(of: commit).isEmpty { continue }
        guard commit.subject != "Pull \(subject)" else { throw CloneError.movedSince(when) }
        changes.append(commit)
      }
      let tree = try repository.commit(head).tree
      let steps = try repository.differences(from: goal.tree, to: tree)
        .filter { isOwn($0.path) }
        .map { FileStep(path: $0.path, before: $0.after?.id, after: $0.before?.id, wins: false) }
      if dryRun || steps.isEmpty { return (changes, steps.map(\.path), []) }
      let outcomes = try carryOut(
        PullJournal(
          steps: steps, references: [],
          message: "Undo: everything since \(goal.id.short)\n\n"
            + changes.map { "\(SchoolTrailer.undoes): \($0.id)" }.joined(separator: "\n")))
      return (changes, steps.map(\.path), outcomes)
    }
  }

  private func newestOwnChange() throws -> Commit? {
    guard let head = try repository.head().commit else { return nil }
    var undone: Set<String> = []
    for commit in try repository.history(from: [head], firstParent: true) {
      let others = commit.content.trailers.filter { $0.key == SchoolTrailer.undoes }.map(\.value)
      if !others.isEmpty {
        // An undo can be undone, too.
        if !undone.contains(commit.id.description) { undone.formUnion(others) }
      } else if try !undone.contains(commit.id.description) && !ownChanges(of: commit).isEmpty {
        return commit.subject == "Pull \(subject)" ? nil : commit
      }
    }
    return nil
  }

  private func ownChanges(of commit: Commit) throws -> [TreeDifference] {
    let parent = try commit.parents.first.map { try repository.commit($0).tree }
    return try repository.differences(from: parent, to: commit.tree).filter { isOwn($0.path) }
  }

  /// Whether a file contains answers or is below `work/`.
  func isOwn(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    return parts.last == "answers.yaml" || parts.dropLast().contains("work")
  }
}
