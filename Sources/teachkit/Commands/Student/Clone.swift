import ArgumentParser
import Course
import Exchange
import Git
import HubProtocol
import Model
import Reports
import Storage
import Text

struct Clone: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Clone a subject from the hub.",
    discussion: """
      SOURCE is the subject on the hub (a folder or an address), or a file or link \
      from your teacher. With a link you join the subject: the hub authorizes your \
      SSH key, which teachkit creates if you have none. The new folder is named \
      after the subject, or DIR if given. It includes your earlier submissions. \
      After that you need only four commands: pull, status, work, submit. If two \
      students share an account, each should clone with their own '--key'.

      As a teacher, run 'teachkit clone SUBJECT --as-test' in the school. You get the \
      clone of a test student, who gets the work of all classes, submits, and is graded \
      like everyone else, but counts in no statistics, lists or totals.

      Example: teachkit clone ../hub/math --student ada
      """)

  @Argument(
    help:
      "The subject on the hub: a folder, 'ssh://…' or 'https://…'; or a file or link; with --as-test the subject's name."
  )
  var source: String

  @Argument(help: "The new folder.")
  var dir: String?

  @Option(
    help: ArgumentHelp(
      "Your id in the school; by default, Git's setting teachkit.student.", valueName: "id"))
  var student: String?

  @Option(help: "Your name, for a link with which you ask to join.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The SSH key for this clone, created if missing; by default, your usual one.",
      valueName: "file"), completion: .file())
  var key: String?

  @Flag(help: "In a school: clone as a test student, who counts nowhere.")
  var asTest = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    if asTest { return try await cloneAsTest(session) }
    let link = try invitation()
    let address = try link?.address ?? HubAddress(typed: source, from: session.directory)
    let layout = HubLayout(root: address)
    let bundle = try address.folder.flatMap {
      TeacherBundle.isOne($0) ? try TeacherBundle($0) : nil
    }
    let folder = dir ?? bundle?.subject ?? layout.subject
    let place = FolderPath(folder, from: session.directory).text
    try checkLocation(place)
    let ssh = try sshCommand(to: address, session)
    let id: String
    if let link {
      try StudentClone.checkIsFree(place, for: layout)
      id = try join(link, layout, ssh, session)
    } else {
      id = try chosenStudent(session, bundle)
    }
    let (clone, report): (StudentClone, PullReport)
    do {
      (clone, report) =
        if let bundle {
          try StudentClone.create(from: bundle, student: id, at: place, now: session.now)
        } else {
          try StudentClone.create(
            from: layout, student: id, at: place, now: session.now, sshCommand: ssh)
        }
    } catch {
      if link != nil {
        session.output.hint(
          "you have joined: fix the problem and run the same command again")
      }
      throw error
    }
    try summarize(clone, report, at: place, named: folder, session)
  }

  /// Reports a new clone.
  func summarize(
    _ clone: StudentClone, _ report: PullReport, at place: String, named folder: String,
    _ session: Session
  ) throws {
    let title = try clone.files.subject(clone.subject).title
    session.report(
      Statement(
        kind: "clone", sentence: "\(visible(title)) is now in \(visible(folder))",
        fields: [
          ("path", .string(place)), ("subject", .string(clone.subject)),
          ("student", .string(clone.student)), ("title", .string(title)),
        ]))
    for path in report.restored {
      session.output.notice("restored your earlier submission: \(path.work)")
    }
    session.reportUnknownFields(in: report.unknown)
    let states = try clone.states()
    for state in states { session.reportUnreadable(state.faults) }
    let open = states.filter { $0.isToDo(at: session.now) }.count
    let isHere = FolderPath(session.directory, from: "/").text == place
    session.output.hint(
      """
      \(isHere ? "" : "\(shellCommand("cd", folder)), then ")'teachkit status'\
      \(open == 0 ? "" : open == 1 ? ": one worksheet to do" : ": \(open) worksheets to do")
      """)
  }

  /// Checks that the clone isn't inside a school or another clone.
  func checkLocation(_ place: String) throws {
    let (kind, root): (String, String)
    switch Place.find(from: FolderPath(place, from: "/").existing) {
    case .school(let path)?: (kind, root) = ("school", path)
    case .clone(let path)? where path != place: (kind, root) = ("clone", path)
    default: return
    }
    throw Failure(
      .createOperationFailed, "'\(visible(place))' would be inside the \(kind) '\(visible(root))'",
      hint: "choose a folder outside it: 'teachkit clone SOURCE FOLDER'")
  }

  /// The invitation link, or nil if the source is something else.
  private func invitation() throws -> InvitationLink? {
    do throws(InvitationFault) {
      return try InvitationLink(source)
    } catch {
      throw error.failure
    }
  }

  /// The private key file for this clone, or nil for the user's usual key.
  func keyFile(_ session: Session) -> String? {
    key.map {
      FolderPath($0.hasSuffix(".pub") ? String($0.dropLast(4)) : $0, from: session.directory).text
    }
  }

  /// The SSH command of this clone, or nil if it has no separate key.
  private func sshCommand(to address: HubAddress, _ session: Session) throws -> String? {
    guard let file = keyFile(session) else { return nil }
    guard let shell = SecureShell(address: address.text) else {
      throw Failure(.commandIsFaulty, "--key requires a hub that is accessed by SSH")
    }
    return shell.command(with: file)
  }

  /// Joins the subject on the hub.
  ///
  /// - Returns: the student's id.
  private func join(
    _ link: InvitationLink, _ layout: HubLayout, _ ssh: String?, _ session: Session
  ) throws -> String {
    let admission = try Admission(layout, sshCommand: ssh)
    let key = try admission.ownKey(keyFile(session))
    if key.isNew { session.output.notice("created an SSH key: \(key.path)") }
    if let student { try checkIsIdentifier(student) }
    let claim = student.flatMap { JoinClaim(student: $0, name: name) }
    let answer = try admission.join(
      link.code, with: key, as: claim, in: session.surroundings.temporaryFolder)
    switch answer {
    case .accepted(let id):
      session.output.notice("joined '\(layout.subject)' as '\(id)'")
      return id
    case .asked(let id):
      session.output.notice("asked to join '\(layout.subject)' as '\(id)'")
      session.output.hint("once your teacher has accepted you, run the same command again")
      throw NegativeAnswer()
    }
  }

  private func chosenStudent(_ session: Session, _ bundle: TeacherBundle?) throws -> String {
    let id: String
    if let student = student ?? bundle?.student {
      id = student
    } else if let configured = try Repository.userSetting("teachkit.student") {
      id = configured
    } else if session.surroundings.inputIsTerminal,
      let typed = session.readLine("Your id in the school (Return cancels): "), !typed.isEmpty
    {
      id = typed
    } else {
      throw Failure(
        .commandIsFaulty, "missing student id",
        hint: "add --student with your id, such as '--student ada'")
    }
    try checkIsIdentifier(id)
    return id
  }

  func checkIsIdentifier(_ id: String) throws {
    guard let problem = Identifier.problem(in: id, for: .student) else { return }
    throw Failure(.valueIsFaulty, "'\(visible(id))' \(problem.words)", hint: problem.hint)
  }
}
