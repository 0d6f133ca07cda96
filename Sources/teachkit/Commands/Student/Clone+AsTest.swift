import Course
import Exchange
import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// Cloning as a test student, with which a teacher tries out a subject.
extension Clone {
  private static let usualID = "test"

  func cloneAsTest(_ session: Session) async throws {
    if name != nil {
      throw Failure(.commandIsFaulty, "'--as-test' and '--name' can't be combined")
    }
    let school = try session.openSchool()
    let files = school.files
    guard let subject = try Locator(files).find(source, among: [.subject]).context?.subject else {
      throw Failure(.notFound, "no subject '\(visible(source))'")
    }
    let id = self.student ?? Self.usualID
    try checkIsIdentifier(id)
    try checkIsTest(id, in: files)
    let publishing = try Publishing(session, school)
    let exchange = publishing.exchange(subject)
    let layout = HubLayout(root: try exchange.address())
    let place =
      dir.map { FolderPath($0, from: session.directory).text }
      ?? FolderPath("../\(subject)-\(id)", from: school.root).text
    try checkLocation(place)
    try StudentClone.checkIsFree(place, for: layout)

    let code = try await enroll(id, in: subject, of: school, publishing, exchange, session)
    var ssh: String?
    if let shell = SecureShell(address: layout.root.text) {
      let file = keyFile(session) ?? "\(school.folder)/test-keys/\(id)"
      ssh = shell.command(with: file)
      if let code {
        let admission = try Admission(layout, sshCommand: ssh)
        _ = try admission.join(
          code, with: admission.ownKey(file), as: nil, in: session.surroundings.temporaryFolder)
      }
    }
    let (clone, report) = try StudentClone.create(
      from: layout, student: id, at: place, now: session.now, sshCommand: ssh)
    session.output.notice("you are the test student '\(id)' there, who counts nowhere")
    try summarize(
      clone, report, at: place, named: FolderPath(place, from: "/").shown(in: session),
      session)
  }

  private func checkIsTest(_ id: String, in files: SchoolFiles) throws {
    guard let known = try files.students()[id], !known.isTest else { return }
    throw Failure(
      .valueIsFaulty, "'\(id)' is a student, not a test student",
      hint: "choose another id for the test student with --student")
  }

  /// Makes the test student a participant, and shares that.
  ///
  /// - Returns: the code with which to join; nil if the hub has no invitations.
  private func enroll(
    _ id: String, in subject: String, of school: SchoolStore, _ publishing: Publishing,
    _ exchange: SubjectExchange, _ session: Session
  ) async throws -> InvitationCode? {
    func change(_ change: Change, _ invitation: Invitation?, _ known: Set<String>) throws {
      if try school.files.students()[id] == nil {
        try change.createStudent(
          id,
          .fields([
            ("given", .scalar("Test")), ("family", .scalar("Student")), ("test", .plain("yes")),
          ]))
        try school.checkUnused(student: id)
      }
      let files = SchoolFiles(change)
      if let invitation {
        try Participation.invite(
          [id: invitation], to: subject, knownThere: known, permission: nil, at: session.now,
          in: change, files)
      } else {
        _ = try Participation.add(
          [id], to: subject, permission: nil, at: session.now, in: change, files)
      }
    }
    var wanted = school.files
    _ = try school.change("clone", subject, by: publishing.committer, dryRun: true) {
      try change($0, nil, [])
      wanted = SchoolFiles($0)
    }
    try await exchange.checkCanShare(wanted, asking: true)
    let isServed = try await exchange.isServed()
    if isServed, SecureShell(address: try exchange.address().text) == nil {
      throw Failure(
        .failedSharing, "cannot join as '\(id)': this hub's web server controls access",
        hint: """
          set 'test: yes' for a student whose password you know: \
          'teachkit create student \(id)', 'teachkit set students/\(id) test=yes', \
          'teachkit add \(id) --to \(subject)'
          """)
    }
    let code = isServed ? session.codes(for: [id])[id] : nil
    let known = isServed ? try await exchange.studentsWithKeys() : []
    let invitation = try code.map { code in
      // It is used at once.
      let until = try session.time("+1d", "until", .due, in: school.files.zone())
      return Invitation(key: code.key, until: until ?? session.now)
    }
    _ = try school.change("clone", subject, by: publishing.committer) {
      $0.summary = "add test student \(id) to \(subject)"
      try change($0, invitation, known)
    }
    let report = try await exchange.share(publishing: [])
    publishing.reportHeld(report, of: subject)
    try publishing.fail(report)
    return code?.code
  }
}
