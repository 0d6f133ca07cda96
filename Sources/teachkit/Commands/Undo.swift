import ArgumentParser
import Exchange
import Git
import Model
import Reports
import Storage

struct Undo: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the newest change, or all since a moment.",
    discussion: """
      It is a change itself: history stays, and once more takes back the one before. '--to' goes back \
      to how the school was at a commit of 'log', a tag or a time ('yesterday', '3d', 2026-11-20); \
      that takes back an undo, too. What was collected, graded, returned and shared stays: others have \
      it. For one thing alone there is 'restore'.

      In a student's clone it takes back the newest change of answers and files. What was handed in \
      stays as it is.

      Example: teachkit undo
      """)

  @Option(help: ArgumentHelp("Go back to how it was then.", valueName: "when")) var to: String?
  @Flag(help: "Bring back students, too, who were forgotten meanwhile.") var forgotten = false
  @Flag(name: .customLong("dry-run"), help: "Say what would be taken back, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if try session.place().isClone { return try undoOwn(session) }
    let store = try session.openSchool()
    let undoing =
      try to.map { try store.undoing(to: store.commit(at: $0, now: session.now).id) }
      ?? store.newestUndoing()
    let (committed, leftOut) = try store.undo(
      undoing, by: try session.committer(of: store), forgotten: forgotten, dryRun: dryRun)
    if let edits = committed?.handEdits, !edits.isEmpty { session.tellHandEdits(edits) }
    try session.tellOpenEdits(in: store)
    session.tell(leftOut: leftOut)
    for commit in undoing.kept {
      let isErasure = commit.trailer(SchoolTrailer.command) == "forget"
      session.output.notice(
        "kept: \(commit.subject) (\(isErasure ? "that was for good" : "others have it"))")
    }
    if dryRun {
      session.output.notice("nothing was changed: this was a dry run")
    } else if committed == nil {
      session.output.notice("nothing to change: it is so already")
    }
    report(undoing.changes, in: (try? store.files.zone()) ?? .utc, session)
    if let committed { try session.hintAtSharing(committed, in: store) }
  }

  private func report(_ changes: [Commit], in zone: Zone, _ session: Session) {
    var table = Table(
      "undone",
      [
        .init("time"), .init("change"), .init("who"), .init("version"),
        .init("command", isShown: false), .init("paths", isShown: false),
      ])
    for commit in changes { table.append(ChangeHistory.Change(commit).cells(in: zone)) }
    session.report(table)
  }

  /// In a clone: the newest change of the student's own is taken back.
  private func undoOwn(_ session: Session) throws {
    if to != nil || forgotten {
      throw Failure(
        .commandIsFaulty, "in a student's clone 'undo' takes back the newest change alone",
        hint: "'teachkit restore WORK@1' brings back what was handed in first")
    }
    let clone = try session.openClone()
    guard let (change, outcomes) = try clone.undo(dryRun: dryRun) else {
      throw Failure(
        .notFound, "there is nothing to take back",
        hint: "what was handed in comes back with 'teachkit restore WORK'; "
          + "what a pull brought, and what was before it, stays")
    }
    session.sayFiles(outcomes)
    session.output.notice(
      "\(dryRun ? "would be" : "is") as before: \(change.files.joined(separator: ", "))")
    if dryRun { session.output.notice("nothing was changed: this was a dry run") }
    report(
      change.commit.map { [$0] } ?? [], in: (try? clone.files.zone()) ?? .utc, session)
  }
}
