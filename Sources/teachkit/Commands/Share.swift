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

      Other commands publish only what they are about. 'share' publishes everything that waits: on \
      a terminal it lists new worksheets and asks; a script needs '--yes', except for the first \
      share of a subject.

      With '--purge' the hub forgets what was there before, as far as it can; it says who may have \
      it already.

      With '--bundle DIR' it writes files in place of a hub, for mail or a stick: one for each \
      participant, who starts with 'teachkit clone FILE'.

      Example: teachkit share math --with 7b
      """)

  @Argument(
    help: "The subject; the only one where there is one.",
    completion: Candidates.subjects.completion)
  var subject: String?

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

  @Option(
    help: ArgumentHelp(
      "Write a file for each participant into this folder, to be given by hand; no hub is needed.",
      valueName: "dir"),
    completion: .directory)
  var bundle: String?

  @Flag(
    help: ArgumentHelp(
      "With --bundle: one file for all, with what all are told alike and nobody's grades."))
  var oneFile = false

  @Flag(
    help: """
      Have the hub forget all that was shared before: what was published by mistake, or grades. \
      What students have fetched stays with them.
      """)
  var purge = false

  @Flag(help: "Show what would be shared, and share nothing.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask.")
  var yes = false

  @Flag(help: "Refuse where files were changed by hand and not committed.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if bundle != nil, hub != nil {
      throw ValidationError("--bundle needs no hub: name one of '--bundle' and '--hub'")
    }
    if bundle != nil, purge { throw ValidationError("'--purge' is for a hub, not for files") }
    if bundle == nil, oneFile { throw ValidationError("'--one-file' goes with '--bundle DIR'") }
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
    // All that is asked for is tried first, so that what can't be changes nothing.
    let (wanted, added) = try participants.adding(
      with, to: id, permission: permission, hub: newHub, by: publishing.committer)
    let isChange = newHub != nil || !added.isEmpty
    try await exchange.checkCanShare(wanted, asking: isChange)
    try session.commitHandEdits(
      of: id, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    let isTerminal = session.surroundings.inputIsTerminal
    if dryRun || !yes && (isTerminal || isChange) {
      let plan = try await exchange.sharing(of: wanted)
      if dryRun { added.tell(session.output, would: true) }
      if dryRun || isTerminal && !plan.appeared.isEmpty { publishing.tell(plan, of: id) }
      if dryRun {
        try tellIfNobody(takesPart: wanted, in: id, publishing)
        return answer(plan, id, session)
      }
      if !isTerminal { try checkConsent(to: plan) }
      if isTerminal, !plan.appeared.isEmpty {
        try session.agree("Publish?", otherwise: "nothing was shared")
      }
      if purge, isTerminal {
        try session.agree(
          "Have the hub forget what was there before?", otherwise: "nothing was shared")
      }
    }
    if let newHub { try newHub.set(in: school, by: publishing.committer) }
    if !with.isEmpty {
      try participants.add(with, to: id, permission: permission, by: publishing.committer)
      added.tell(session.output)
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
    publishing.tell(report, of: id)
    try tellIfNobody(takesPart: wanted, in: id, publishing)
    if purge { tellPurged(report, session) }
    answer(report, id, session)
    let former = try await exchange.leaveFormerHub()
    if let former { publishing.tell(former, of: id, isMove: newHub != nil) }
    if newHub != nil || former?.hasWork ?? false, try exchange.hasCollected() {
      session.output.hint("'teachkit hub restore \(id)' brings along what was handed in")
    }
    try publishing.fail(report, leaving: former)
  }

  /// Refuses a plan that shows students something new, unless the user has agreed.
  private func checkConsent(to plan: ShareReport) throws {
    guard !yes, plan.isDryRun, plan.needsConsent else { return }
    throw Failure(
      .commandIsFaulty,
      "\(named(plan.appeared.map(\.description))) would become visible: --yes is required",
      hint: "'--dry-run' shows what would be shared, '--yes' shares it")
  }

  /// Writes files in place of sharing on a hub.
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
    added.tell(session.output, would: dryRun)
    try publishing.handOut(
      subject, to: folder, forAll: oneFile, ifSchoolWere: dryRun ? wanted : nil)
  }

  /// Says it where everybody was removed: sharing alone takes nobody back.
  private func tellIfNobody(
    takesPart files: SchoolFiles, in subject: String, _ publishing: Publishing
  ) throws {
    guard try files.participants(of: subject).allSatisfy({ $0.state == .removed }) else { return }
    publishing.session.output.notice("\(subject): nobody takes part any more")
    publishing.session.output.hint(try publishing.takingBack(subject))
  }

  /// Says what is gone, and who may have it.
  private func tellPurged(_ report: ShareReport, _ session: Session) {
    if !report.isSubjectPurged, report.purged.isEmpty {
      return session.output.notice("there was nothing before that could be forgotten")
    }
    let inboxes = report.purged.isEmpty ? [] : [counted(report.purged.count, "inbox", "inboxes")]
    let parts = (report.isSubjectPurged ? ["the subject"] : []) + inboxes
    session.output.notice("begun anew on the hub: \(parts.joined(separator: ", "))")
    session.output.notice(
      report.isKeptByServer
        ? "the server may keep what was there until it cleans up: ask who runs it"
        : "what was there before is removed from it")
    session.output.notice("whoever fetched it before has it still, in a clone or a copy")
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
      // Something else may have that name.
    }
    let other = try locator.find(subject)
    throw Failure(
      .failedSharing, "'\(other)' can't be shared by itself: only a subject can",
      hint: other.context.map { "what is below goes along with 'teachkit share \($0.subject)'" }
        ?? "name a subject, and the \(other.kind.rawValue) with --with")
  }
}
