import ArgumentParser
import Exchange
import Git
import Hub
import Model
import Reports
import Storage

struct Invite: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Invite students to a subject: links, or printed slips for a class.",
    discussion: """
      On a hub that 'teachkit hub' serves each student gets a link of their own. 'teachkit clone LINK' \
      joins: the hub takes the student's key and knows them by it from then on. A link is good once, \
      and until it expires; inviting somebody again makes a new one, and the old one ends. It is shown \
      here and kept nowhere. They are pending until they join; whom the hub knows by a key already stays \
      accepted, and gets in with one more.

      '--open' makes one link for whoever has it: they say who they are, and ask to join. 'collect' and \
      'list participants' show the requests; '--accept' lets a student in, and '--decline' removes a \
      request.

      A folder asks nobody who they are: there the command that makes the clone is all there is to \
      hand out.

      Example: teachkit invite math 7b --slips slips.html
      """)

  static let formats: [Format] = [.text, .json, .csv]

  @Argument(help: "The subject.", completion: Candidates.subjects.completion)
  var subject: String
  @Argument(help: "Students, classes, groups.", completion: Candidates.who.completion)
  var who: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The same: students, classes, groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var with: [String] = []
  @Flag(help: "Make one link with which anybody can ask to join.") var open = false
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Let in those who asked.", valueName: "id"))
  var accept: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Decline requests to join.", valueName: "id"))
  var decline: [String] = []
  @Option(
    help: "What they may do.",
    completion: .list(Participant.Permission.allCases.map(\.rawValue)))
  var permission: Participant.Permission?
  @Option(help: ArgumentHelp("Until when the links are good.", valueName: "time"))
  var expires = "+14d"
  @Option(
    help: ArgumentHelp("Write a page to print, with a slip for each.", valueName: "file.html"),
    completion: .file())
  var slips: String?
  @Flag(name: .customLong("dry-run"), help: "Say who would be invited, and do nothing.")
  var dryRun = false
  @Flag(help: "Refuse where files were changed by hand and not committed.")
  var noCommit = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let files = school.files
    let path = try Locator(files).find(subject, among: [.subject]).context
    let publishing = try Publishing(session, school)
    guard let id = path?.subject else { throw Failure(.notFound, "'\(subject)' is no subject") }
    if !accept.isEmpty, !decline.isEmpty {
      throw Failure(.commandIsFaulty, "'--accept' and '--decline' can't be combined")
    }
    if !decline.isEmpty {
      return try await session.decline(
        decline, to: id, in: school, by: publishing, dryRun: dryRun)
    }
    if !accept.isEmpty {
      return try await session.accept(
        accept, to: id, in: school, by: publishing, dryRun: dryRun)
    }
    let students = try People(files).students(who + with, joining: id)
    if students.isEmpty, !open {
      throw Failure(
        .commandIsFaulty, "whom do you invite?", hint: "name a class, group or student")
    }
    let until = try session.time(expires, "--expires", .due, in: files.zone()) ?? session.now
    if until <= session.now { throw Failure(.valueIsFaulty, "'\(expires)' is over already") }
    let page = try slips.map { try SlipsFile($0, outside: school.root, session) }

    let exchange = publishing.exchange(id)
    let shell = try SecureShell(address: exchange.address().text)
    let isByWeb = shell == nil
    let hasGate = try await exchange.isServed()
    let isServed = hasGate && !isByWeb
    let codes = isServed ? session.codes(for: students) : [:]
    let everyones = open && isServed ? session.codes(for: [""])[""] : nil
    if open, everyones == nil {
      throw Failure(
        .failedSharing,
        hasGate
          ? "this hub's web server says who may come: nobody can ask"
          : "this hub lets in whoever can reach it: nobody need ask",
        hint: "add them with 'teachkit add', and hand out the address")
    }
    let invitations = codes.mapValues { Invitation(key: $0.key, until: until) }
    let known = isServed && !students.isEmpty ? try await exchange.studentsWithKeys() : []
    let keeping =
      try permission == nil ? Participation.keepingPermission(students, of: id, files) : []
    func invite(in change: Change) throws {
      let files = SchoolFiles(change)
      if let everyones {
        try change.setOpen(Invitation(key: everyones.key, until: until), permission, of: id)
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
      session.output.notice("would invite \(open ? "whoever asks" : named(students))")
      return session.output.tell(keeping: keeping)
    }
    _ = try school.change("invite", id, by: publishing.committer) { change in
      let whom = who + with + (open ? ["whoever asks"] : [])
      change.summary = "invite \(whom.joined(separator: ", ")) to \(id)"
      try invite(in: change)
    }
    let report: ShareReport
    do {
      report = try await exchange.share(publishing: [])
    } catch {
      session.output.notice(
        "nobody can join yet: repeat 'teachkit invite' when the hub can be reached")
      throw error
    }
    report.isUnchanged ? publishing.tellHeld(report, of: id) : publishing.tell(report, of: id)
    session.output.tell(keeping: keeping)
    let slips = try Slips(
      students, open: everyones?.code, to: try exchange.address(),
      codes: codes.mapValues(\.code),
      until: isServed ? until : nil, knownBy: isServed ? shell?.knownFingerprints() ?? [] : [],
      in: school.files, subject: id)
    try page?.write(slips)
    session.report(slips.table)
    tell(isServed, hasGate, page, session)
    if !slips.fingerprints.isEmpty {
      session.output.hint(
        "where 'ssh' asks them about the hub's key, its fingerprint is "
          + slips.fingerprints.joined(separator: " or "))
    }
    try publishing.fail(report)
  }

  private func tell(_ isServed: Bool, _ hasGate: Bool, _ page: SlipsFile?, _ session: Session) {
    if let page { session.output.notice("the slips are in \(page.name)") }
    if open { session.output.notice("whoever has the link can ask to join until you close it") }
    if who.isEmpty, with.isEmpty { return }
    session.output.notice(
      isServed
        ? "whoever has a link can join with it, once: give each to that student alone"
        : hasGate
          ? "this hub's web server says who may come: there is nothing to join, and nothing expires"
          : "this hub lets in whoever can reach it: there is nothing to join, and nothing expires")
  }
}

extension Session {
  /// A code for each, with the public half of the key that follows from it.
  fileprivate func codes(
    for students: [String]
  ) -> [String: (code: InvitationCode, key: String)] {
    var found: [String: (code: InvitationCode, key: String)] = [:]
    let progress = progress("Making links", of: students.count)
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
