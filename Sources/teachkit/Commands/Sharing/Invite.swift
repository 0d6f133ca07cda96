import ArgumentParser
import Course
import Exchange
import Git
import HubProtocol
import Model
import Reports
import Storage
import Text

struct Invite: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Invite students to a subject with links or printed slips.",
    discussion: """
      On a hub served by 'teachkit hub', each student gets a personal link. 'teachkit \
      clone LINK' joins the subject and registers the student's key, which identifies \
      them from then on. A link works once, until it expires; a new invitation replaces \
      it. It is shown here and not saved. Students are pending until they join. \
      Students with a registered key stay accepted, and the link adds another key.

      '--open' creates one link for everyone: people with the link give their \
      names and ask to join. 'collect' and 'list participants' show the \
      requests; '--accept' enrolls a student, and '--decline' removes a request.

      A folder hub has no access control: just give \
      students the command that creates the clone.

      Example: teachkit invite math 7b --slips slips.html
      """)

  static let formats = Format.table

  @Argument(help: "The subject.", completion: Candidates.subjects.completion)
  var subject: String
  @Argument(help: "Students, classes or groups.", completion: Candidates.who.completion)
  var who: [String] = []
  @Option(
    name: [.long, .customLong("for")], parsing: .upToNextOption,
    help: ArgumentHelp("More students, classes or groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var with: [String] = []
  @Flag(help: "Create a link with which anyone can ask to join.") var open = false
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Accept requests to join.", valueName: "id"))
  var accept: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Decline requests to join.", valueName: "id"))
  var decline: [String] = []
  @Option(
    help: "The students' permission.",
    completion: .list(Participant.Permission.allCases.map(\.rawValue)))
  var permission: Participant.Permission?
  @Option(help: ArgumentHelp("The expiration time of the links.", valueName: "time"))
  var expires = "+14d"
  @Option(
    help: ArgumentHelp("Write a printable page with a slip for each.", valueName: "file.html"),
    completion: .file())
  var slips: String?
  @Flag(name: .customLong("dry-run"), help: "Show who would be invited, without inviting them.")
  var dryRun = false
  @Flag(help: "Refuse if there are uncommitted manual changes.")
  var noCommit = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let files = school.files
    let path = try Locator(files).find(subject, among: [.subject]).context
    let publishing = try Publishing(session, school)
    guard let id = path?.subject else { throw Failure(.notFound, "no subject '\(subject)'") }
    if !accept.isEmpty, !decline.isEmpty {
      throw Failure(.commandIsFaulty, "'--accept' and '--decline' can't be combined")
    }
    if !decline.isEmpty {
      return try await session.decline(
        decline.separated, to: id, in: school, by: publishing, dryRun: dryRun)
    }
    if !accept.isEmpty {
      return try await session.accept(
        accept.separated, to: id, in: school, by: publishing, dryRun: dryRun)
    }
    let students = try People(files).students(who + with, joining: id)
    if students.isEmpty, !open {
      throw Failure(
        .commandIsFaulty, "no one to invite", hint: "name a class, group or student")
    }
    let until = try session.time(expires, "--expires", .due, in: files.zone()) ?? session.now
    if until <= session.now { throw Failure(.valueIsFaulty, "'\(expires)' is in the past") }
    let page = try slips.map { try SlipsFile($0, outside: school.root, session) }

    let exchange = publishing.exchange(id)
    let shell = try SecureShell(address: exchange.address().text)
    let isByWeb = shell == nil
    let hasAccessControl = try await exchange.isServed()
    let isServed = hasAccessControl && !isByWeb
    let codes = isServed ? session.codes(for: students) : [:]
    let openCode = open && isServed ? session.codes(for: [""])[""] : nil
    if open, openCode == nil {
      throw Failure(
        .failedSharing,
        hasAccessControl
          ? "this hub's web server controls access: students can't ask to join"
          : "this hub has no access control: students don't need to ask",
        hint: "add them with 'teachkit add', and give them the address")
    }
    let invitations = codes.mapValues { Invitation(key: $0.key, until: until) }
    let known = isServed && !students.isEmpty ? try await exchange.studentsWithKeys() : []
    let keeping =
      try permission == nil ? Participation.keepingPermission(students, of: id, files) : []
    func invite(in change: Change) throws {
      let files = SchoolFiles(change)
      if let openCode {
        try change.setOpen(Invitation(key: openCode.key, until: until), permission, of: id)
      }
      if isServed {
        try Participation.invite(
          invitations, to: id, knownThere: known, permission: permission, at: session.now,
          in: change, files)
      } else {
        _ = try Participation.add(
          students, to: id, permission: permission, at: session.now, in: change, files)
      }
    }
    var wanted = files
    _ = try school.change("invite", id, by: publishing.committer, dryRun: true) { change in
      try invite(in: change)
      wanted = SchoolFiles(change)
    }
    try await exchange.checkCanShare(wanted, asking: true)
    try session.commitHandEdits(
      of: id, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    if dryRun {
      session.output.notice("would invite \(open ? "anyone who asks" : named(students))")
      return session.output.summarize(keeping: keeping)
    }
    _ = try school.change("invite", id, by: publishing.committer) { change in
      let whom = who + with + (open ? ["anyone who asks"] : [])
      change.summary = "invite \(whom.joined(separator: ", ")) to \(id)"
      try invite(in: change)
    }
    let report: ShareReport
    do {
      report = try await exchange.share(publishing: [])
    } catch {
      session.output.notice(
        "students can't join yet: run 'teachkit invite' again when the hub is reachable")
      throw error
    }
    report.isUnchanged
      ? publishing.reportHeld(report, of: id) : publishing.summarize(report, of: id)
    session.output.summarize(keeping: keeping)
    let slips = try Slips(
      students, open: openCode?.code, to: try exchange.address(),
      codes: codes.mapValues(\.code),
      until: isServed ? until : nil, knownBy: isServed ? shell?.knownFingerprints() ?? [] : [],
      in: school.files, subject: id)
    try page?.write(slips)
    session.report(slips.table)
    summarize(isServed, hasAccessControl, page, session)
    if !slips.fingerprints.isEmpty {
      session.output.hint(
        """
        if 'ssh' asks students about the hub's key, its fingerprint is \
        \(slips.fingerprints.joined(separator: " or "))
        """)
    }
    try publishing.fail(report)
  }

  private func summarize(
    _ isServed: Bool, _ hasAccessControl: Bool, _ page: SlipsFile?, _ session: Session
  ) {
    if let page { session.output.notice("wrote the slips to \(page.name)") }
    if open { session.output.notice("anyone with the link can ask to join until you close it") }
    if who.isEmpty, with.isEmpty { return }
    session.output.notice(
      isServed
        ? "anyone with a link can join with it, once: give it only to that student"
        : hasAccessControl
          ? "this hub's web server controls access: students don't join, and nothing expires"
          : "this hub has no access control: students don't join, and nothing expires")
  }
}

extension Session {
  /// A code for each student, with the public half of the key derived from it.
  func codes(
    for students: [String]
  ) -> [String: (code: InvitationCode, key: String)] {
    var found: [String: (code: InvitationCode, key: String)] = [:]
    let progress = progress("Creating links", of: students.count)
    defer { progress.finish() }
    for student in students {
      defer { progress.advance() }
      while found[student] == nil {
        let code = InvitationCode(using: &random)
        if let key = code.publicKey { found[student] = (code, key) }
      }
    }
    return found
  }
}
