import ArgumentParser
import Exchange
import Model
import Storage

struct Unshare: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "unshare",
    abstract: "Stop sharing a subject: everybody is removed, and every invitation ends.",
    discussion: """
      Students keep what they have fetched and get nothing new. In the school nothing is lost: work, \
      marks and grades stay, and so do the mailboxes on the hub, so that 'teachkit share SUBJECT --with \
      WHO' can take them back as they were. A hub that is served lets nobody in from the next connection on; in a folder the \
      files stay until somebody deletes them.

      Example: teachkit unshare math --yes
      """)

  @Argument(help: "The subject.", completion: Candidates.subjects.completion)
  var subject: String
  @Flag(name: .customLong("dry-run"), help: "Say who would be removed, and do nothing.")
  var dryRun = false
  @Flag(name: [.short, .long], help: "Don't ask.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let files = school.files
    let isWhole = !session.surroundings.inputIsTerminal
    let found = try Locator(files).find(subject, among: [.subject], wholePathOnly: isWhole)
    guard let id = found.context?.subject else {
      throw Failure(.notFound, "'\(subject)' is no subject")
    }
    let publishing = try Publishing(session, school)
    let exchange = publishing.exchange(id)
    let present = try files.participants(of: id).filter { $0.state != .removed }.map(\.id)
    // Killed after its change, the command has removed everyone and not told the hub yet.
    var isInterrupted = false
    if present.isEmpty, try exchange.wasShared(), let report = try await exchange.pending() {
      isInterrupted = !report.isUnchanged
    }
    guard isInterrupted || !present.isEmpty, try await exchange.isShared() else {
      throw Failure(
        .noSharedData, "'\(id)' is not shared with anybody",
        hint: "'teachkit list participants \(id)' shows who was")
    }
    if dryRun {
      session.output.notice(
        isInterrupted ? "would finish an interrupted 'unshare'" : "would remove \(named(present))")
      return session.report(ChangeAnswer(items: [.init(path: id, version: nil)]))
    }
    if isInterrupted {
      session.output.notice("finishing an interrupted 'unshare'")
    } else {
      let question = "Stop sharing '\(id)' with \(counted(present.count, "student", "students"))?"
      if !yes { try session.agree(question, otherwise: "nothing was changed") }
      try session.change(
        "unshare", found, in: school, file: SchoolPath.participants(id), dryRun: false
      ) { change in
        change.summary = "unshare \(id)"
        if try files.subject(id).invitation != nil { try change.setOpen(nil, of: id) }
        _ = try Participation.remove(
          present, from: id, at: session.now, in: change, SchoolFiles(change))
      }
      session.output.notice("removed \(named(present))")
    }
    try await publishing.shareAgain(id)
    session.output.notice("what they have fetched stays with them; they get nothing new")
    session.output.hint(try publishing.takingBack(id))
    if try await !exchange.isServed() {
      session.output.notice(
        "whoever can read the hub can read what is there: delete it there when nobody needs it")
    }
  }
}
