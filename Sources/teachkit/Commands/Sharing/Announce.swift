import ArgumentParser
import Course
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Announce: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "announce",
    abstract: "Show a notice to students.",
    discussion: """
      The recipients see the text with 'pull', 'status' and 'watch', in every subject in which \
      they take part, until it expires or you remove it. Other students can't see it. If the \
      subjects are already shared, it appears at once.

      Example: teachkit announce 7b 'Bring your compass on Friday.' --until fri
      """)

  static let formats = Format.table

  @Argument(
    help: "A student, class, group or 'everyone'.", completion: Candidates.who.completion)
  var who: String?
  @OptionGroup var forOptions: PeopleOptions
  @Argument(help: "The text; '-' reads it from standard input.") var text: String?
  @Option(
    help: ArgumentHelp("When it expires: '2026-11-28', 'fri', '+3d'.", valueName: "time"))
  var until: String?
  @Option(
    name: .customLong("in"), parsing: .upToNextOption,
    help: ArgumentHelp("Only in these subjects.", valueName: "subject"),
    completion: Candidates.subjects.completion)
  var subjects: [String] = []
  @Option(help: "Its id; by default, derived from the text.") var id: String?
  @Flag(help: "Also send it by mail to recipients with an address; a repetition sends it again.")
  var mail = false
  @Flag(help: "List all announcements.") var list = false
  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("Remove announcements.", valueName: "id"))
  var remove: [String] = []
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  /// With `--for`, the text is the first argument.
  private var recipient: String? { forOptions.people.first ?? who }
  private var content: String? { forOptions.people.isEmpty ? text : who }

  func validate() throws {
    if forOptions.people.count > 1 || !forOptions.people.isEmpty && text != nil {
      throw ValidationError("an announcement has one recipient")
    }
    let isNew =
      recipient != nil || content != nil || until != nil || id != nil || !subjects.isEmpty
      || mail
    if [isNew, list, !remove.isEmpty].filter(\.self).count > 1 {
      throw ValidationError("a new announcement, '--list' and '--remove' can't be combined")
    }
    if list || !remove.isEmpty { return }
    if recipient == nil {
      throw ValidationError("missing recipients: name a class, group or student")
    }
    if content == nil { throw ValidationError("missing text: add it after the recipients") }
  }

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    if list {
      session.output.isPaged = true
      return session.report(try table(store.files, session))
    }
    guard let recipient, let content else { return try await removeAll(in: store, session) }
    try await announce(try read(content, session), to: recipient, in: store, session)
  }

  private func read(_ text: String, _ session: Session) throws -> String {
    var content = text
    if text == "-" {
      var lines: [String] = []
      while let line = session.input.line() { lines.append(line) }
      content = lines.joined(separator: "\n")
    }
    if content.allSatisfy(\.isWhitespace) { throw Failure(.valueIsFaulty, "the text is empty") }
    guard content.count <= Notice.longest else {
      throw Failure(
        .valueIsFaulty,
        "the text has \(content.count) characters, but at most \(Notice.longest) are allowed",
        hint: "put a long text into a file, and assign it")
    }
    return content
  }

  private func announce(
    _ text: String, to who: String, in store: SchoolStore, _ session: Session
  ) async throws {
    let files = store.files
    let recipient = try People(files).recipient(who)
    let zone = try files.zone()
    let until = try session.written(until, "--until", .due, in: zone)
    let end = until.flatMap { TimeText.read($0, in: zone, .due) }
    if let end, end < session.now {
      throw Failure(
        .valueIsFaulty, "the announcement would already have expired on \(zone.text(end))",
        hint: "use a later time for '--until'")
    }
    let locator = Locator(files)
    let subjects = try subjects.separated.compactMap {
      try locator.find($0, among: [.subject]).context?.subject
    }
    let all = try files.announcements()
    let new = Announcement(
      id: "", to: [recipient.description],
      subjects: subjects.isEmpty ? nil : Set(subjects).sorted(),
      notice: Notice(text: text, at: session.now, until: end))
    let same = all.first { $0.isRepeated(by: new, at: session.now) }
    let id =
      try same?.id
      ?? identifier(
        of: text, among: all.map(\.id), language: files.school().language)
    try session.change(
      "announce", named: "announcements/\(id)", in: store, file: SchoolPath.announcements,
      dryRun: dryRun
    ) { change in
      change.summary = "announce to \(recipient): \(Notice(text: text, at: session.now).line)"
      if same == nil { try change.write(new, called: id, until: until) }
    }
    if try files.subjects(of: new).isEmpty {
      session.output.notice("no recipient takes part in a subject, so no one sees it yet")
    }
    if dryRun { return }
    for subject in try files.subjects(of: new) {
      try await session.share(subject, in: store, publishing)
    }
    if mail { try send(new, store, session) }
  }

  /// Sends the text to each recipient with an address; a mail that fails doesn't stop the others.
  private func send(
    _ announcement: Announcement, _ store: SchoolStore, _ session: Session
  ) throws {
    let files = store.files
    let school = try files.school()
    let notifier = try session.notifier(for: school, store.repository)
    let known = try files.students()
    let students = try People(files).students(announcement.to).filter { !known.isTest($0) }
    let reminder = Reminder(
      kind: .news, title: "\(school.name): \(announcement.notice.line.prefix(60))",
      text: announcement.notice.text, time: session.now)
    let people = students.compactMap { student -> Person? in
      guard let address = known[student]?.email, !address.isEmpty else { return nil }
      return Person(name: known[student]?.name ?? student, mail: address)
    }
    let (sent, failures) = notifier.mail(people.map { ($0, reminder) })
    let without = students.count - people.count
    let rest: Message =
      without == 0
      ? "" : "; no address: \(counted(without, "student", "students"))"
    session.output.notice("sent \(counted(sent, "mail", "mails"))\(rest)")
    if !failures.isEmpty { throw NegativeAnswer(failures: failures) }
  }

  private func removeAll(in store: SchoolStore, _ session: Session) async throws {
    let files = store.files
    let all = try files.announcements()
    let ids = remove.separated.map { String($0.dropFirst($0.hasPrefix("announcements/") ? 14 : 0)) }
    let gone = try ids.map { id in
      guard let found = all.first(where: { $0.id == id }) else {
        throw Failure(
          .notFound, "no announcement '\(visible(id))'",
          hint: closest(id, in: all.map(\.id)).map { "did you mean '\($0)'?" as Message }
            ?? "run 'teachkit announce --list' to list them")
      }
      return found
    }
    let names = ids.map { "announcements/\($0)" }
    try session.change(
      "announce", named: names[0], in: store, file: SchoolPath.announcements, dryRun: dryRun
    ) { change in
      change.summary = "remove \(names.joined(separator: ", "))"
      change.otherPaths = Array(names.dropFirst())
      try change.edit(SchoolPath.announcements) { document in
        try Set(ids).reduce(document) { try $0.removing([.key($1)]) }
      }
    }
    if dryRun { return }
    for subject in Set(try gone.flatMap { try files.subjects(of: $0) }).sorted() {
      try await session.share(subject, in: store, publishing)
    }
  }

  private func identifier(
    of text: String, among taken: [String], language: String?
  ) throws -> String {
    let used = Set(taken.map { Identifier.folded($0) })
    if let id {
      if let problem = Identifier.problem(in: id, for: .assignment) {
        throw Failure(
          .valueIsFaulty, "'\(visible(id))' \(problem.words)", hint: problem.hint)
      }
      if used.contains(Identifier.folded(id)) {
        throw Failure(
          .createOperationFailed, "'announcements/\(id)' already exists",
          hint: "choose another '--id', or remove it with 'teachkit announce --remove \(id)'")
      }
      return id
    }
    let words = text.split(whereSeparator: \.isWhitespace).prefix(4).joined(separator: " ")
    let name = asciiName(words, language: language).map { String($0.prefix(40)) } ?? ""
    let wish = Identifier.problem(in: name, for: .assignment) == nil ? name : "announcement"
    let candidates = [wish] + (2...taken.count + 2).map { "\(wish)-\($0)" }
    return candidates.first { !used.contains(Identifier.folded($0)) } ?? wish
  }

  private func table(_ files: SchoolFiles, _ session: Session) throws -> Table {
    let zone = try files.zone()
    return Table(
      "announcements",
      [
        .init("id", title: "Announcement"), .init("to"), .init("subjects"), .init("at"),
        .init("until"), .init("expired", isShown: false), .init("text"),
      ],
      rows: try files.announcements().map { announcement in
        let notice = announcement.notice
        let isExpired = notice.isExpired(at: session.now)
        func time(_ time: Instant?) -> Cell {
          guard let time else { return nil }
          return Cell(
            .string(time.description), shown: zone.text(time), tone: isExpired ? .quiet : .plain)
        }
        return [
          Cell(.string(announcement.id)), Cell(.array(announcement.to.map { .string($0) })),
          announcement.subjects.map { Cell(.array($0.map { .string($0) })) } ?? nil,
          time(notice.at), time(notice.until), Cell(.boolean(isExpired)),
          Cell(.string(notice.text), shown: notice.line, tone: isExpired ? .quiet : .plain),
        ]
      })
  }
}

extension Announcement {
  /// Whether another one says the same to the same students at a time.
  fileprivate func isRepeated(by other: Announcement, at now: Instant) -> Bool {
    to == other.to && subjects == other.subjects && notice.text == other.notice.text
      && notice.until == other.notice.until && !notice.isExpired(at: now)
  }
}

extension Change {
  /// Adds an announcement.
  ///
  /// - Parameter until: its end as written.
  fileprivate func write(
    _ announcement: Announcement, called id: String, until: String?
  ) throws {
    let value = Value.fields([
      ("to", .flow(.sequence(announcement.to.map { .scalar($0) }))),
      ("subjects", announcement.subjects.map { .flow(.sequence($0.map { .scalar($0) })) }),
      ("text", .scalar(announcement.notice.text)),
      ("at", .scalar(announcement.notice.at.description)), ("until", .text(until)),
    ])
    try edit(SchoolPath.announcements) { try $0.setting([.key(id)], to: .flow(value)) }
  }
}

extension Session {
  /// Shares a subject again, without publishing other worksheets.
  fileprivate func share(
    _ subject: String, in store: SchoolStore, _ options: PublishingOptions
  ) async throws {
    if !options.noShare { try await Publishing(self, store).shareAgain(subject) }
  }
}
