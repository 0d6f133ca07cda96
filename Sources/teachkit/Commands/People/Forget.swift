import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Forget: Command {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase all data about a student.",
    discussion: """
      Removes the student from every file of the school in one commit, erases collected \
      and returned work from the disk, and removes the mailbox from a folder hub. Lists \
      the places that it can't reach, above all the school's history, which still has the \
      earlier files; 'undo' and 'restore' don't restore erased data unless you ask for \
      it. You can't undo this. To save everything first, use 'teachkit export student'.

      Example: teachkit forget ada --dry-run
      """)

  @Argument(
    help: "The student's whole id.", completion: Candidates.students.completion)
  var id: String
  @Flag(name: .customLong("dry-run"), help: "Show what would be erased, without erasing it.")
  var dryRun = false
  @Flag(help: "Don't ask for confirmation; required without a terminal.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = NewPath.identifier(id, in: "students")
    if try store.files.students()[id] == nil {
      try session.checkIsNoClass(id, in: store.files)
    }
    let record: StudentRecord
    do {
      record = try StudentRecord(of: id, in: store, orElse: store.remembers(id))
    } catch is MissingObject {
      throw Failure(
        .notFound, "no data about a student '\(id)'",
        hint: didYouMean(id, among: try store.files.students().all))
    }
    session.report(record)
    if dryRun {
      reportRemains(of: record, id, session)
      return session.output.notice("dry run: erased nothing")
    }
    if !yes {
      guard let answer = session.confirm("Erase all of this permanently?") else {
        throw Failure(
          .commandIsFaulty, "cannot ask for confirmation without a terminal",
          hint: "check with '--dry-run', then add '--yes'")
      }
      if !answer {
        session.output.notice("erased nothing")
        throw NegativeAnswer()
      }
    }
    let committed = try store.change(
      "forget", "students", by: try session.committer(of: store)
    ) { change in
      // The message of the commit must not name the student.
      change.summary = "forget a student"
      try store.note(forgetting: id, in: change)
      _ = try change.delete(.student(id))
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    for holding in record.holdings { try holding.erase() }
    session.output.notice("erased the student's data in this school and its hub's folder")
    reportRemains(of: record, id, session)
  }

  private func reportRemains(of record: StudentRecord, _ id: String, _ session: Session) {
    session.output.notice("these places can't be reached:")
    for place in record.elsewhere { session.output.notice("- \(place)") }
    session.output.hint(
      "use git-filter-repo to rewrite the history, then recreate every other clone:")
    for line in HistoryRewriting.commands(forgetting: id) { session.output.notice("  \(line)") }
  }
}
