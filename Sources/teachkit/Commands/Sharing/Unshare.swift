import ArgumentParser
import Course
import Exchange
import Model
import Storage
import Text

struct Unshare: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "unshare",
    abstract: "Stop sharing a subject: remove all participants and end all invitations.",
    discussion: """
      Students keep fetched files, but get nothing new. The school loses nothing: work, \
      marks and grades stay, and so do the mailboxes on the hub, so you can add the \
      students again with 'teachkit share SUBJECT --with WHO'. A served hub denies access \
      from the next connection on; in a folder, the files stay until you delete them.

      Example: teachkit unshare math --yes
      """)

  @Argument(help: "The subject.", completion: Candidates.subjects.completion)
  var subject: String
  @Flag(name: .customLong("dry-run"), help: "Show who would be removed, without removing them.")
  var dryRun = false
  @Flag(name: [.short, .long], help: "Don't ask for confirmation.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let files = school.files
    let isWhole = !session.surroundings.inputIsTerminal
    let found = try Locator(files).find(subject, among: [.subject], wholePathOnly: isWhole)
    guard let id = found.context?.subject else {
      throw Failure(.notFound, "no subject '\(subject)'")
    }
    let publishing = try Publishing(session, school)
    let exchange = publishing.exchange(id)
    let present = try files.participants(of: id).current.map(\.id)
    // A command killed after its change has removed all participants, but not notified the hub.
    var isInterrupted = false
    if present.isEmpty, try exchange.wasShared(), let report = try await exchange.pending() {
      isInterrupted = !report.isUnchanged
    }
    guard isInterrupted || !present.isEmpty, try await exchange.isShared() else {
      throw Failure(
        .noSharedData, "'\(id)' is not shared with anyone",
        hint: "run 'teachkit list participants \(id)' to see former participants")
    }
    if dryRun {
      session.output.notice(
        isInterrupted ? "would finish an interrupted 'unshare'" : "would remove \(named(present))")
      return session.report(ChangeAnswer(items: [.init(path: id, version: nil)]))
    }
    if isInterrupted {
      session.output.notice("finishing an interrupted 'unshare'")
    } else {
      let question: Message =
        "Stop sharing '\(id)' with \(counted(present.count, "student", "students"))?"
      if !yes { try session.requireConfirmation(question, otherwise: "changed nothing") }
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
    session.output.notice("they keep files that they have fetched, but get nothing new")
    session.output.hint(try publishing.invitationHint(id))
    if try await !exchange.isServed() {
      session.output.notice(
        "anyone who can read the hub can still read the files: delete them if no one needs them")
    }
  }
}
