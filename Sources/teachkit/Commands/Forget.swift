import ArgumentParser
import Exchange
import Model
import Reports
import Storage

struct Forget: Command {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase all that is held of one student.",
    discussion: """
      Every file of the school that names the student is changed, in one commit; what was collected \
      and returned is erased from the disk; the mailbox on a hub that is a folder is removed. What \
      can't be reached is named: above all the school's history, which holds what was in its files \
      before; 'undo' and 'restore' bring nothing of it back unless that is asked for. This can't be \
      undone. 'teachkit export student' saves everything first.

      Example: teachkit forget ada --dry-run
      """)

  @Argument(
    help: "The student's identifier, in full.", completion: Candidates.students.completion)
  var id: String
  @Flag(name: .customLong("dry-run"), help: "Show what would be erased, and erase nothing.")
  var dryRun = false
  @Flag(help: "Don't ask; wanted where nobody can be asked.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = Naming.identifier(id, in: "students")
    if try !store.files.studentIDs().contains(id) {
      try session.checkIsNoClass(id, in: store.files)
    }
    let record: StudentRecord
    do {
      record = try StudentRecord(of: id, in: store, orElse: store.remembers(id))
    } catch is MissingObject {
      throw Failure(
        .notFound, "nothing is held of any student '\(id)'",
        hint: didYouMean(id, among: try store.files.studentIDs()))
    }
    session.report(record)
    if dryRun {
      tellRest(of: record, id, session)
      return session.output.notice("nothing was erased: this was a dry run")
    }
    if !yes {
      guard let answer = session.confirm("Erase all of this for good?") else {
        throw Failure(
          .commandIsFaulty, "this can't be undone, and nobody can be asked",
          hint: "look at '--dry-run', then add '--yes'")
      }
      if !answer {
        session.output.notice("nothing was erased")
        throw AnswerIsNo()
      }
    }
    let committed = try store.change(
      "forget", "students", by: try session.committer(of: store)
    ) { change in
      // The commit must not keep what it is there to remove.
      change.summary = "forget a student"
      try store.note(forgetting: id, in: change)
      _ = try change.delete(.student(id))
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.tellHandEdits(edits) }
    for holding in record.holdings { try holding.erase() }
    session.output.notice("erased, as far as this school and its hub's folder go")
    tellRest(of: record, id, session)
  }

  private func tellRest(of record: StudentRecord, _ id: String, _ session: Session) {
    session.output.notice("these places are out of reach:")
    for place in record.elsewhere { session.output.notice("- \(place)") }
    session.output.hint(
      "git-filter-repo rewrites the history; every other clone has to be made anew then:")
    for line in HistoryRewriting.commands(forgetting: id) { session.output.notice("  \(line)") }
  }
}
