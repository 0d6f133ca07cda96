import Git
import HubProtocol
import Model
import PlainYAML
import Storage

/// The results of returning grades.
public struct ReturnReport: Sendable {
  /// A student's grade for one piece of work.
  public struct Item: Hashable, Sendable {
    public let student: String
    public let path: ContextPath

    public init(student: String, path: ContextPath) {
      self.student = student
      self.path = path
    }
  }

  /// Why another attempt wouldn't count.
  public enum NoAttempt: Hashable, Sendable {
    case attempts(Int)
    case over(Instant)
  }

  /// Grades of test students, which are counted nowhere.
  public struct Testing: Sendable {
    public var returned: [Item] = []
    /// Outdated and partial grades, which are kept back.
    public var kept: [Item] = []
  }

  /// The returned grades, sorted by work and student.
  public var returned: [Item] = []
  public var testing = Testing()
  /// Outdated grades, which are kept back.
  public var outdated: [Item] = []
  /// Partial grades, which are kept back.
  public var waiting: [Item] = []
  /// Work for which another attempt was requested but isn't possible.
  public var closed: [(item: Item, why: NoAttempt)] = []
  /// Students whose grades can't be returned because their work is damaged.
  public var failures = StudentFailures()
  /// The number of grades that were already returned and haven't changed.
  public var unchanged = 0
  /// Work whose solutions are sent while others can still submit, until the given time.
  public var early: [(path: ContextPath, until: Instant)] = []
  /// The commit of the school that records the return; nil if nothing was returned.
  public var commit: ObjectID?
  /// The results of sharing; nil if there was nothing to share.
  public var share: ShareReport?
  /// Why sharing failed after the return was recorded.
  public var failure: (any Error)?
  /// Notices that are shown once.
  public var notices: [ExchangeNotice] = []
}

extension ReturnReport {
  /// Adds the results of one piece of work, sorted by student.
  fileprivate mutating func add(_ found: ReturnReport, _ isTest: (String) -> Bool) {
    let other = found.separating(isTest)
    testing.returned += other.testing.returned.sorted { $0.student < $1.student }
    testing.kept += other.testing.kept.sorted { $0.student < $1.student }
    returned += other.returned.sorted { $0.student < $1.student }
    outdated += other.outdated.sorted { $0.student < $1.student }
    waiting += other.waiting.sorted { $0.student < $1.student }
    closed += other.closed.sorted { $0.item.student < $1.item.student }
    for item in other.failures.items.sorted(by: { $0.student < $1.student }) {
      failures.add(item.error, of: item.student, at: item.path)
    }
    unchanged += other.unchanged
  }

  /// The report with the grades of test students apart from the others.
  private func separating(_ isTest: (String) -> Bool) -> ReturnReport {
    var report = self
    report.testing.returned = returned.filter { isTest($0.student) }
    report.testing.kept = (outdated + waiting).filter { isTest($0.student) }
    report.returned.removeAll { isTest($0.student) }
    report.outdated.removeAll { isTest($0.student) }
    report.waiting.removeAll { isTest($0.student) }
    return report
  }
}

/// The mark that a grade is returned.
private struct Marking {
  /// The number of attempts after which another one is requested; nil for no request.
  let again: Int?
  /// Whether exercises were graded.
  let hasItems: Bool
}

extension SubjectExchange {
  /// Returns grades: marks them as returned at the school's newest commit, and shares.
  ///
  /// Students see the grade, marks and worksheet of that commit until the next return. Missing work
  /// is returned after its due date.
  /// - Parameters:
  ///   - works: the worksheets; nil for all with grades.
  ///   - students: the students; nil for all participants.
  ///   - again: whether to ask for another attempt, or to cancel that; nil for no change. Nothing
  ///     is returned if another attempt wouldn't count.
  ///   - outdated: grades that would change if they were computed again, and are held back.
  ///   - includingWaiting: whether to also return partial grades.
  ///   - sharing: whether to write the inboxes; otherwise the next share does it.
  /// - Throws: as `share`, and `StoreError`.
  public func returnGrades(
    of works: Set<ContextPath>? = nil, to students: Set<String>? = nil,
    again: Bool? = nil, keepingBack outdated: Set<ReturnReport.Item> = [],
    includingWaiting: Bool = false, dryRun: Bool = false, sharing: Bool = true
  ) async throws -> ReturnReport {
    let (head, files) = try committed()
    let returned = ReturnedGrades(
      of: subject, in: files, at: head, repository: school.repository,
      submissions: try submissions()
    ) { _ in true }
    var report = ReturnReport()
    var marked: [ContextPath: [String: Marking]] = [:]
    let list = try files.participants(of: subject)
    let participants = Set(list.current.map(\.id))
    let (book, rules, zone) = (
      try files.book(), try files.subject(subject).rules.over(.init(late: files.school().late)),
      try files.zone()
    )
    for path in try files.worksheets(below: ContextPath(subject: subject))
    where works?.contains(path) ?? true {
      let lines = try returned.lines(of: path, at: head.description)
      let marks = try files.marks(path)
      var found = ReturnReport()
      let concerned = try (lines?.keys ?? files.grades(path).students).filter { student in
        participants.contains(student) && students?.contains(student) ?? true
      }.map { student in
        let known = marks[student]
        return (student: student, before: known?.returnedCommit, openAfter: known?.againAfter)
      }.sorted { $0.before ?? "" < $1.before ?? "" }
      // Most grades were returned and haven't changed; they aren't read.
      let changed = concerned.filter { student, before, _ in
        guard again == nil, let before,
          outdated.isEmpty || !outdated.contains(.init(student: student, path: path))
        else { return true }
        let isSame = try? returned.hasSameSources(
          for: student, path, at: before, and: head.description)
        return isSame != true
      }
      found.unchanged =
        (concerned.count { !list.isTest($0.student) }) - changed.count { !list.isTest($0.student) }
      if changed.isEmpty, lines != nil {
        report.add(found, list.isTest)
        continue
      }
      let (worksheet, grades) = (try files.worksheet(path), try files.grades(path))
      lazy var received = Result { ReceivedWork(try files.received(path)) }
      for (student, before, openAfter) in changed {
        guard let grade = grades[student] else { continue }
        let state = grade.state
        lazy var terms = book.terms(for: student, worksheet, rules: rules)
        // Missing work is returned only after the due date.
        if state == .missing, again != true {
          guard let due = terms.due, due < now else { continue }
        }
        let item = ReturnReport.Item(student: student, path: path)
        let attempts =
          again == true || openAfter != nil
          ? try received.get().attempts(of: student, today: terms.mailbox) : 0
        if again == true, let why = terms.noAttempt(after: attempts, at: now, in: zone) {
          found.closed.append((item, why))
          continue
        }
        if !outdated.isEmpty, outdated.contains(item) {
          found.outdated.append(item)
          continue
        }
        if state == .partial, !includingWaiting {
          found.waiting.append(item)
          continue
        }
        // A request for another attempt stays open until the attempt arrives.
        let open = openAfter.flatMap { attempts <= $0 ? $0 : nil }
        let asked = again == true ? attempts : again == false ? nil : open
        do {
          if let before, again == nil || openAfter == asked,
            try returned.isSame(for: student, path, at: before, and: head.description)
          {
            found.unchanged += list.isTest(student) ? 0 : 1
            continue
          }
          // A grade that can't be written isn't returned.
          if !dryRun { _ = try returned.file(for: student, path, at: head.description) }
        } catch  where StudentFailures.isPersonal(error) {
          found.failures.add(error, of: student, at: path)
          continue
        }
        found.returned.append(item)
        marked[path, default: [:]][student] = Marking(
          again: asked, hasItems: !grade.items.isEmpty)
      }
      report.add(found, list.isTest)
    }
    let solved = marked.mapValues { marked in
      Set(marked.filter { $0.value.again == nil && !list.isTest($0.key) }.keys)
    }
    report.early = try early(solved.filter { !$0.value.isEmpty }, participants, files)
    if dryRun || !report.closed.isEmpty { return report }
    let isShared = sharing ? try await isShared() : false
    if !marked.isEmpty { try mark(marked, at: head, in: files, &report) }
    if isShared {
      do {
        report.share = try await share(publishing: [])
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

  /// Work whose solutions would be sent before its due date for all students.
  private func early(
    _ marked: [ContextPath: Set<String>], _ participants: Set<String>, _ files: SchoolFiles
  ) throws -> [(path: ContextPath, until: Instant)] {
    let root = try files.subject(subject)
    guard root.solutions == .returned else { return [] }
    let book = try files.book()
    return try marked.keys.sorted { $0.description < $1.description }.compactMap { path in
      let (worksheet, marks) = (try files.worksheet(path), try files.marks(path))
      guard worksheet.hasSolutions else { return nil }
      let recipients = book.recipients(of: path)
      let dues = participants.filter { student in
        recipients.contains(student) && marks[student]?["returned"] == nil
          && !(marked[path] ?? []).contains(student)
      }.compactMap { book.terms(for: $0, worksheet, rules: root.rules).due }
      return dues.max().flatMap { $0 > now ? (path, $0) : nil }
    }
  }

  /// Records the returned commit in the marks.
  private func mark(
    _ marked: [ContextPath: [String: Marking]], at head: ObjectID, in files: SchoolFiles,
    _ report: inout ReturnReport
  ) throws {
    let showsSolutions = try files.subject(subject).solutions == .returned
    var solved: [ContextPath: Set<String>] = [:]
    for (path, students) in marked
    where try showsSolutions && files.worksheet(path).hasSolutions {
      // Only exercises that were graded come with solutions.
      solved[path] = Set(students.filter { $0.value.again == nil && $0.value.hasItems }.keys)
    }
    let committed = try school.change("return", subject, by: committer) { change in
      for (path, students) in marked {
        let time = change.timeOfSolutions(to: path, sentAt: now)
        try change.editLedger(SchoolPath.marks(path)) { ledger in
          for (student, again) in students.mapValues(\.again) {
            // A requested attempt counts even if the student was sent solutions before.
            let replaced = ["returned", "again"] + (again == nil ? [] : ["solved"])
            var pairs = (ledger[student]?.mapping ?? [])
              .filter { !replaced.contains($0.key) }
              .map { Value.Pair($0.key, Value($0.value)) }
            pairs.append(.init("returned", .scalar(head.description)))
            if let again { pairs.append(.init("again", .plain(String(again)))) }
            if solved[path]?.contains(student) == true,
              !pairs.contains(where: { $0.key == "solved" })
            {
              pairs.append(.init("solved", .scalar(time.description)))
            }
            let isSet: Void? = try report.failures.attempt(student, at: path) {
              try ledger.set(student, .mapping(pairs))
            }
            if isSet == nil {
              report.returned.removeAll { $0 == .init(student: student, path: path) }
              report.testing.returned.removeAll { $0 == .init(student: student, path: path) }
            }
          }
        }
      }
    }
    report.commit = committed?.commit
  }
}

extension Terms {
  /// Why no further attempt would count; nil if one would.
  fileprivate func noAttempt(
    after count: Int, at now: Instant, in zone: Zone
  ) -> ReturnReport.NoAttempt? {
    if let attempts, count >= attempts { return .attempts(attempts) }
    // After an attempt in time, a late one doesn't count.
    let end = counts == .lastInTime && count > 0 ? due : closes(in: zone)
    return end.flatMap { $0 < now ? .over($0) : nil }
  }
}
