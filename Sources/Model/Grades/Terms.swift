/// The terms for one student's work, from assignments, extensions and rules.
public struct Terms: Hashable, Sendable {
  /// The assignment; nil if the work is published without one.
  public var assignment: String?
  public var title: String?
  public var instructions: String?
  public var mode: Assignment.Mode
  /// The mailbox for submissions: the student's, or their group's.
  public var mailbox: String
  public var release: Instant?
  public var due: Instant?
  /// The extension that applies.
  public var more: Assignment.Extension?
  /// The late policy, with every field set.
  public var late: LateRules
  public var attempts: Int?
  public var counts: CountingAttempt
  /// The start of the exam; earlier submissions don't count.
  public var opens: Instant?
  public var afterSolutions: AfterSolutions
  /// The time when the solutions were sent to the student; later attempts don't count. Nil if they
  /// weren't sent, or if all attempts count.
  public var solved: Instant?
  /// How long before the due date the student is reminded, longest first.
  public var reminders: [TimeSpan]

  public init(
    assignment: String? = nil, title: String? = nil, instructions: String? = nil,
    mode: Assignment.Mode = .own, mailbox: String, release: Instant? = nil,
    due: Instant? = nil, more: Assignment.Extension? = nil, late: LateRules = .standard,
    attempts: Int? = nil, counts: CountingAttempt = .lastInTime, opens: Instant? = nil,
    afterSolutions: AfterSolutions = .ignored, solved: Instant? = nil,
    reminders: [TimeSpan] = []
  ) {
    self.assignment = assignment
    self.title = title
    self.instructions = instructions
    self.mode = mode
    self.mailbox = mailbox
    self.release = release
    self.due = due
    self.more = more
    self.late = late.over(.standard)
    self.attempts = attempts
    self.counts = counts
    self.opens = opens
    self.afterSolutions = afterSolutions
    self.solved = solved
    self.reminders = reminders
  }

  /// The due date of an exercise with its own due date, including extensions. An exam ends at the
  /// same time for all exercises.
  public func due(of exercise: Exercise) -> Instant? {
    if opens != nil { return nil }
    return exercise.due.map { due in more.map { max(due, $0.until) } ?? due }
  }

  /// The closing time: the due date plus the cutoff; nil for never.
  public func closes(in zone: Zone) -> Instant? { due.flatMap { closes($0, in: zone) } }

  /// The closing time of work with a due date.
  public func closes(_ due: Instant, in zone: Zone) -> Instant? {
    late.cutoff.map { zone.adding($0, to: due) }
  }
}

/// The assignments of a school, indexed by recipients and work.
public struct AssignmentBook: Sendable {
  private struct Entry: Sendable {
    let assignment: Assignment
    let recipients: Set<String>
    /// The test students who get it: those of its subjects, unless it is only for single students.
    let testing: Set<String>
    /// The group mailbox of each recipient, for group work.
    let mailboxes: [String: String]
    /// Students who submitted as members of these groups, by worksheet.
    let submitters: [ContextPath: Set<String>]
    /// The latest extension of each recipient that has one.
    let extensions: [String: Assignment.Extension]

    /// How specific the assignment is for some work: the number of components of its path.
    func depth(for work: ContextPath) -> Int {
      assignment.work.filter { work.isWithin($0) }.map(\.components.count).max() ?? 0
    }

    /// Whether it is for a student or test student now.
    func isAssigned(to student: String) -> Bool {
      recipients.contains(student) || testing.contains(student)
    }

    func isFor(_ student: String, _ work: ContextPath) -> Bool {
      isAssigned(to: student) || submitters[work]?.contains(student) == true
    }
  }

  /// The entries of active assignments.
  private let entries: [Entry]
  /// The entries of archived assignments, which assign nothing but still count for totals.
  private let archived: [Entry]

  /// - Parameters:
  ///   - everyone: the meaning of `everyone` in a subject, that is, its participants.
  ///     Its test students also get work that is assigned to classes and groups.
  ///   - submitters: returns the students who submitted some work as members of some groups, by
  ///     worksheet. The assignment still applies to those who left.
  public init(
    _ assignments: [Assignment], roster: Roster, everyone: (_ subject: String) -> ParticipantList,
    submitters: (_ work: [ContextPath], _ mailboxes: Set<String>) -> [ContextPath: Set<String>] = {
      _, _ in [:]
    }
  ) {
    var entries: [Entry] = []
    for assignment in assignments.sorted(by: { $0.id < $1.id })
    where assignment.state != .draft {
      let subjects = Set(assignment.work.map(\.subject)).sorted()
      let participants = subjects.map(everyone)
      let whole =
        subjects.isEmpty
        ? [roster.students.counting] : participants.map { $0.counting.map(\.id) }
      let testers =
        subjects.isEmpty
        ? roster.students.all.filter(roster.students.isTest)
        : participants.flatMap { $0.testing.map(\.id) }
      var recipients: Set<String> = []
      var mailboxes: [String: String] = [:]
      var groups: Set<String> = []
      for text in assignment.to {
        guard let who = roster.recipient(text) else { continue }
        for everyone in whole {
          recipients.formUnion(roster.members(of: who, everyone: everyone))
        }
        guard assignment.mode == .group else { continue }
        for (mailbox, members) in roster.groups(of: who) {
          groups.insert(mailbox)
          for member in members where mailboxes[member] == nil { mailboxes[member] = mailbox }
        }
      }
      let named = recipients.filter(roster.students.isTest)
      recipients.subtract(named)
      let testing = named.union(assignment.isForMany(in: roster) ? testers : [])
      var extensions: [String: Assignment.Extension] = [:]
      for more in assignment.extensions {
        guard let who = roster.recipient(more.who) else { continue }
        for member in roster.members(of: who, everyone: Array(recipients.union(testing)))
        where extensions[member].map({ $0.until < more.until }) ?? true {
          extensions[member] = more
        }
      }
      entries.append(
        Entry(
          assignment: assignment, recipients: recipients, testing: testing, mailboxes: mailboxes,
          submitters: groups.isEmpty ? [:] : submitters(assignment.work, groups),
          extensions: extensions))
    }
    self.entries = entries.filter { $0.assignment.state == .active }
    archived = entries.filter { $0.assignment.state == .archived }
  }

  /// The recipients of work by active assignments of it or of a context above it.
  /// Test students aren't included, see ``allRecipients(of:)``.
  public func recipients(of work: ContextPath) -> Set<String> {
    entries(for: work).reduce(into: []) { $0.formUnion($1.recipients) }
  }

  /// The students and test students who get work by active assignments.
  public func allRecipients(of work: ContextPath) -> Set<String> {
    entries(for: work).reduce(into: []) { $0.formUnion($1.recipients.union($1.testing)) }
  }

  /// The earliest release among the active assignments of some work. For a recipient of several,
  /// the most specific assignment decides: that of a worksheet, then that of the chapter above it.
  ///
  /// - Returns: `.some(nil)` if an assignment releases it at once, nil if none assigns it.
  public func release(of work: ContextPath) -> Instant?? {
    let entries = entries(for: work)
    var (releases, covered): ([Instant?], Set<String>) = ([], [])
    let levels = Dictionary(grouping: entries) { $0.depth(for: work) }
    // Most work has one assignment: nothing to decide.
    if levels.count == 1 { releases = entries.map(\.assignment.release) }
    for (_, level) in levels.sorted(by: { $0.key > $1.key }) where levels.count > 1 {
      let recipients = level.reduce(into: Set()) { $0.formUnion($1.recipients) }
      if !releases.isEmpty, recipients.isSubset(of: covered) { continue }
      releases += level.map(\.assignment.release)
      covered.formUnion(recipients)
    }
    if releases.isEmpty { return nil }
    return releases.contains(nil) ? .some(nil) : .some(releases.compactMap { $0 }.min())
  }

  /// The release of a worksheet: its own, or else the earliest of its assignments, but not before
  /// its earliest exam begins; nil for immediately.
  public func release(of worksheet: Worksheet, rules: WorkRules) -> Instant? {
    let release = worksheet.release ?? release(of: worksheet.path).flatMap { $0 }
    let outer = worksheet.rules.over(rules).exam
    let exams = entries(for: worksheet.path).map { $0.assignment.rules.exam ?? outer }
    let opens =
      exams.contains(nil) ? nil : (exams.isEmpty ? [outer] : exams).compactMap(\.?.from).min()
    return [release, opens].compactMap { $0 }.max()
  }

  /// The latest due date of a worksheet without extensions. Its own due date applies if no
  /// assignment has one.
  public func due(of worksheet: Worksheet, rules: WorkRules) -> Instant? {
    let end = worksheet.rules.over(rules).exam?.to
    let dues = AssignmentBook.leading(entries(for: worksheet.path)).map(\.assignment).map {
      $0.rules.exam?.to ?? end ?? $0.due
    }
    return dues.compactMap(\.self).max() ?? end ?? worksheet.due
  }

  /// The terms for a student and a worksheet.
  ///
  /// Assignments with submissions take precedence over those for viewing. Of several due dates the
  /// latest applies, or the worksheet's own if no assignment has one; title and mode are those of
  /// the first assignment by identifier. An exam is due at its end, closes immediately, and allows
  /// one attempt. A student who left a group after submitting with it, and is no longer a
  /// recipient, keeps the group's terms, with the student's own mailbox.
  public func terms(for student: String, _ worksheet: Worksheet, rules: WorkRules) -> Terms {
    let all = entries(for: worksheet.path).filter { $0.isFor(student, worksheet.path) }
    let present = all.filter { $0.isAssigned(to: student) }
    let mine = AssignmentBook.leading(present.isEmpty ? all : present)
    let first = mine.first
    var set = worksheet.rules
    for entry in mine.reversed() { set = entry.assignment.rules.over(set) }
    var rules = set.over(rules)
    var due = mine.compactMap(\.assignment.due).max() ?? worksheet.due
    if let exam = rules.exam {
      due = exam.to
      rules.attempts = 1
      rules.late.grace = .seconds(0)
      rules.late.cutoff = .seconds(0)
      rules.late.budget = nil
    }
    let specific = mine.max { $0.depth(for: worksheet.path) < $1.depth(for: worksheet.path) }
    let release = specific?.assignment.release ?? worksheet.release
    let more = mine.compactMap { $0.extensions[student] }.max { $0.until < $1.until }
      .flatMap { more in due.map { $0 >= more.until } ?? false ? nil : more }
    return Terms(
      assignment: first?.assignment.id, title: first?.assignment.title,
      instructions: first?.assignment.instructions, mode: first?.assignment.mode ?? .own,
      mailbox: first?.mailboxes[student] ?? student,
      release: [release, rules.exam?.from].compactMap { $0 }.max(),
      due: more?.until ?? due, more: more, late: rules.late,
      attempts: rules.attempts, counts: rules.counts ?? .lastInTime,
      opens: rules.exam?.from, afterSolutions: rules.afterSolutions ?? .ignored,
      reminders: AssignmentBook.reminders(mine))
  }

  /// Whether a student's grade for some work counts in totals: it was assigned to them, and not
  /// only for viewing.
  ///
  /// - Parameter unassigned: whether unassigned work also counts.
  public func counts(_ work: ContextPath, for student: String, unassigned: Bool = false) -> Bool {
    let mine = (entries + archived).filter { entry in
      entry.isFor(student, work)
        && entry.assignment.work.contains { work.isWithin($0) }
    }
    return mine.isEmpty ? unassigned : mine.contains { $0.assignment.mode != .view }
  }

  /// The assignments with submissions, or all if there are none.
  private static func leading(_ entries: [Entry]) -> [Entry] {
    let open = entries.filter { $0.assignment.mode != .view }
    return open.isEmpty ? entries : open
  }

  private static func reminders(_ entries: [Entry]) -> [TimeSpan] {
    Set(entries.flatMap(\.assignment.reminders)).sorted { $0.seconds > $1.seconds }
  }

  private func entries(for work: ContextPath) -> [Entry] {
    entries.filter { entry in entry.assignment.work.contains { work.isWithin($0) } }
  }

  // MARK: Work other than worksheets

  /// The other work of active assignments, in order: files of a subject, and assignments without
  /// work.
  public func handouts(in subject: String) -> [ContextPath] {
    Set(
      entries.flatMap { entry in
        entry.assignment.work.isEmpty
          ? [.withoutWork(entry.assignment.id, in: subject)]
          : entry.assignment.work.filter { $0.file != nil && $0.subject == subject }
      }
    ).sorted()
  }

  /// The terms for a student and a file or an assignment without work; nil if it isn't assigned to
  /// the student.
  public func terms(for student: String, handout path: ContextPath) -> Terms? {
    let mine = entries(giving: path).filter { $0.isAssigned(to: student) }
    guard let first = mine.first?.assignment else { return nil }
    let due = mine.compactMap(\.assignment.due).max()
    let more = mine.compactMap { $0.extensions[student] }.max { $0.until < $1.until }
      .flatMap { more in due.map { $0 >= more.until } ?? false ? nil : more }
    return Terms(
      assignment: first.id, title: first.title, instructions: first.instructions, mode: .view,
      mailbox: student, release: first.release, due: more?.until ?? due, more: more,
      reminders: AssignmentBook.reminders(mine))
  }

  /// When a file is published at the latest; nil for immediately.
  public func release(ofHandout path: ContextPath) -> Instant? {
    let releases = entries(giving: path).map(\.assignment.release)
    return releases.contains(nil) ? nil : releases.compactMap { $0 }.min()
  }

  private func entries(giving handout: ContextPath) -> [Entry] {
    entries.filter { entry in
      let assignment = entry.assignment
      return assignment.work.isEmpty
        ? handout == .withoutWork(assignment.id, in: handout.subject)
        : assignment.work.contains(handout)
    }
  }
}

extension Roster {
  /// The mailboxes of the groups of a recipient, with their members: `7b+red`.
  ///
  /// A class includes all its groups, and everyone includes those of all classes.
  public func groups(of who: Recipient) -> [(mailbox: String, members: [String])] {
    func all(_ id: String) -> [(mailbox: String, members: [String])] {
      (classes[id]?.groups ?? []).map { ("\(id)+\($0.id)", $0.students) }
    }
    return switch who {
    case .everyone: classes.keys.sorted().flatMap(all)
    case .student: []
    case .schoolClass(let id): all(id)
    case .group(let id, let group):
      all(id).filter { $0.mailbox == "\(id)+\(group)" }
    }
  }
}
