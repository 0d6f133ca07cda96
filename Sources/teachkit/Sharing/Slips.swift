import Course
import Git
import HubProtocol
import Model
import Reports
import Storage
import Text

/// The commands for invited students, as a table or on slips to be cut apart.
struct Slips {
  struct Slip {
    /// The student; nil for an open link.
    let student: Student?
    /// The command to type.
    let command: String
    /// The invitation link; nil if the hub needs none.
    let link: String?
  }

  let slips: [Slip]
  let until: Instant?
  /// The fingerprints of the hub's keys, which `ssh` shows; empty if it doesn't.
  let fingerprints: [String]
  private let school: School
  private let subject: Subject
  private let zone: Zone

  /// - Parameters:
  ///   - address: the subject on the hub.
  ///   - codes: the invitation codes, if the hub uses them.
  init(
    _ students: [String], open: InvitationCode? = nil, to address: HubAddress,
    codes: [String: InvitationCode],
    until: Instant?, knownBy fingerprints: [String], in files: SchoolFiles, subject id: String
  ) throws {
    let roster = try files.roster()
    let everyones = open.map { code in
      let link = InvitationLink(address, code).text
      let line = shellLine(["teachkit", "clone", link, "--student"]) + " YOUR-ID"
      return Slip(student: nil, command: line, link: link)
    }
    let personal = students.map { student in
      let link = codes[student].map { InvitationLink(address, $0).text }
      let words =
        link.map { ["teachkit", "clone", $0] }
        ?? ["teachkit", "clone", address.withoutSecrets, "--student", student]
      return Slip(
        student: roster.students[student] ?? Student(id: student),
        command: shellLine(words), link: link)
    }
    slips = personal + (everyones.map { [$0] } ?? [])
    self.until = until
    self.fingerprints = fingerprints
    school = try files.school()
    subject = try files.subject(id)
    zone = try files.zone()
  }

  var table: Table {
    Table(
      "invitations",
      [
        .init("student"), .init("name"), .init("email", isShown: false), .init("command"),
        .init("link", isShown: false), .init("until"), .init("fingerprints", isShown: false),
      ],
      rows: slips.map { slip in
        [
          slip.student.map { Cell($0.id) } ?? Cell(.null, shown: "everyone"),
          Cell(slip.student?.name), Cell(slip.student?.email),
          Cell(slip.command), Cell(slip.link),
          until.map { Cell(.string($0.description), shown: zone.text($0)) } ?? nil,
          Cell(.array(fingerprints.map { .string($0) })),
        ]
      })
  }

  // MARK: On paper

  /// A self-contained page.
  var page: String {
    let title = "\(subject.title) · \(school.name)"
    let texts = slips.map { slip in
      """
      <section>
      <h2>\(Page.escaped(slip.student?.name ?? subject.title))</h2>
      <p>\(Page.escaped(([title] + [slip.student?.id].compactMap { $0 }).joined(separator: " · ")))</p>
      <p>Type this in a terminal:</p>
      <pre>\(Page.escaped(slip.command))</pre>
      <p>\(Page.escaped(terms(slip)))</p>\(check)
      </section>

      """
    }
    return Page(
      title,
      style: """
        body { font: 11pt sans-serif; margin: 1cm auto; max-width: 18cm; }
        section { border: 1px dashed #888; padding: 4mm 6mm; margin: 0 0 4mm; break-inside: avoid; }
        h2 { font-size: 13pt; margin: 0 0 1mm; }
        p { margin: 0 0 1mm; }
        pre { font: 10pt monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 1mm 0; }
        @media print { body { margin: 0; } }
        """, body: texts.joined()
    ).text
  }

  /// The text that identifies the hub to the student.
  private var check: String {
    if fingerprints.isEmpty { return "" }
    let found = Page.escaped(fingerprints.joined(separator: " or "))
    return """

      <p>If it asks whether to continue connecting, answer yes only if the fingerprint is
      <code>\(found)</code></p>
      """
  }

  /// The conditions of a slip, as a sentence.
  private func terms(_ slip: Slip) -> String {
    guard let until else { return "" }
    let time = zone.text(until)
    return slip.student == nil
      ? "Type it, wait until your teacher accepts you, and type it again. Valid until \(time)."
      : "It is only for you and works once. Valid until \(time)."
  }
}

/// The file for slips. It is new and readable only by its owner, because the links authorize
/// students.
struct SlipsFile {
  private let file: NewFile

  /// The name as the user wrote it.
  var name: String { file.name }

  /// - Throws: `Failure` if the file is in the school or exists already.
  init(_ name: String, outside school: String, _ session: Session) throws {
    let path = FolderPath(name, from: session.directory)
    if path.isWithin(FolderPath(school, from: session.directory)) {
      throw Failure(
        .valueIsFaulty, "'\(visible(name))' is in the school, and its history would keep the links",
        hint: "name a file elsewhere, such as ../slips.html")
    }
    file = try NewFile(name, session)
  }

  func write(_ slips: Slips) throws { try file.write(slips.page) }
}
