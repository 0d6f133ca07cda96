import Course
import Exchange
import Git
import HubProtocol
import Model
import PlainYAML
import Reports
import Storage
import Text

/// Everything that awaits a teacher; the answer of `status` in a school.
struct SchoolStatus {
  /// A kind of pending matter.
  enum ItemKind: String {
    case undecided
    case changed = "changed-by-hand"
    case draft
    case notShared = "not-shared"
    case notCollected = "not-collected"
    case notRecorded = "not-recorded"
    case notGraded = "not-graded"
    case notMarked = "not-marked"
    case asked
    case notReturned = "not-returned"
    case again = "try-again"
    case failed
    case scheduled
    case active
    case archived

    /// The text for people.
    var words: Message { Message(template: rawValue.split(separator: "-").joined(separator: " ")) }
  }

  private let session: Session
  let store: SchoolStore
  let files: SchoolFiles
  private let zone: Zone
  private let times: TimeWords
  private let withArchived: Bool
  private(set) var table = Table(
    "status",
    [
      .init("matter", title: "Status"), .init("path"), .init("detail"),
      .init("time", isShown: false), .init("counts", isShown: false),
    ])
  /// The command for the first matter, as part of a sentence.
  var next: String?
  /// Further remarks.
  var notes: [Message] = []
  /// Students whose work can't be read.
  private(set) var failures = StudentFailures()

  /// - Parameter withArchived: whether to list archived assignments, too.
  init(_ session: Session, _ store: SchoolStore, withArchived: Bool) throws {
    self.withArchived = withArchived
    self.session = session
    self.store = store
    files = store.files
    zone = try files.zone()
    times = TimeWords(zone: zone, now: session.now)
  }

  /// Inspects this machine's data, and a folder hub. A hub over the network isn't contacted: for
  /// it, the last data sent from here counts.
  mutating func look() async throws {
    // Until a merge is finished, files may contain two versions.
    if let operation = store.openCommit { return try addConflicts(operation) }
    if case .detached = try store.repository.head() {
      notes.append(
        "the school isn't on a branch, so it can't be changed: run 'git switch main'")
    }
    if try !store.repository.layout.shallowCommits().isEmpty {
      notes.append(
        """
        this clone of the school is shallow and lacks most of the sharing history: \
        run 'git fetch --unshallow'
        """)
    }
    try addHandEdits()
    addFailedSteps()
    try addDrafts()
    for subject in try files.subjectIDs() { try await look(at: subject) }
    try addAssignments()
  }

  mutating func add(
    _ kind: ItemKind, _ path: String, _ detail: Message, at time: Instant? = nil,
    counts: JSONValue = .null, next command: String? = nil
  ) {
    let tone: Tone =
      [.draft, .again, .scheduled, .active, .archived].contains(kind) ? .quiet : .warning
    table.append([
      Cell(.string(kind.rawValue), shown: kind.words, tone: tone), Cell(path),
      Cell(detail.text),
      Cell(time?.description), Cell(counts),
    ])
    if next == nil { next = command.map { "'teachkit \($0)'" } }
  }

  // MARK: Content

  private mutating func addHandEdits() throws {
    var counts: [String: Int] = [:]
    for changed in try store.repository.changedPaths() {
      counts[SchoolPath.object(of: changed.path), default: 0] += 1
    }
    for (object, count) in counts.sorted(by: { $0.key < $1.key }) {
      add(.changed, object, counted(count, "file", "files"))
    }
  }

  private mutating func addDrafts() throws {
    for subject in try files.subjectIDs() {
      for path in try files.worksheets(below: ContextPath(subject: subject)) {
        let worksheet = try files.worksheet(path)
        if worksheet.isDraft { add(.draft, "\(path)", Message(verbatim: worksheet.context.title)) }
      }
    }
  }

  /// Adds the steps that `tick` couldn't do.
  private mutating func addFailedSteps() {
    for (key, failure) in TickState(of: store).failures.sorted(by: { $0.key < $1.key }) {
      let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
      add(
        .failed, parts.last ?? key,
        "\(parts[0]): \(failure.message); tick tries again at \(times.at(failure.retry))",
        at: failure.at)
    }
  }

  /// Adds the assignments that aren't completed, those with the earliest due date first.
  private mutating func addAssignments() throws {
    let standing = try AssignmentStanding(files, root: store.root, at: session.now)
    let assignments = try files.assignments().sorted { a, b in
      if a.isFavourite != b.isFavourite { return a.isFavourite }
      return (a.due?.seconds ?? .max, a.id) < (b.due?.seconds ?? .max, b.id)
    }
    for assignment in assignments {
      let progress = try standing.progress(of: assignment)
      let path = "assignments/\(assignment.id)"
      let due: Message? = assignment.due.map { "due \(times.at($0)) (\(times.distance(to: $0)))" }
      switch progress.stage {
      case .draft: add(.draft, path, Message(verbatim: assignment.title))
      case .scheduled:
        let release: Message? = assignment.release.map { "from \(times.at($0))" }
        add(
          .scheduled, path, [release, due].compactMap(\.self).joined(separator: ", "),
          at: assignment.due)
      case .active:
        let counts = Message(verbatim: progress.countWords)
        let details = [due, counts].compactMap(\.self).filter { !$0.isEmpty }
        add(
          .active, path,
          details.isEmpty ? Message(verbatim: assignment.title) : details.joined(separator: ", "),
          at: assignment.due, counts: progress.json)
      case .archived where withArchived:
        add(.archived, path, due ?? Message(verbatim: assignment.title), at: assignment.due)
      case .completed, .archived: break
      }
    }
  }

  // MARK: Exchange

  private mutating func look(at subject: String) async throws {
    let exchange = SubjectExchange(
      subject, in: store, by: try session.committer(of: store))
    if try files.participants(of: subject).current.isEmpty {
      // The hub may not know yet that everyone was removed.
      if try exchange.wasShared() { try await addUnshared(subject, exchange, next: "unshare") }
      return
    }
    try await addUnshared(subject, exchange)
    try addUncollected(subject)
    let library = CodeLibrary(in: store, files, session)
    let all = try GradeRun.preview(
      of: files.worksheets(below: ContextPath(subject: subject)), of: subject, in: store, library)
    for outcome in all { failures.add(outcome.failures) }
    let outcomes = all.map(\.counting)
    for outcome in outcomes where !outcome.kept(.unrecorded).isEmpty {
      add(
        .notRecorded, "\(outcome.path)",
        counted(outcome.kept(.unrecorded).count, "student", "students"),
        next: "collect \(subject)")
    }
    for outcome in outcomes {
      // Students without a submission await no grade before the due date.
      // A machine without a sandbox uses the grades that another machine computed.
      let unrun =
        library.hasRuns
        ? outcome.kept(.notRun) + outcome.kept(.notTested) : outcome.awaitingRuns
      let count = outcome.changed.count { outcome.collected.contains($0.student) } + unrun.count
      guard count > 0 else { continue }
      add(
        .notGraded, "\(outcome.path)", counted(count, "student", "students"),
        next: "grade \(subject)")
    }
    for outcome in outcomes {
      guard let count = outcome.counts[.partial], count > 0 else { continue }
      let changed = outcome.changedSince.count
      let overtaken = Set(outcome.overtaken.map(\.student)).count
      add(
        .notMarked, "\(outcome.path)",
        """
        \(counted(count, "student", "students"))\
        \(changed > 0 ? ", \(changed) changed since marked" : "")\
        \(overtaken > 0 ? ", \(overtaken) answered before the worksheet changed" : "")
        """,
        next: "mark \(outcome.path)")
    }
    try addOpenRequests(subject)
    try await addUnreturned(exchange, GradeRun.outdated(all))
    try addAwaitedAttempts(subject)
  }

  private mutating func addUnshared(
    _ subject: String, _ exchange: SubjectExchange, next command: String = "share"
  ) async throws {
    if try exchange.isHandedOut() { return }
    let report: ShareReport?
    do {
      report = try await exchange.pending()
    } catch let error as any Explainable
      where error is ExchangeError || error is GitError || error is UnpublishableFile
    {
      // Local information is reported even if cannot read the hub.
      let failure = error.failures.first
      return add(.notShared, subject, failure?.message ?? "cannot read the hub")
    }
    if let report { failures.add(report.unwritable) }
    guard report?.isUnchanged != true else { return }
    let detail: Message =
      if let report, !report.isFirst {
        if !report.appeared.isEmpty {
          "new: \(report.appeared.map(\.work).joined(separator: ", "))"
        } else if !report.moved.isEmpty {
          """
          moved: \
          \(report.moved.map { "\($0.from.work) to \($0.path.work)" }.joined(separator: ", "))
          """
        } else if report.isSubjectChanged || !report.changed.isEmpty {
          "content for students has changed"
        } else {
          "the last share didn't reach all students"
        }
      } else {
        report == nil ? "not from this machine yet" : "never"
      }
    add(.notShared, subject, detail, next: "\(command) \(subject)")
  }

  /// Adds mailboxes whose content hasn't been collected since the work was due.
  private mutating func addUncollected(_ subject: String) throws {
    let book = try files.book()
    let rules = try files.subject(subject).rules.over(WorkRules(late: files.school().late))
    for path in try files.worksheets(below: ContextPath(subject: subject)) {
      let students = book.recipients(of: path)
      if students.isEmpty { continue }
      let worksheet = try files.worksheet(path)
      if worksheet.isDraft || worksheet.isPractice { continue }
      let received = try files.received(path)
      let waiting = students.filter { student in
        let terms = book.terms(for: student, worksheet, rules: rules)
        guard terms.mode != .view, let due = terms.due, due < session.now else { return false }
        return received[terms.mailbox] == nil
      }
      if !waiting.isEmpty {
        add(
          .notCollected, "\(path)", counted(waiting.count, "student", "students"),
          next: "collect \(subject)")
      }
    }
  }

  private mutating func addUnreturned(
    _ exchange: SubjectExchange, _ outdated: Set<ReturnReport.Item>
  ) async throws {
    let report = try await exchange.returnGrades(
      keepingBack: outdated, dryRun: true, sharing: false)
    failures.add(report.failures)
    var counts: [ContextPath: Int] = [:]
    for item in report.returned { counts[item.path, default: 0] += 1 }
    for (path, count) in counts.sorted(by: { $0.key < $1.key }) {
      add(
        .notReturned, "\(path)", counted(count, "student", "students"),
        next: "return \(exchange.subject)")
    }
  }
}
