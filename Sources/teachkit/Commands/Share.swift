import ArgumentParser
import Exchange
import Model
import PlainYAML
import Reports
import Storage

struct Share: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Make a subject on the hub equal to what the school says now.",
    discussion: """
      Publishes the worksheets that are no drafts and whose release has come, makes a mailbox for \
      each participant, and brings their inboxes up to date. What is below the subject follows, \
      also what is added later. Answers, rosters, grades and other students' work never leave the \
      school this way. Where nothing changed it does nothing.

      Example: teachkit share math --with 7b
      """)

  @Argument(help: "The subject.", completion: Candidates.subjects.completion)
  var subject: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Add these participants first: students, classes, groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var with: [String] = []

  @Option(help: "What new participants may do: 'read-write' or 'read-only'.")
  var permission: String?

  @Option(
    help: ArgumentHelp(
      "Where the school's hub is from now on: a folder, or an address that Git knows.",
      valueName: "hub"),
    completion: .directory)
  var hub: String?

  @Flag(help: "Show what would be shared, and share nothing.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask.")
  var yes = false

  @Flag(help: "Refuse where files were changed by hand and not committed.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let id = try subjectID(in: school.files)
    if let hub, !dryRun {
      let named = try NewHub(
        hub, of: FolderPath(school.root, from: session.directory), from: session.directory)
      try named.set(in: school, by: publishing.committer)
    }
    if !dryRun {
      try session.commitHandEdits(
        of: id, in: school, by: publishing.committer, allowed: !noCommit)
    }
    if !with.isEmpty {
      let added = try Participants(session, school).add(
        with, to: id, permission: permission, by: publishing.committer, dryRun: dryRun)
      if dryRun, !added.isEmpty {
        session.output.notice("would be added: " + added.joined(separator: ", "))
      }
    }
    let exchange = publishing.exchange(id)
    if dryRun || (!yes && session.surroundings.inputIsTerminal) {
      let plan = try await exchange.share(dryRun: true)
      if dryRun || !plan.appeared.isEmpty { publishing.tell(plan, of: id) }
      if dryRun { return answer(plan, id, session) }
      if !plan.appeared.isEmpty, session.confirm("Publish?") == false {
        throw Failure(.failedSharing, "nothing was shared")
      }
    }
    let report = try await exchange.share()
    publishing.tell(report, of: id)
    answer(report, id, session)
    try publishing.fail(report)
  }

  private func answer(_ report: ShareReport, _ subject: String, _ session: Session) {
    if session.format == .json { session.report(report.record(subject)) }
  }

  private func subjectID(in files: SchoolFiles) throws -> String {
    let locator = Locator(files)
    if let found = try? locator.find(subject, among: [.subject]), case .context(let path) = found {
      return path.subject
    }
    let other = try locator.find(subject)
    throw Failure(
      .failedSharing, "'\(other)' can't be shared by itself: only a subject can",
      hint: other.context.map { "what is below goes along with 'teachkit share \($0.subject)'" }
        ?? "name a subject, and the \(other.kind.rawValue) with --with")
  }
}
