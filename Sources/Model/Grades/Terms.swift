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
  /// Whether only archived assignments include it, so that nothing can be submitted.
  public var isArchived: Bool
  /// When it was archived; later attempts don't count. Nil if that is unknown.
  public var archived: Instant?
  /// When the work was assigned again; earlier attempts have the terms in `before`.
  public var again: Instant?
  /// The terms of the assignment before, if any: at most one element.
  public var before: [Terms]

  public init(
    assignment: String? = nil, title: String? = nil, instructions: String? = nil,
    mode: Assignment.Mode = .own, mailbox: String, release: Instant? = nil,
    due: Instant? = nil, more: Assignment.Extension? = nil, late: LateRules = .standard,
    attempts: Int? = nil, counts: CountingAttempt = .lastInTime, opens: Instant? = nil,
    afterSolutions: AfterSolutions = .ignored, solved: Instant? = nil,
    reminders: [TimeSpan] = [],
    isArchived: Bool = false, archived: Instant? = nil, again: Instant? = nil,
    before: [Terms] = []
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
    self.isArchived = isArchived
    self.archived = archived
    self.again = again
    self.before = before
  }

  /// The terms of all assignments of the work one after the other, latest first.
  public var series: [Terms] { [self] + before.flatMap(\.series) }

  /// Whether work without a submission isn't missing yet.
  public func isOpen(at now: Instant) -> Bool { !isArchived && due.map { $0 >= now } ?? true }

  /// Limits the late budget, also of earlier assignments of the work.
  public mutating func limitBudget(to span: TimeSpan) {
    late.budget = span
    for place in before.indices { before[place].limitBudget(to: span) }
  }

  /// The due date of an exercise with its own due date, including extensions. An exam ends at the
  /// same time for all exercises, and so does work that was assigned again.
  public func due(of exercise: Exercise) -> Instant? {
    if opens != nil || again != nil { return nil }
    return exercise.due.map { due in more.map { max(due, $0.until) } ?? due }
  }

  /// The closing time: the due date plus the cutoff, or the time of archiving; nil for never.
  public func closes(in zone: Zone) -> Instant? {
    [due.flatMap { closes($0, in: zone) }, archived].compactMap(\.self).min()
  }

  /// The closing time of work with a due date.
  public func closes(_ due: Instant, in zone: Zone) -> Instant? {
    late.cutoff.map { zone.adding($0, to: due) }
  }
}
