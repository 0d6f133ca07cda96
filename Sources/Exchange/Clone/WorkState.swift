import Git
import Model
import Storage

/// The state of a student's work on a worksheet.
public struct WorkState: Sendable {
  /// The last submission.
  public struct LastSubmission: Hashable, Sendable {
    /// 1 for the first.
    public let attempt: Int
    public let at: Instant
    public let commit: ObjectID
    /// Whether the local files differ from it.
    public let isOutdated: Bool
    /// Whether the hub is known to have it, or it was graded: a bundle proves nothing. Without a
    /// hub, a bundle is enough.
    public let isDelivered: Bool

    /// Whether everything is submitted.
    public var isCurrent: Bool { isDelivered && !isOutdated }
  }

  public let path: ContextPath
  public let title: String
  public let terms: Inbox.Entry
  public let due: Instant?
  /// The late policy, with every field set.
  public let late: LateRules
  /// The closing time; nil for never.
  public let closes: Instant?
  public let attempts: Int?
  /// Whether attempts after the solutions were returned count.
  public let afterSolutions: AfterSolutions
  public let isPractice: Bool
  /// The number of answered exercises; 0 if unknown.
  public let answered: Int
  public let exercises: Int
  public let submission: LastSubmission?
  public let returned: ReturnedGrade?
  /// Whether activity was recorded since the work was assigned.
  public let isOpened: Bool
  /// When the student marked it as done since it was assigned; nil if they didn't.
  public let done: Instant?
  /// The problems that make the answers unreadable.
  public let faults: [Fault]

  init(
    _ worksheet: Worksheet, terms: Inbox.Entry?, rules: WorkRules, zone: Zone, answered: Int,
    faults: [Fault], submission: LastSubmission?, returned: ReturnedGrade?,
    activity: ActivityTimes
  ) {
    path = worksheet.path
    title = worksheet.context.title
    self.terms = terms ?? Inbox.Entry()
    due = terms?.due ?? worksheet.due
    let set = worksheet.rules.over(rules)
    let late = self.terms.late.over(set.late).over(.standard)
    self.late = late
    attempts = self.terms.attempts ?? set.attempts
    afterSolutions = terms?.afterSolutions ?? set.afterSolutions ?? .ignored
    closes = due.flatMap { due in late.cutoff.map { zone.adding($0, to: due) } }
    isPractice = worksheet.isPractice
    exercises = worksheet.exercises.count
    self.answered = answered
    self.faults = faults
    self.submission = submission
    self.returned = returned
    isOpened = activity.isOpened(since: self.terms.again)
    done = activity.done(since: self.terms.again)
  }

  /// The state of an assigned file or an assignment without work.
  init(handout path: ContextPath, terms: Inbox.Entry, activity: ActivityTimes) {
    self.path = path
    title = terms.title ?? path.identifier
    self.terms = terms
    due = terms.due
    late = .standard
    closes = nil
    attempts = nil
    afterSolutions = .ignored
    isPractice = false
    exercises = 0
    answered = 0
    faults = []
    submission = nil
    returned = nil
    isOpened = activity.isOpened(since: terms.again)
    done = activity.done(since: terms.again)
  }

  /// Whether it can be submitted.
  public var acceptsSubmissions: Bool { !isPractice && terms.mode != .view }

  /// Whether the student has started, even with unreadable answers.
  public var isBegun: Bool { answered > 0 || !faults.isEmpty }

  public func isClosed(at now: Instant) -> Bool {
    terms.isArchived || closes.map { now > $0 } ?? false
  }

  /// Whether a submission at a time is late: after the due date and its grace period.
  public func isLate(at time: Instant, in zone: Zone) -> Bool {
    guard let due else { return false }
    return time > (late.grace.map { zone.adding($0, to: due) } ?? due)
  }

  public func stage(at now: Instant) -> WorkStage {
    var facts = WorkFacts()
    facts.acceptsSubmissions = acceptsSubmissions
    facts.isOpened = isOpened
    facts.isBegun = isBegun
    facts.isDone = done != nil
    facts.isSubmitted =
      !isAskedForAgain && (returned == nil ? submission?.isDelivered == true : isNewerThanGrade)
    facts.isReturned = returned != nil
    facts.isExcused = returned?.grade.state == .excused
    facts.isAskedForAgain = isAskedForAgain
    facts.isArchived = terms.isArchived
    facts.isToDo = isToDo(at: now)
    facts.isClosed = isClosed(at: now)
    return facts.stage
  }

  /// Whether an attempt was submitted after the returned one.
  public var isNewerThanGrade: Bool {
    guard let submission, submission.isDelivered, let grade = returned?.grade,
      grade.state != .excused
    else { return false }
    return submission.attempt > grade.attempts ?? grade.attempt ?? 0
  }

  /// Whether the teacher requested another attempt or assigned the work again, and none was
  /// submitted since.
  public var isAskedForAgain: Bool {
    if let again = returned?.again, submission?.attempt ?? 0 <= again { return true }
    guard let again = terms.again, returned?.grade.state != .excused else { return false }
    return submission.map { $0.at < again } ?? (returned != nil)
  }

  /// Whether further attempts don't count because the student was sent the solutions.
  public var isSolved: Bool {
    guard afterSolutions == .ignored, let returned, returned.again == nil, !isAskedForAgain else {
      return false
    }
    // The solutions may be those of an earlier assignment of the work.
    if terms.again != nil, isNewerThanGrade { return false }
    return returned.exercises.contains { $0.solution != nil }
  }

  /// Whether another attempt is allowed.
  public var hasAttemptsLeft: Bool {
    guard let attempts, let submission else { return true }
    return submission.attempt < attempts || !submission.isDelivered && !submission.isOutdated
  }

  /// Whether there is something to do: the work is assigned, can still be submitted, and has
  /// unsubmitted answers or none.
  public func isToDo(at now: Instant) -> Bool {
    terms.isAssigned && acceptsSubmissions && !isClosed(at: now) && hasAttemptsLeft && isUnsent
  }

  /// Whether there are unsubmitted answers, but the work is closed.
  public func isTooLate(at now: Instant) -> Bool {
    terms.isAssigned && acceptsSubmissions && (isClosed(at: now) || !hasAttemptsLeft) && isUnsent
      && isBegun
  }

  /// Whether the local files aren't submitted. Work that was returned without a submission was
  /// graded in another way, unless it was returned as missing.
  private var isUnsent: Bool {
    if isAskedForAgain { return true }
    if let submission { return !submission.isCurrent }
    return returned.map { $0.grade.state == .missing } ?? true
  }
}

/// The times of a student's activity at some work.
struct ActivityTimes {
  /// The last recorded activity.
  var last: Instant?
  var done: Instant?

  func isOpened(since start: Instant?) -> Bool { last.map { $0 >= start ?? $0 } ?? false }

  func done(since start: Instant?) -> Instant? { done.flatMap { $0 >= start ?? $0 ? $0 : nil } }
}

extension [WorkState] {
  /// Sorted by due date, earliest first; work without one comes last, sorted by path.
  public var byDue: [WorkState] {
    sorted { a, b in
      let (first, second) = (a.due?.seconds ?? .max, b.due?.seconds ?? .max)
      return first == second ? a.path < b.path : first < second
    }
  }

  /// The next work to do.
  public func nextToWorkOn(at now: Instant) -> WorkState? {
    let ordered = byDue
    let open = ordered.filter { $0.isToDo(at: now) }
    return open.first { $0.answered < $0.exercises } ?? open.first
  }

  /// The next work to submit: one with unsubmitted answers.
  public func nextToSubmit(at now: Instant) -> WorkState? {
    let open = byDue.filter { $0.isToDo(at: now) }
    return open.first { $0.answered > 0 } ?? open.first
  }

  /// The returned work with the latest due date.
  public var latestReturned: WorkState? { byDue.last { $0.returned != nil } }
}
