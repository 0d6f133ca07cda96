import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct Undo: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the newest change, or all changes since a point in time.",
    discussion: """
      An undo is itself a change: the history stays, and another undo reverts the change \
      before it. '--to' goes back to a commit from 'log', a tag or a time ('yesterday', \
      '3d', 2026-11-20); that can also revert an undo. Collected, graded, returned and \
      shared data stays, because others have it. For a single object, use 'restore'.

      In a student's clone, it undoes changes of answers and files. Submissions stay as \
      they are.

      Example: teachkit undo
      """)

  @Option(help: ArgumentHelp("Go back to this state.", valueName: "when")) var to: String?
  @Flag(help: "Also restore students who were forgotten in the meantime.") var forgotten = false
  @Flag(name: .customLong("dry-run"), help: "Show what would be undone, without undoing it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if try session.place().isClone { return try undoInClone(session) }
    let store = try session.openSchool()
    let undoing =
      try to.map { try store.undoing(to: store.commit(at: $0, now: session.now).id) }
      ?? store.newestUndoing()
    let (committed, leftOut) = try store.undo(
      undoing, by: try session.committer(of: store), forgotten: forgotten, dryRun: dryRun)
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    try session.reportUncommittedEdits(in: store)
    session.summarize(leftOut: leftOut)
    for commit in undoing.kept {
      let isErasure = commit.trailer(SchoolTrailer.command) == "forget"
      session.output.notice(
        "kept: \(commit.subject) (\(isErasure ? "permanent" : "others have it"))")
    }
    if dryRun {
      session.output.notice("dry run: no changes made")
    } else if committed == nil {
      session.output.notice("already up to date")
    } else {
      let changes = undoing.changes
      session.output.notice(
        changes.count == 1 ? "undone: \(changes[0].subject)" : "undone: \(changes.count) changes")
    }
    report(undoing.changes, in: (try? store.files.zone()) ?? .utc, session)
    if let committed {
      try session.hintAtSharing(committed, in: store)
      session.hintAtReverting(committed.commit, in: store.repository)
    }
  }

  private func report(_ changes: [Commit], in zone: Zone, _ session: Session) {
    var table = Table(
      "undone",
      [
        .init("time"), .init("change"), .init("who", title: "Author"), .init("version"),
        .init("command", isShown: false), .init("paths", isShown: false),
      ])
    for commit in changes { table.append(ChangeHistory.Change(commit).cells(in: zone)) }
    session.report(table)
  }

  /// Undoes a student's changes in a clone.
  private func undoInClone(_ session: Session) throws {
    if forgotten {
      throw Failure(.commandIsFaulty, "'--forgotten' is for schools", hint: "omit it")
    }
    let clone = try session.openClone()
    let zone = (try? clone.files.zone()) ?? .utc
    let changes: [Commit]
    let files: [String]
    if let to {
      let (undone, differing, outcomes) = try clone.undo(to: to, dryRun: dryRun)
      if differing.isEmpty { return session.output.notice("already up to date") }
      (changes, files) = (undone, differing)
      session.reportFiles(outcomes)
    } else {
      guard let (change, outcomes) = try clone.undo(dryRun: dryRun) else {
        throw Failure(
          .notFound, "nothing to undo",
          hint: """
            use 'teachkit restore WORK' to restore a submission; \
            a pull, and anything before it, can't be undone
            """)
      }
      (changes, files) = (change.commit.map { [$0] } ?? [], change.files)
      session.reportFiles(outcomes)
    }
    session.output.notice(
      "\(dryRun ? "would restore" : "restored"): \(files.joined(separator: ", "))")
    if dryRun { session.output.notice("dry run: no changes made") }
    report(changes, in: zone, session)
    if !dryRun, let undo = try clone.repository.head().commit {
      session.hintAtReverting(undo, in: clone.repository)
    }
  }
}

extension Session {
  /// Names the command that reverts an undo.
  fileprivate func hintAtReverting(_ undo: ObjectID, in repository: Repository) {
    guard let before = try? repository.commit(undo).parents.first else { return }
    output.hint("run 'teachkit undo --to \(before.short)' to revert this")
  }
}
