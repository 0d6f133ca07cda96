import ArgumentParser
import Course
import Exchange
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Share: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Publish a subject to the hub.",
    discussion: """
      Publishes the worksheets that are not drafts and whose release date has passed, \
      creates a mailbox for each participant, and updates their inboxes. Includes \
      everything in the subject, also later additions. Never publishes answers, \
      rosters, grades or other students' work. If nothing changed, it does nothing.

      Other commands publish only their own changes. 'share' publishes everything \
      that is pending: on a terminal it lists new worksheets and asks for \
      confirmation; a script needs '--yes', except for the first share of a subject.

      With '--purge', removes earlier data from the hub as \
      far as possible, and reports who may still have copies.

      With '--bundle DIR', writes a file for each participant instead of using \
      a hub, for mail or a USB stick. They start with 'teachkit clone FILE'.

      Example: teachkit share math --with 7b
      """)

  @Argument(
    help: "The subject; optional if there is only one.",
    completion: Candidates.subjects.completion)
  var subject: String?

  @Option(
    name: [.long, .customLong("for")], parsing: .upToNextOption,
    help: ArgumentHelp(
      "Add these students, classes or groups first.", valueName: "who"),
    completion: Candidates.who.completion)
  var with: [String] = []

  @Option(help: "The permission of new participants: 'read-write' or 'read-only'.")
  var permission: String?

  @Option(
    help: ArgumentHelp(
      "Set the school's hub: a folder, or an address that Git supports.",
      valueName: "hub"),
    completion: .directory)
  var hub: String?

  @Option(
    help: ArgumentHelp(
      "Write a file for each participant into this folder, to deliver by hand without a hub.",
      valueName: "dir"),
    completion: .directory)
  var bundle: String?

  @Flag(
    help: ArgumentHelp(
      "With --bundle: one file for all, without personal data and grades."))
  var oneFile = false

  @Flag(
    help: """
      Remove everything shared earlier from the hub, such as mistakes \
      or grades. Students keep files that they have fetched.
      """)
  var purge = false

  @Flag(help: "Show the changes without sharing them.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask for confirmation.")
  var yes = false

  @Flag(help: "Refuse if there are uncommitted manual changes.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if bundle != nil, hub != nil {
      throw ValidationError("'--bundle' and '--hub' can't be combined")
    }
    if bundle != nil, purge { throw ValidationError("'--purge' and '--bundle' can't be combined") }
    if bundle == nil, oneFile { throw ValidationError("'--one-file' requires '--bundle DIR'") }
  }

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let id = try subjectID(in: school.files, session)
    if let bundle { return try handOut(id, to: bundle, publishing) }
    let exchange = publishing.exchange(id)
    exchange.mayMoveHub = hub != nil
    let participants = Participants(session, school)
    let newHub = try hub.map {
      try NewHub(
        $0, of: FolderPath(school.root, from: session.directory), from: session.directory)
    }
    // Tries all changes first, so that an error changes nothing.
    let (wanted, added) = try participants.adding(
      with, to: id, permission: permission, hub: newHub, by: publishing.committer)
    let isChange = newHub != nil || !added.isEmpty
    try await exchange.checkCanShare(wanted, asking: isChange)
    try session.commitHandEdits(
      of: id, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    let isTerminal = session.surroundings.inputIsTerminal
    if dryRun || !yes && (isTerminal || isChange) {
      let plan = try await exchange.sharing(of: wanted)
      if dryRun { added.summarize(session.output, would: true) }
      if dryRun || isTerminal && !plan.appeared.isEmpty { publishing.summarize(plan, of: id) }
      if dryRun {
        try warnIfNoParticipants(takesPart: wanted, in: id, publishing)
        return answer(plan, id, session)
      }
      if !isTerminal { try checkConsent(to: plan) }
      if isTerminal, !plan.appeared.isEmpty {
        try session.requireConfirmation("Publish?", otherwise: "shared nothing")
      }
      if purge, isTerminal {
        try session.requireConfirmation(
          "Remove all earlier data from the hub?", otherwise: "shared nothing")
      }
    }
    if let newHub { try newHub.set(in: school, by: publishing.committer) }
    if !with.isEmpty {
      try participants.add(with, to: id, permission: permission, by: publishing.committer)
      added.summarize(session.output)
    }
    let report: ShareReport
    do {
      report = try await exchange.share(purging: purge) { yes || isTerminal || !$0.needsConsent }
      try checkConsent(to: report)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw isChange ? SharingFailed(subject: id, error: error) : error
    }
    publishing.summarize(report, of: id)
    try warnIfNoParticipants(takesPart: wanted, in: id, publishing)
    if purge { reportPurged(report, session) }
    answer(report, id, session)
    let former = try await exchange.leaveFormerHub()
    if let former { publishing.summarize(former, of: id, isMove: newHub != nil) }
    if newHub != nil || former?.hasWork ?? false, try exchange.hasCollected() {
      session.output.hint("run 'teachkit hub restore \(id)' to copy the submissions to the new hub")
    }
    try publishing.fail(report, leaving: former)
  }

  /// Refuses a plan that shows students something new, unless the user has agreed.
  private func checkConsent(to plan: ShareReport) throws {
    guard !yes, plan.isDryRun, plan.needsConsent else { return }
    throw Failure(
      .commandIsFaulty,
      "\(named(plan.appeared.map(\.description))) would become visible: --yes is required",
      hint: "use '--dry-run' to preview the changes, '--yes' to share them")
  }

  /// Writes files instead of sharing on a hub.
  private func handOut(_ subject: String, to folder: String, _ publishing: Publishing) throws {
    let (session, school) = (publishing.session, publishing.school)
    let participants = Participants(session, school)
    let (wanted, added) = try participants.adding(
      with, to: subject, permission: permission, hub: nil, by: publishing.committer)
    try session.commitHandEdits(
      of: subject, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    if !with.isEmpty, !dryRun {
      try participants.add(with, to: subject, permission: permission, by: publishing.committer)
    }
    added.summarize(session.output, would: dryRun)
    try publishing.handOut(
      subject, to: folder, forAll: oneFile, ifSchoolWere: dryRun ? wanted : nil)
  }

  /// Reports if all participants were removed, because sharing doesn't add them again.
  private func warnIfNoParticipants(
    takesPart files: SchoolFiles, in subject: String, _ publishing: Publishing
  ) throws {
    guard try files.participants(of: subject).current.isEmpty else { return }
    publishing.session.output.notice("\(subject): no participants left")
    publishing.session.output.hint(try publishing.invitationHint(subject))
  }

  /// Reports removed data, and who may still have copies.
  private func reportPurged(_ report: ShareReport, _ session: Session) {
    if !report.isSubjectPurged, report.purged.isEmpty {
      return session.output.notice("no earlier data to remove")
    }
    let inboxes = report.purged.isEmpty ? [] : [counted(report.purged.count, "inbox", "inboxes")]
    let parts = (report.isSubjectPurged ? ["the subject"] : []) + inboxes
    session.output.notice("recreated on the hub: \(parts.joined(separator: ", "))")
    session.output.notice(
      report.isKeptByServer
        ? "the server may keep the earlier data until it cleans up: ask its administrator"
        : "removed the earlier data from the hub")
    session.output.notice("anyone who fetched the earlier data still has it, in a clone or a copy")
  }

  private func answer(_ report: ShareReport, _ subject: String, _ session: Session) {
    if session.format == .json { session.report(report.record(subject)) }
  }

  private func subjectID(in files: SchoolFiles, _ session: Session) throws -> String {
    guard let subject else { return try WorkSelection.root(nil, in: files).subject }
    let locator = Locator(files)
    let isWhole = !session.surroundings.inputIsTerminal
    do {
      let found = try locator.find(subject, among: [.subject], wholePathOnly: isWhole)
      if case .context(let path) = found { return path.subject }
    } catch LookupError.unknown {
      // Another object may have that name.
    }
    let other = try locator.find(subject)
    throw Failure(
      .failedSharing, "cannot share '\(other)': only subjects can be shared",
      hint: other.context.map { "share its subject: 'teachkit share \($0.subject)'" }
        ?? "name a subject, and use --with for the \(other.kind.rawValue)")
  }
}
