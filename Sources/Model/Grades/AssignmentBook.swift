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

    /// Whether it includes a worksheet.
    func includes(_ work: ContextPath) -> Bool {
      assignment.work.contains { work.isWithin($0) }
    }

    /// Whether it gives a file, or its own text.
    func gives(_ handout: ContextPath) -> Bool {
      assignment.work.isEmpty
        ? handout == .withoutWork(assignment.id, in: handout.subject)
        : assignment.work.contains(handout)
    }
  }

  /// The entries of active and archived assignments, sorted by identifier. Archived ones assign
  /// nothing, but their terms and totals still count.
  private let all: [Entry]
  /// The entries of active assignments.
  private let entries: [Entry]

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
    all = entries
    self.entries = entries.filter { $0.assignment.state == .active }
  }

  /// The recipients of work by active assignments of it or of a context above it.
  /// Test students aren't included, see ``allRecipients(of:)``.
  ///
  /// - Parameter withArchived: whether archived assignments count, too.
  public func recipients(of work: ContextPath, withArchived: Bool = false) -> Set<String> {
    entries(for: work, withArchived).reduce(into: []) { $0.formUnion($1.recipients) }
  }

  /// The students and test students who get work by active assignments.
  ///
  /// - Parameter withArchived: whether archived assignments count, too.
  public func allRecipients(of work: ContextPath, withArchived: Bool = false) -> Set<String> {
    entries(for: work, withArchived).reduce(into: []) {
      $0.formUnion($1.recipients.union($1.testing))
    }
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
  /// Assignments with submissions take precedence over those for viewing, and the one that was
  /// assigned again last over earlier ones. Of several due dates the latest applies, or the
  /// worksheet's own if no assignment has one; title and mode are those of the first assignment by
  /// identifier. An exam is due at its end, closes immediately, and allows one attempt. Archived
  /// assignments only apply to students without active ones. A student who left a group after
  /// submitting with it, and is no longer a recipient, keeps the group's terms, with the student's
  /// own mailbox.
  public func terms(for student: String, _ worksheet: Worksheet, rules: WorkRules) -> Terms {
    let path = worksheet.path
    let all = self.all.filter { $0.includes(path) && $0.isFor(student, path) }
    let present = all.filter { $0.isAssigned(to: student) }
    return terms(for: student, worksheet, rules, among: present.isEmpty ? all : present)
  }

  /// The terms that follow from some of the assignments.
  private func terms(
    for student: String, _ worksheet: Worksheet, _ outer: WorkRules, among all: [Entry]
  ) -> Terms {
    let (mine, isArchived, again) = AssignmentBook.current(all)
    let first = mine.first
    var set = worksheet.rules
    for entry in mine.reversed() { set = entry.assignment.rules.over(set) }
    var rules = set.over(outer)
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
    let more = AssignmentBook.extension(of: mine, for: student, beyond: due)
    let earlier = all.filter { entry in
      again.map { again in entry.assignment.again.map { $0 < again } ?? true } ?? false
    }
    return Terms(
      assignment: first?.assignment.id, title: first?.assignment.title,
      instructions: first?.assignment.instructions, mode: first?.assignment.mode ?? .own,
      mailbox: first?.mailboxes[student] ?? student,
      release: [release, rules.exam?.from].compactMap { $0 }.max(),
      due: more?.until ?? due, more: more, late: rules.late,
      attempts: rules.attempts, counts: rules.counts ?? .lastInTime,
      opens: rules.exam?.from, afterSolutions: rules.afterSolutions ?? .ignored,
      reminders: AssignmentBook.reminders(mine), isArchived: isArchived,
      archived: isArchived ? AssignmentBook.end(of: mine) : nil,
      again: again,
      before: earlier.isEmpty ? [] : [terms(for: student, worksheet, outer, among: earlier)])
  }

  /// The assignments that apply now, and when they were assigned again.
  private static func current(
    _ all: [Entry]
  ) -> (entries: [Entry], isArchived: Bool, again: Instant?) {
    let active = all.filter { $0.assignment.state == .active }
    let mine = leading(active.isEmpty ? all : active)
    let again = mine.compactMap(\.assignment.again).max()
    return (
      again == nil ? mine : mine.filter { $0.assignment.again == again },
      active.isEmpty && !all.isEmpty, again
    )
  }

  /// When archived assignments ended; nil if one doesn't say it.
  private static func end(of entries: [Entry]) -> Instant? {
    let ends = entries.map(\.assignment.archived)
    return ends.contains(nil) ? nil : ends.compactMap(\.self).max()
  }

  /// The latest extension of a student that is one.
  private static func `extension`(
    of entries: [Entry], for student: String, beyond due: Instant?
  ) -> Assignment.Extension? {
    entries.compactMap { $0.extensions[student] }.max { $0.until < $1.until }
      .flatMap { more in due.map { $0 >= more.until } ?? false ? nil : more }
  }

  /// Whether a student's grade for some work counts in totals: it was assigned to them, and not
  /// only for viewing.
  ///
  /// - Parameter unassigned: whether unassigned work also counts.
  public func counts(_ work: ContextPath, for student: String, unassigned: Bool = false) -> Bool {
    let mine = all.filter { $0.isFor(student, work) && $0.includes(work) }
    return mine.isEmpty ? unassigned : mine.contains { $0.assignment.mode != .view }
  }

  private static func reminders(_ entries: [Entry]) -> [TimeSpan] {
    Set(entries.flatMap(\.assignment.reminders)).sorted { $0.seconds > $1.seconds }
  }

  /// The assignments with submissions, or all if there are none.
  private static func leading(_ entries: [Entry]) -> [Entry] {
    let open = entries.filter { $0.assignment.mode != .view }
    return open.isEmpty ? entries : open
  }

  private func entries(for work: ContextPath, _ withArchived: Bool = false) -> [Entry] {
    (withArchived ? all : entries).filter { $0.includes(work) }
  }

  // MARK: Work other than worksheets

  /// The other work of assignments, in order: files of a subject, and assignments without work.
  public func handouts(in subject: String) -> [ContextPath] {
    Set(
      all.flatMap { entry in
        entry.assignment.work.isEmpty
          ? [.withoutWork(entry.assignment.id, in: subject)]
          : entry.assignment.work.filter { $0.file != nil && $0.subject == subject }
      }
    ).sorted()
  }

  /// The terms for a student and a file or an assignment without work; nil if it isn't assigned to
  /// the student.
  public func terms(for student: String, handout path: ContextPath) -> Terms? {
    terms(for: student, handout: path, among: all.filter { $0.gives(path) })
  }

  private func terms(
    for student: String, handout path: ContextPath, among all: [Entry]
  ) -> Terms? {
    let all = all.filter { $0.isAssigned(to: student) }
    let (mine, isArchived, again) = AssignmentBook.current(all)
    guard let first = mine.first?.assignment else { return nil }
    let due = mine.compactMap(\.assignment.due).max()
    let more = AssignmentBook.extension(of: mine, for: student, beyond: due)
    let earlier = again.flatMap { again in
      terms(
        for: student, handout: path,
        among: all.filter { $0.assignment.again.map { $0 < again } ?? true })
    }
    return Terms(
      assignment: first.id, title: first.title, instructions: first.instructions, mode: .view,
      mailbox: student, release: first.release, due: more?.until ?? due, more: more,
      reminders: AssignmentBook.reminders(mine), isArchived: isArchived,
      archived: isArchived ? AssignmentBook.end(of: mine) : nil,
      again: again, before: [earlier].compactMap(\.self))
  }

  /// When a file is published at the latest; nil for immediately.
  public func release(ofHandout path: ContextPath) -> Instant? {
    let releases = all.filter { $0.gives(path) }.map(\.assignment.release)
    return releases.contains(nil) ? nil : releases.compactMap { $0 }.min()
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
