import Git
import Model
import Storage
import Text

/// A place where activity is recorded: a context, or one of its files.
public struct ActivityPlace: Hashable, Sendable {
  public let path: ContextPath
  /// Relative to the context: `files/essay.txt`.
  public let file: String?

  public init(_ path: ContextPath, file: String?) {
    self.path = path
    self.file = file
  }

  /// The place of a worksheet, or of a published file: the activity belongs to its context.
  public init(_ path: ContextPath) {
    if let owner = path.file?.owner {
      let rest = path.components.dropFirst(owner.components.count)
      self.init(owner, file: rest.joined(separator: "/"))
    } else {
      self.init(path, file: nil)
    }
  }

  init(_ running: RunningActivity, subject: String) {
    self.init(
      ContextPath("\(subject)/\(running.work)") ?? ContextPath(subject: subject),
      file: running.file)
  }

  /// The path below the subject: `fractions/adding/files/essay.txt`.
  public var text: String { file.map { "\(path.work)/\($0)" } ?? path.work }
}

/// Why activity can't be recorded or changed.
public enum ActivityError: Error, Hashable, Sendable {
  /// No session is running there.
  case notStarted(ActivityPlace)
  /// The report is invalid.
  case invalid(ActivityFault)
  /// The work was returned or is closed, and can't be marked as done.
  case cannotBeDone(ContextPath, isReturned: Bool)
}

/// A session that ended.
public struct EndedActivity: Sendable {
  public let place: ActivityPlace
  /// The session's length in seconds.
  public let seconds: Int64
  /// Whether the program that ran it had died: the session ended at its last heartbeat.
  public let hadDied: Bool
}

/// Recording activity in `activity.yaml` beside the answers.
extension StudentClone {
  /// The folder of the running session.
  public var activityFolder: String { repository.layout.gitFolder + "/teachkit" }

  private func activityFile(_ path: ContextPath) -> String { path.work + "/activity.yaml" }

  /// The record of a context, without the running session.
  ///
  /// - Throws: `FaultyFiles` for an unreadable file.
  public func activity(of path: ContextPath) throws -> ActivityRecord {
    let file = activityFile(path)
    guard let bytes = try WorkTree(root: root).bytes(at: file) else { return ActivityRecord() }
    return try ActivityRecord(bytes, file: file)
  }

  /// When activity was last recorded at a place, and when it was marked as done. An unreadable
  /// record is a problem of the commands that change it.
  func activityTimes(at place: ActivityPlace) throws -> ActivityTimes {
    let record = (try? activity(of: place.path)) ?? ActivityRecord()
    let isRunning = try runningActivity()?.place == place
    return ActivityTimes(
      last: isRunning ? now : record.last(place.file), done: record[doneAt: place.file])
  }

  /// The place of the running session; nil for none.
  public func runningActivity() throws -> (place: ActivityPlace, session: RunningActivity)? {
    try RunningActivity.read(in: activityFolder).map { (ActivityPlace($0, subject: subject), $0) }
  }

  /// Starts a session. A session elsewhere is ended and saved first.
  ///
  /// - Parameters:
  ///   - document: a text, relative to the clone, whose words are counted at the end.
  ///   - isNew: whether to begin another attempt.
  ///   - process: the process that ends the session; nil if a command will.
  /// - Returns: whether it started, or ran already; and the session that was ended for it.
  public func startActivity(
    _ place: ActivityPlace, document: String? = nil, isNew: Bool = false, process: Int32? = nil
  ) throws -> (isStarted: Bool, ended: EndedActivity?) {
    try changeRunning(at: now) { running in
      if let session = running, session.isAlive, !isNew,
        ActivityPlace(session, subject: subject) == place
      {
        return (false, nil)
      }
      let ended = try save(&running, at: now)
      let record = try activity(of: place.path)
      let latest = record.latest(place.file)
      // Attempts are told apart by their starts.
      let start = latest.map { max(now, $0.started.adding(seconds: 1)) } ?? now
      let attempt = isNew ? nil : latest
      running = RunningActivity(
        work: place.path.work, file: place.file, document: document, start: now, process: process,
        attempt: attempt ?? ActivityAttempt(started: start))
      return (true, ended)
    }
  }

  /// Ends the running session and saves it.
  ///
  /// - Parameters:
  ///   - place: the only place to end a session at; nil for any.
  ///   - process: the only process whose session to end; nil for any.
  ///   - now: the present time; the time at which the clone was opened by default.
  /// - Returns: nil if no such session runs.
  public func stopActivity(
    at place: ActivityPlace? = nil, of process: Int32? = nil, now: Instant? = nil
  ) throws -> EndedActivity? {
    let now = now ?? self.now
    return try changeRunning(at: now) { running in
      guard let session = running,
        place == nil || place == ActivityPlace(session, subject: subject),
        process == nil || process == session.process
      else { return nil }
      return try save(&running, at: now)
    }
  }

  /// Adds a report to the running session.
  ///
  /// - Parameter now: the present time; the time at which the clone was opened by default.
  /// - Throws: `ActivityError`.
  public func recordActivity(
    at place: ActivityPlace, now: Instant? = nil,
    _ change: (inout ActivityAttempt) throws -> Void
  ) throws {
    try DurableFile.makeFolder(activityFolder)
    try RunningActivity.change(in: activityFolder, now: now ?? self.now) { running in
      guard var session = running, session.isAlive,
        ActivityPlace(session, subject: subject) == place
      else { throw ActivityError.notStarted(place) }
      do {
        try change(&session.attempt)
      } catch let fault as ActivityFault {
        throw ActivityError.invalid(fault)
      }
      running = session
    }
  }

  /// Marks a worksheet as done, or takes that back.
  ///
  /// - Returns: whether that changed anything.
  /// - Throws: `ActivityError.cannotBeDone`.
  public func setDone(_ worksheet: Worksheet, _ isDone: Bool) throws -> Bool {
    try setDone(at: ActivityPlace(worksheet.path), isDone) { try state(of: worksheet) }
  }

  /// Marks an assigned file as done, or takes that back.
  ///
  /// - Returns: whether that changed anything.
  /// - Throws: `ActivityError.cannotBeDone`.
  public func setDone(file state: WorkState, _ isDone: Bool) throws -> Bool {
    try setDone(at: ActivityPlace(state.path), isDone) { state }
  }

  private func setDone(
    at place: ActivityPlace, _ isDone: Bool, _ state: () throws -> WorkState
  ) throws -> Bool {
    try locked {
      let state = try state()
      if isDone {
        let isReturned = state.returned != nil && !state.isAskedForAgain
        if isReturned || state.isClosed(at: now) {
          throw ActivityError.cannotBeDone(state.path, isReturned: isReturned)
        }
      }
      var record = try activity(of: place.path)
      let changes = isDone != (state.done != nil)
      if changes {
        record[doneAt: place.file] = isDone ? now : nil
        try write(record, to: place.path)
      }
      // A killed command may have written it without a commit.
      try self.record("\(isDone ? "Mark" : "Unmark") \(place.text) as done")
      return changes
    }
  }

  /// Moves flash cards of a worksheet to other boxes, without a commit.
  public func moveCards(_ boxes: [String: CardBox], of path: ContextPath) throws {
    try locked {
      var record = try activity(of: path)
      record.cards.merge(boxes) { $1 }
      try write(record, to: path)
    }
  }

  private func changeRunning<T>(
    at now: Instant, _ change: (inout RunningActivity?) throws -> T
  ) throws -> T {
    try locked {
      try DurableFile.makeFolder(activityFolder)
      return try RunningActivity.change(in: activityFolder, now: now, change)
    }
  }

  /// Ends a session: its attempt is written to `activity.yaml` and committed.
  private func save(
    _ running: inout RunningActivity?, at now: Instant
  ) throws -> EndedActivity? {
    guard let session = running else { return nil }
    let place = ActivityPlace(session, subject: subject)
    var attempt = session.ended(at: now)
    if let document = session.document { countWords(of: document, in: &attempt) }
    if !attempt.isEmpty {
      var record = try activity(of: place.path)
      record.save(attempt, file: place.file)
      try write(record, to: place.path)
      try self.record("Record activity at \(place.text)", work: "Work on \(place.text)")
    }
    running = nil
    return EndedActivity(
      place: place, seconds: attempt.seconds - session.attempt.seconds,
      hadDied: !session.isAlive)
  }

  /// The largest text whose words are counted, in bytes.
  private static let longestDocument = 4 << 20
  private static let words = "words"

  /// Makes the number of words of a text the main result, unless a program reported another one.
  private func countWords(of document: String, in attempt: inout ActivityAttempt) {
    guard attempt.primary == nil || attempt.primary?.id == Self.words,
      let bytes = try? DurableFile.read("\(root)/\(document)", limit: Self.longestDocument),
      !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self),
      let item = try? ActivityItem(
        id: Self.words, title: "Word count", value: .quantity(Rational(wordCount(text))))
    else { return }
    try? attempt.set(primary: item)
  }

  private func write(_ record: ActivityRecord, to path: ContextPath) throws {
    try DurableFile.makeFolder("\(root)/\(path.work)")
    let file = "\(root)/\(activityFile(path))"
    if record.isEmpty {
      try DurableFile.remove(file)
    } else {
      try DurableFile.write(record.bytes, to: file)
    }
  }
}
