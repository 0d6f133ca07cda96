import Git
import Model
import Storage

/// Where a student stands with one worksheet.
public struct WorkState: Sendable {
  /// What was handed in last.
  public struct HandIn: Hashable, Sendable {
    /// 1 for the first.
    public let attempt: Int
    public let at: Instant
    public let commit: ObjectID
    /// Whether what is here differs from it.
    public let isOutdated: Bool
    /// Whether the hub has it, as far as is known here, or the teacher has graded it: a file alone proves
    /// nothing. Where there is no hub a file is all there can be.
    public let isDelivered: Bool

    /// Whether there is nothing to hand in besides.
    public var isCurrent: Bool { isDelivered && !isOutdated }
  }

  public enum Phase: String, CaseIterable, Sendable {
    /// Nothing answered yet.
    case new
    /// Something answered, nothing handed in, or nothing since it came back.
    case started
    /// It came back, and another attempt is asked for.
    case again = "try-again"
    /// Handed in, and not yet back.
    case handedIn = "handed-in"
    case returned
    /// Nothing was handed in, and nothing more is taken.
    case closed
    /// To look at, or to practise: nothing is handed in.
    case open
  }

  public let path: ContextPath
  public let title: String
  public let terms: Inbox.Entry
  public let due: Instant?
  /// The lateness that holds, every rule set.
  public let late: LateRules
  /// When nothing more is taken; nil for never.
  public let closes: Instant?
  public let attempts: Int?
  public let isPractice: Bool
  /// How many exercises have an answer, of how many; none where that can't be told.
  public let answered: Int
  public let exercises: Int
  public let handIn: HandIn?
  public let returned: ReturnedGrade?
  /// Why the answers can't be read.
  public let faults: [Fault]

  init(
    _ worksheet: Worksheet, terms: Inbox.Entry?, rules: WorkRules, zone: Zone, answered: Int,
    faults: [Fault], handIn: HandIn?, returned: ReturnedGrade?
  ) {
    path = worksheet.path
    title = worksheet.context.title
    self.terms = terms ?? Inbox.Entry()
    due = terms?.due ?? worksheet.due
    let set = worksheet.rules.over(rules)
    let late = self.terms.late.over(set.late).over(.standard)
    self.late = late
    attempts = self.terms.attempts ?? set.attempts
    closes = due.flatMap { due in late.cutoff.map { zone.adding($0, to: due) } }
    isPractice = worksheet.isPractice
    exercises = worksheet.exercises.count
    self.answered = answered
    self.faults = faults
    self.handIn = handIn
    self.returned = returned
  }

  /// A file or words that were given besides worksheets.
  init(handout path: ContextPath, terms: Inbox.Entry) {
    self.path = path
    title = terms.title ?? path.identifier
    self.terms = terms
    due = terms.due
    late = .standard
    closes = nil
    attempts = nil
    isPractice = false
    exercises = 0
    answered = 0
    faults = []
    handIn = nil
    returned = nil
  }

  /// Whether it can be handed in at all.
  public var takesHandIns: Bool { !isPractice && terms.mode != .view }

  /// Whether the student has answered something, be it such that it can't be read.
  public var isBegun: Bool { answered > 0 || !faults.isEmpty }

  public func isClosed(at now: Instant) -> Bool { closes.map { now > $0 } ?? false }

  /// Whether handing in at a time is late: after the due time and its grace.
  public func isLate(at time: Instant, in zone: Zone) -> Bool {
    guard let due else { return false }
    return time > (late.grace.map { zone.adding($0, to: due) } ?? due)
  }

  public func phase(at now: Instant) -> Phase {
    if !takesHandIns { return .open }
    if returned != nil {
      if isAskedForAgain { return isToDo(at: now) ? .again : .returned }
      if isNewerThanGrade { return .handedIn }
      return isBegun && isToDo(at: now) ? .started : .returned
    }
    if handIn?.isDelivered == true { return .handedIn }
    if isClosed(at: now) { return .closed }
    return isBegun ? .started : .new
  }

  /// Whether an attempt was handed in after the one that came back.
  public var isNewerThanGrade: Bool {
    guard let handIn, handIn.isDelivered, let grade = returned?.grade, grade.state != .excused
    else { return false }
    return handIn.attempt > grade.attempts ?? grade.attempt ?? 0
  }

  /// Whether the teacher asked for another attempt, and none has been handed in since.
  public var isAskedForAgain: Bool {
    guard let again = returned?.again else { return false }
    return handIn?.attempt ?? 0 <= again
  }

  /// Whether one more attempt is allowed.
  public var hasAttemptsLeft: Bool {
    guard let attempts, let handIn else { return true }
    return handIn.attempt < attempts || !handIn.isDelivered && !handIn.isOutdated
  }

  /// Whether there is something for the student to do: it was given to them, can still be handed
  /// in, and what is here was not.
  public func isToDo(at now: Instant) -> Bool {
    terms.isAssigned && takesHandIns && !isClosed(at: now) && hasAttemptsLeft && isUnsent
  }

  /// Whether there are answers that were not handed in, and it is too late for them.
  public func isTooLate(at now: Instant) -> Bool {
    terms.isAssigned && takesHandIns && (isClosed(at: now) || !hasAttemptsLeft) && isUnsent
      && isBegun
  }

  /// Whether what is here was not handed in. Work that came back without a hand-in has been graded
  /// in another way, unless it came back as missing.
  private var isUnsent: Bool {
    if isAskedForAgain { return true }
    if let handIn { return !handIn.isCurrent }
    return returned.map { $0.grade.state == .missing } ?? true
  }
}

extension [WorkState] {
  /// In the order of what is due: the earliest first, those without a due time last, by path.
  public var byDue: [WorkState] {
    sorted { a, b in
      let (first, second) = (a.due?.seconds ?? .max, b.due?.seconds ?? .max)
      return first == second ? a.path < b.path : first < second
    }
  }

  /// What to work on next.
  public func nextToWorkOn(at now: Instant) -> WorkState? {
    let ordered = byDue
    let open = ordered.filter { $0.isToDo(at: now) }
    return open.first { $0.answered < $0.exercises } ?? open.first
  }

  /// What to hand in next: something that has answers which were not handed in.
  public func nextToHandIn(at now: Instant) -> WorkState? {
    let open = byDue.filter { $0.isToDo(at: now) }
    return open.first { $0.answered > 0 } ?? open.first
  }

  /// The returned work that was due last.
  public var latestReturned: WorkState? { byDue.last { $0.returned != nil } }
}
