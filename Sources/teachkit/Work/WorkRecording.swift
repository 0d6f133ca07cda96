import Course
import Exchange
import Glibc
import Model
import Storage
import Text

/// Records the time and progress of a run of `work`.
///
/// A fault in the records doesn't keep a student from working; it is reported.
final class WorkRecording {
  private let clone: StudentClone
  private let worksheet: Worksheet
  private let session: Session
  /// Whether this run started the session; nil if it can't be recorded.
  private var isStarted: Bool?
  private var hasEnded = false
  private var heartbeat: ActivityHeartbeat?

  init(_ clone: StudentClone, _ worksheet: Worksheet, _ session: Session) {
    (self.clone, self.worksheet, self.session) = (clone, worksheet, session)
    reportingFaults {
      let (isStarted, ended) = try clone.startActivity(
        ActivityPlace(worksheet.path), process: getpid())
      self.isStarted = isStarted
      session.reportEnded(ended)
    }
    if isStarted == true { heartbeat = session.heartbeat(of: clone) }
  }

  /// Saves the progress and the time, and commits the answers.
  func end() {
    if hasEnded { return }
    hasEnded = true
    heartbeat?.stop()
    if let isStarted { reportingFaults { try save(isStarted) } }
    reportingFaults { try clone.record("Work on \(worksheet.path.work)") }
  }

  private func save(_ isStarted: Bool) throws {
    let place = ActivityPlace(worksheet.path)
    if let answered = try? clone.answered(worksheet).count,
      let share = Rational(Int128(answered), over: Int128(worksheet.exercises.count))
    {
      try clone.recordActivity(at: place) { try $0.coverage.add(.zero, share) }
    }
    if isStarted { _ = try clone.stopActivity(at: place, of: getpid()) }
  }

  private func reportingFaults(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      for failure in explain(error).failures {
        session.output.notice("cannot record your activity: \(failure.message)")
        if let hint = failure.hint { session.output.hint(hint) }
      }
    }
  }
}

extension Session {
  /// Keeps the running session of a clone alive while this process works.
  func heartbeat(of clone: StudentClone) -> ActivityHeartbeat? {
    let clock = clock
    return try? ActivityHeartbeat(in: clone.activityFolder) { clock.now }
  }
}
