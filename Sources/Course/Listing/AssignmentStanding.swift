import Exchange
import Git
import Model
import PlainYAML
import Storage

/// The progress of a school's assignments, from its ledgers.
public final class AssignmentStanding {
  /// The ledgers of a worksheet, or of an assigned file.
  private struct Ledgers {
    let received: ReceivedWork
    let marks: Ledger
    let activity: Ledger
  }

  private let files: SchoolFiles
  private let root: String
  private let now: Instant
  private let zone: Zone
  private lazy var book = Result { try files.book() }
  private lazy var repository = Result { try Repository(root) }
  private var ledgers: [ContextPath: Ledgers] = [:]
  private var worksheets: [ContextPath: Worksheet] = [:]
  private var rules: [String: WorkRules] = [:]
  private var names: [String: WorkNames] = [:]
  /// Grades that were returned, by the commit that had them.
  private var returned: [ContextPath: [String: Ledger]] = [:]

  public init(_ files: SchoolFiles, root: String, at now: Instant) throws {
    self.files = files
    self.root = root
    self.now = now
    zone = try files.zone()
  }

  /// - Throws: `FaultyFiles`, `GitError`.
  public func progress(of assignment: Assignment) throws -> AssignmentProgress {
    guard assignment.state == .active else { return AssignmentProgress(assignment, [], at: now) }
    var pieces: [AssignmentProgress.Piece] = []
    let recipients = try files.recipients(of: assignment)
    for path in assignment.work {
      let students = try files.participants(of: path.subject).counting.map(\.id)
        .filter(recipients.contains)
      if path.isHandout {
        let activity = try ledgers(path).activity
        pieces += students.map { piece(of: $0, handout: path, assignment, activity) }
        continue
      }
      for path in try files.worksheets(below: path) {
        let worksheet = try worksheet(path)
        if worksheet.isDraft { continue }
        pieces += try students.map { try piece(of: $0, worksheet, assignment) }
      }
    }
    return AssignmentProgress(assignment, pieces, at: now)
  }

  private func piece(
    of student: String, _ worksheet: Worksheet, _ assignment: Assignment
  ) throws -> AssignmentProgress.Piece {
    let path = worksheet.path
    let all = try book.get().terms(for: student, worksheet, rules: rules(of: path.subject))
    let (terms, turn) = all.turn(of: assignment)
    let ledgers = try ledgers(path)
    let arrivals = ledgers.received.arrivals(of: student, today: all.mailbox)
      .filter { $0.commit != nil }
    // The numbers of the attempts that belong to the assignment.
    let attempts = arrivals.indices.filter {
      turn.contains(arrivals[$0].time(terms.late.evidence))
    }.map { $0 + 1 }
    let marks = ledgers.marks[student]
    let activity = ledgers.activity[student].flatMap { ActivitySummary($0) }
    var facts = WorkFacts()
    facts.acceptsSubmissions = assignment.mode != .view && !worksheet.isPractice
    facts.isOpened = activity.map { turn.hasBegun(by: $0.at) } ?? false
    facts.isDone = activity?.done.map(turn.hasBegun) ?? false
    facts.isClosed = terms.closes(in: zone).map { now > $0 } ?? false
    facts.isExcused = marks?["excused"] != nil
    var covered = 0
    if let commit = marks?["returned"]?.scalar {
      let grade = try lines(of: path, at: commit)?[student].flatMap { Grade($0) }
      covered = grade.map { $0.attempts ?? $0.attempt ?? 0 } ?? arrivals.count
      // A grade from before the work was assigned again says nothing about the new assignment.
      facts.isReturned =
        turn.start == nil || facts.isExcused || attempts.contains { $0 <= covered }
    }
    let again = marks?["again"]?.scalar.flatMap { Int($0) }
    facts.isAskedForAgain = turn.end == nil && again.map { arrivals.count <= $0 } ?? false
    facts.isToDo = !facts.isClosed && terms.attempts.map { arrivals.count < $0 } ?? true
    facts.isSubmitted =
      attempts.last ?? 0 > covered && !facts.isAskedForAgain
      && !(facts.isReturned && facts.isExcused)
    let at =
      attempts.last.map { arrivals[$0 - 1].time(terms.late.evidence) }
      ?? activity?.done.flatMap { turn.contains($0) ? $0 : nil }
    return .init(facts, isLate: isLate(at, due: terms.due, terms.late))
  }

  private func piece(
    of student: String, handout path: ContextPath, _ assignment: Assignment, _ activity: Ledger
  ) -> AssignmentProgress.Piece {
    let summary = activity[student].flatMap { ActivitySummary($0) }
    let terms = (try? book.get())?.terms(for: student, handout: path)
    let (applied, turn) = terms.map { $0.turn(of: assignment) } ?? (nil, Turn())
    var facts = WorkFacts()
    facts.acceptsSubmissions = false
    facts.isOpened = summary.map { turn.hasBegun(by: $0.at) } ?? false
    facts.isDone = summary?.done.map(turn.hasBegun) ?? false
    let done = summary?.done.flatMap { turn.contains($0) ? $0 : nil }
    return .init(facts, isLate: isLate(done, due: applied?.due, .standard))
  }

  private func isLate(_ at: Instant?, due: Instant?, _ late: LateRules) -> Bool {
    guard let at, let due else { return false }
    return at > (late.grace.map { zone.adding($0, to: due) } ?? due)
  }

  // MARK: Reading

  private func ledgers(_ path: ContextPath) throws -> Ledgers {
    if let known = ledgers[path] { return known }
    let read = Ledgers(
      received: ReceivedWork(try files.received(path)), marks: try files.marks(path),
      activity: try files.activity(path))
    ledgers[path] = read
    return read
  }

  private func worksheet(_ path: ContextPath) throws -> Worksheet {
    if let known = worksheets[path] { return known }
    let worksheet = try files.worksheet(path)
    worksheets[path] = worksheet
    return worksheet
  }

  private func rules(of subject: String) throws -> WorkRules {
    if let known = rules[subject] { return known }
    let read = try files.subject(subject).rules.over(WorkRules(late: files.school().late))
    rules[subject] = read
    return read
  }

  /// The grades of a worksheet in a commit of the school; nil if they can't be read.
  private func lines(of path: ContextPath, at commit: String) throws -> Ledger? {
    if let known = returned[path]?[commit] { return known }
    let repository = try repository.get()
    guard let id = ObjectID(commit), try repository.contains(id) else { return nil }
    let names = try self.names[path.subject] ?? WorkNames(of: path.subject, in: files)
    self.names[path.subject] = names
    let tree = try repository.commit(id).tree
    for name in names.names(of: path).reversed() {
      let file = SchoolPath.grades(ContextPath("\(path.subject)/\(name)") ?? path)
      guard let entry = try repository.entry(at: file, in: tree) else { continue }
      let found = try? Ledger(repository.blob(entry.id))
      returned[path, default: [:]][commit] = found
      return found
    }
    return nil
  }
}

/// The time in which attempts belong to one of several assignments of the same work.
private struct Turn {
  /// Nil for the first assignment.
  var start: Instant?
  /// Nil for the last assignment.
  var end: Instant?

  func hasBegun(by time: Instant) -> Bool { start.map { $0 <= time } ?? true }

  func contains(_ time: Instant) -> Bool { hasBegun(by: time) && end.map { time < $0 } ?? true }
}

extension Terms {
  /// The part of the terms that comes from an assignment, and its time.
  fileprivate func turn(of assignment: Assignment) -> (terms: Terms, Turn) {
    let series = series
    guard let place = series.firstIndex(where: { $0.again == assignment.again }) else {
      return (self, Turn(start: again))
    }
    return (
      series[place],
      Turn(start: series[place].again, end: place > 0 ? series[place - 1].again : nil)
    )
  }
}

extension Arrival {
  /// The time that decides lateness.
  fileprivate func time(_ evidence: Evidence?) -> Instant {
    by == .hub || evidence == .receipt ? at : min(claimed ?? at, at)
  }
}
