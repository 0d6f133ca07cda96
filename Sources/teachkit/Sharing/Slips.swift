import Git
import Hub
import Model
import Reports
import Storage
import Text

/// What invited students are given: a command for each, as a table or on slips to be cut apart.
struct Slips {
  struct Slip {
    /// Whose it is; nil where it is open to all.
    let student: Student?
    /// What is typed.
    let command: String
    /// The link in it; nil where the hub needs none.
    let link: String?
  }

  let slips: [Slip]
  let until: Instant?
  /// By which the hub is known when `ssh` asks; none where it doesn't.
  let fingerprints: [String]
  private let school: School
  private let subject: Subject
  private let zone: Zone

  /// - Parameters:
  ///   - address: the subject on the hub.
  ///   - codes: what each joins with, where the hub is one that is joined.
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
    let own = students.map { student in
      let link = codes[student].map { InvitationLink(address, $0).text }
      let words =
        link.map { ["teachkit", "clone", $0] }
        ?? ["teachkit", "clone", address.withoutSecrets, "--student", student]
      return Slip(
        student: roster.students[student] ?? Student(id: student),
        command: shellLine(words), link: link)
    }
    slips = own + (everyones.map { [$0] } ?? [])
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

  /// A page that needs nothing besides itself.
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

  /// What tells the hub from another that pretends to be it.
  private var check: String {
    if fingerprints.isEmpty { return "" }
    let found = Page.escaped(fingerprints.joined(separator: " or "))
    return """

      <p>If it asks whether to continue connecting, say yes only where the fingerprint is
      <code>\(found)</code></p>
      """
  }

  /// What holds for a slip, in a sentence.
  private func terms(_ slip: Slip) -> String {
    guard let until else { return "" }
    let time = zone.text(until)
    return slip.student == nil
      ? "Your teacher lets you in; then type it once more. It is good until \(time)."
      : "It is yours alone, and good once, until \(time)."
  }
}

/// Where slips are written: what is on them lets people in, so it is a new file for the user alone.
struct SlipsFile {
  private let file: NewFile

  /// As the user wrote it.
  var name: String { file.name }

  /// - Throws: `Failure` where they would come into the school's history, or over something.
  init(_ name: String, outside school: String, _ session: Session) throws {
    let path = FolderPath(name, from: session.directory)
    if path.isWithin(FolderPath(school, from: session.directory)) {
      throw Failure(
        .valueIsFaulty, "'\(visible(name))' is in the school, whose history keeps everything",
        hint: "name a file elsewhere, such as ../slips.html")
    }
    file = try NewFile(name, session)
  }

  func write(_ slips: Slips) throws { try file.write(slips.page) }
}
