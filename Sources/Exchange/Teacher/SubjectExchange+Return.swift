import Git
import Hub
import Model
import PlainYAML
import Storage

/// What returning grades did.
public struct ReturnReport: Sendable {
  /// A student's grade of one piece of work.
  public struct Item: Hashable, Sendable {
    public let student: String
    public let path: ContextPath
  }

  /// Grades that students get to see now, in order of work and student.
  public var returned: [Item] = []
  /// Grades that wait for a person to mark something, and stay here.
  public var waiting: [Item] = []
  /// How many were returned before and are as they were.
  public var unchanged = 0
  /// Work of which solutions go along now, and which others may hand in until then.
  public var early: [(path: ContextPath, until: Instant)] = []
  /// The commit of the school that says what was returned; nil where nothing was.
  public var commit: ObjectID?
  /// What putting them into the inboxes did; nil where nothing was to be shared.
  public var share: ShareReport?
  /// Why they are not in the inboxes though the school has them as returned.
  public var failure: (any Error)?
  /// What is to be said once.
  public var notices: [ExchangeNotice] = []
}

extension SubjectExchange {
  /// Returns grades: marks them as returned at the school's newest commit, and shares.
  ///
  /// Students see the grade, marks and worksheet of that commit until the next return. Work that
  /// is missing is returned once it was due.
  /// - Parameters:
  ///   - works: which worksheets; nil for all that have grades.
  ///   - students: to whom; nil for all participants.
  ///   - includingWaiting: returns, too, what waits in part for a person.
  ///   - sharing: whether the inboxes are written; otherwise the next share does it.
  /// - Throws: as `share`, and `StoreError`.
  public func returnGrades(
    of works: Set<ContextPath>? = nil, to students: Set<String>? = nil,
    includingWaiting: Bool = false, dryRun: Bool = false, sharing: Bool = true
  ) async throws -> ReturnReport {
    let (head, files) = try committed()
    let returned = try ReturnedGrades(
      of: subject, in: files, repository: school.repository, submissions: try submissions()
    ) { _ in true }
    var report = ReturnReport()
    var marked: [ContextPath: [String]] = [:]
    let participants = Set(
      try files.participants(of: subject).filter { $0.state != .removed }.map(\.id))
    let (book, rules) = (try files.book(), try files.subject(subject).rules)
    for path in try files.worksheets(below: ContextPath(subject: subject))
    where works?.contains(path) ?? true {
      let worksheet = try files.worksheet(path)
      let (grades, marks) = (try files.grades(path), try files.marks(path))
      for student in grades.keys
      where participants.contains(student) && students?.contains(student) ?? true {
        guard let state = grades[student]?["state"]?.scalar.flatMap({ Grade.State(rawValue: $0) })
        else { continue }
        // There is nothing to give back before the work was due.
        if state == .missing {
          guard let due = book.terms(for: student, worksheet, rules: rules).due, due < now else {
            continue
          }
        }
        let item = ReturnReport.Item(student: student, path: path)
        if state == .partial, !includingWaiting {
          report.waiting.append(item)
          continue
        }
        if let before = marks[student]?["returned"]?.scalar,
          try returned.file(for: student, path, at: before)?.bytes
            == returned.file(for: student, path, at: head.description)?.bytes
        {
          report.unchanged += 1
          continue
        }
        report.returned.append(item)
        marked[path, default: []].append(student)
      }
    }
    report.early = try early(marked, participants, files)
    if dryRun { return report }
    let isShared = sharing ? try await isShared() : false
    if !marked.isEmpty { try mark(marked, at: head, &report) }
    if isShared {
      do {
        report.share = try await share()
      } catch {
        guard report.commit != nil else { throw error }
        report.failure = error
        return report
      }
      if !report.returned.isEmpty, try hub(files).folder != nil,
        try stores.isFirst(.gradesInFolder)
      {
        report.notices.append(.gradesInFolder)
      }
    }
    return report
  }

  /// Work of which the solutions go out before everybody's time is up.
  private func early(
    _ marked: [ContextPath: [String]], _ participants: Set<String>, _ files: SchoolFiles
  ) throws -> [(path: ContextPath, until: Instant)] {
    let root = try files.subject(subject)
    guard root.solutions == .returned else { return [] }
    let book = try files.book()
    return try marked.keys.sorted { $0.description < $1.description }.compactMap { path in
      let (worksheet, marks) = (try files.worksheet(path), try files.marks(path))
      let recipients = book.recipients(of: path)
      let dues = participants.filter { student in
        recipients.contains(student) && marks[student]?["returned"] == nil
          && !(marked[path] ?? []).contains(student)
      }.compactMap { book.terms(for: $0, worksheet, rules: root.rules).due }
      return dues.max().flatMap { $0 > now ? (path, $0) : nil }
    }
  }

  /// Writes into the marks at which commit they were returned.
  private func mark(
    _ marked: [ContextPath: [String]], at head: ObjectID, _ report: inout ReturnReport
  ) throws {
    let committed = try school.change("return", subject, by: committer) { change in
      for (path, students) in marked {
        try change.editLedger(SchoolPath.marks(path)) { ledger in
          for student in students {
            var pairs = (ledger[student]?.mapping ?? []).filter { $0.key != "returned" }
              .map { Value.Pair($0.key, Value($0.value)) }
            pairs.append(.init("returned", .scalar(head.description)))
            try ledger.set(student, .mapping(pairs))
          }
        }
      }
    }
    report.commit = committed?.commit
  }
}
