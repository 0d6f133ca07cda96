import Git
import Grading
import Model
import PlainYAML
import Storage

/// Finds the times at which `tick` has something to do for a school.
public struct TickMoments {
  private let files: SchoolFiles
  private let book: AssignmentBook
  private let zone: Zone
  public private(set) var moments: [TickMoment] = []

  public init(_ files: SchoolFiles) throws {
    self.files = files
    book = try files.book()
    zone = try files.zone()
    for subject in try files.subjectIDs()
    where try !files.participants(of: subject).current.isEmpty {
      try add(try files.subject(subject))
    }
    for assignment in try files.assignments()
    where assignment.state == .active && assignment.mailsReminders {
      try addReminders(of: assignment)
    }
  }

  private mutating func add(_ subject: Subject) throws {
    let rules = try subject.rules.over(WorkRules(late: files.school().late))
    let students = try files.participants(of: subject.id).counting.map(\.id)
    var ends: Set<Instant> = []
    for path in try files.worksheets(below: ContextPath(subject: subject.id)) {
      let worksheet = try files.worksheet(path)
      if worksheet.isDraft { continue }
      if let release = book.release(of: worksheet, rules: rules) {
        moments.append(TickMoment(.init(.publish, subject.id, at: release, works: [path])))
      }
      if worksheet.isPractice { continue }
      var last: Instant?
      for student in students {
        let terms = book.terms(for: student, worksheet, rules: rules)
        guard terms.mode != .view, let due = terms.due else { continue }
        let grace = terms.late.grace.map { zone.adding($0, to: due) } ?? due
        let closes = terms.closes(in: zone)
        ends.formUnion([due, grace, closes ?? grace])
        ends.formUnion(worksheet.exercises.compactMap { terms.due(of: $0) })
        last = [last, closes ?? grace].compactMap(\.self).max()
      }
      if let last, subject.solutions == .afterDue {
        moments.append(TickMoment(.init(.publish, subject.id, at: last.adding(seconds: 1))))
      }
      if let last, subject.tick.returns == .afterDue {
        moments.append(
          TickMoment(
            .init(.returning, subject.id, at: last.adding(seconds: 1), works: [path]),
            isPending: try hasUnreturned(path)))
      }
    }
    for assignment in try files.assignments() where assignment.state == .active {
      guard let release = assignment.release,
        try files.subjects(of: assignment).contains(subject.id)
      else { continue }
      let works = assignment.work.filter { $0.subject == subject.id && !$0.isHandout }
      moments.append(TickMoment(.init(.publish, subject.id, at: release, works: works)))
    }
    for end in ends {
      // Submissions of the last second are in time.
      let after = end.adding(seconds: 1)
      moments.append(TickMoment(.init(.collect, subject.id, at: after)))
      if subject.tick.grades { moments.append(TickMoment(.init(.grade, subject.id, at: after))) }
    }
  }

  /// Whether some complete grades weren't returned yet.
  private func hasUnreturned(_ path: ContextPath) throws -> Bool {
    let (grades, marks) = (try files.grades(path), try files.marks(path))
    return grades.students.contains { student in
      marks[student]?["returned"] == nil && grades[student].map { $0.state != .partial } ?? false
    }
  }

  private mutating func addReminders(of assignment: Assignment) throws {
    for (start, _) in try files.starts(of: assignment) {
      for reminder in assignment.reminders {
        let at = zone.subtracting(reminder, from: start)
        let isDone = assignment.reminded.map { at <= $0 } ?? false
        moments.append(
          TickMoment(
            .init(.remind, "assignments/\(assignment.id)", at: at, works: assignment.work),
            expires: start, isPending: isDone ? false : nil))
      }
    }
  }
}

extension SchoolFiles {
  /// The due dates of an assignment's work, or the starts of its exams, with the students to whom each
  /// applies and who haven't submitted it as far as the school knows.
  public func starts(
    of assignment: Assignment
  ) throws -> [Instant: [(path: ContextPath, students: [String])]] {
    let (book, recipients) = (try book(), try recipients(of: assignment))
    var found: [Instant: [(path: ContextPath, students: [String])]] = [:]
    func add(_ path: ContextPath, _ terms: [(student: String, terms: Terms)]) {
      for (start, group) in Dictionary(grouping: terms, by: { $0.terms.opens ?? $0.terms.due }) {
        if let start { found[start, default: []].append((path, group.map(\.student).sorted())) }
      }
    }
    for work in assignment.work where !work.isHandout {
      let rules = try subject(work.subject).rules
      for path in try worksheets(below: work) {
        let worksheet = try worksheet(path)
        if worksheet.isDraft { continue }
        let received = ReceivedWork(try received(path))
        add(
          path,
          recipients.map { ($0, book.terms(for: $0, worksheet, rules: rules)) }.filter {
            received.arrivals(of: $0.0, today: $0.1.mailbox).isEmpty
          })
      }
    }
    let handouts =
      assignment.work.isEmpty
      ? try subjects(of: assignment).prefix(1).map { .withoutWork(assignment.id, in: $0) }
      : assignment.work.filter(\.isHandout)
    for path in handouts {
      let activity = try activity(path)
      add(
        path,
        recipients.compactMap { student in
          let isDone = activity[student].flatMap { ActivitySummary($0) }?.done != nil
          return isDone ? nil : book.terms(for: student, handout: path).map { (student, $0) }
        })
    }
    return found
  }
}

extension TickState {
  /// Counts what the school's history says as done, also by colleagues.
  public mutating func note(_ history: ChangeHistory, of files: SchoolFiles, until now: Instant)
    throws
  {
    for change in try history.of(nil, in: files, limit: 1000) where change.time <= now {
      guard change.command == "collect" || change.command == "grade" else { continue }
      for path in change.paths { note("\(change.command ?? "") \(path)", doneAt: change.time) }
    }
  }
}
