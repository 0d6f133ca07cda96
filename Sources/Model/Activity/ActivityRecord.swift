/// The activity of a student at one context: `activity.yaml` in a clone.
public struct ActivityRecord: Hashable, Sendable {
  /// Attempts at the worksheet, oldest first.
  public var attempts: [ActivityAttempt] = []
  /// Work with files, by path relative to the context: `files/essay.txt`.
  public var files: [String: ActivityAttempt] = [:]
  /// The boxes of flash cards, by identifier of the question.
  public var cards: [String: CardBox] = [:]
  /// When the student marked the work as done.
  public var done: Instant?
  /// When the student marked assigned files as done, by the same paths as `files`.
  public var doneFiles: [String: Instant] = [:]

  /// The number of attempts that keep their items; older ones keep time, progress and main result.
  /// Otherwise playing every day would make the record grow without end.
  public static let mostDetailed = 20

  public init() {}

  public var isEmpty: Bool {
    attempts.isEmpty && files.isEmpty && cards.isEmpty && done == nil && doneFiles.isEmpty
  }

  /// The time of the last activity at the context or, if given, at its file; nil for none.
  public func last(_ file: String?) -> Instant? {
    (file.map { [files[$0]].compactMap(\.self) } ?? attempts).map(\.last).max()
  }

  /// When the context or, if given, its file was marked as done.
  public subscript(doneAt file: String?) -> Instant? {
    get { file.map { doneFiles[$0] } ?? done }
    set {
      if let file { doneFiles[file] = newValue } else { done = newValue }
    }
  }

  /// The latest attempt at the worksheet, or the one at a file.
  public func latest(_ file: String?) -> ActivityAttempt? {
    file.map { files[$0] } ?? attempts.last
  }

  /// Saves an attempt: in place of the one that started at the same time, else as the latest.
  public mutating func save(_ attempt: ActivityAttempt, file: String?) {
    if let file {
      files[file] = attempt
    } else if let place = attempts.firstIndex(where: { $0.started == attempt.started }) {
      attempts[place] = attempt
    } else {
      attempts.append(attempt)
      let older = attempts.count - Self.mostDetailed
      for place in 0..<max(0, older) { attempts[place].dropItems() }
    }
  }

  /// The record of one file, as if it were the context's own.
  public func record(of file: String) -> ActivityRecord {
    var record = ActivityRecord()
    record.attempts = files[file].map { [$0] } ?? []
    record.done = doneFiles[file]
    return record
  }

  /// The working time of all attempts at the worksheet, in seconds.
  public var seconds: Int64 { attempts.reduce(0) { $0 + $1.seconds } }

  /// The progress over all attempts: the length of the union of their ranges.
  public var progress: Rational {
    var union = Coverage()
    for attempt in attempts.reversed() {
      // Ranges that don't fit any more leave the progress of the later attempts.
      guard (try? union.formUnion(attempt.coverage)) != nil else { break }
    }
    return union.length
  }
}
