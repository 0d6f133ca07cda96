import Course
import Exchange
import Glibc
import Model
import Storage
import Text

/// Records the time and results of a run of `work` or `play`.
///
/// A fault in the records doesn't keep a student from working; it is reported. If the student's
/// files can't be committed, the command fails at its end.
final class WorkRecording {
  private let clone: StudentClone
  private let place: ActivityPlace
  private let session: Session
  /// The message of the commit.
  private let summary: String
  /// Whether this run started the session; nil if it can't be recorded.
  private var isStarted: Bool?
  private var hasEnded = false
  private var heartbeat: ActivityHeartbeat?
  /// The first fault since the start; it is reported at the end, below the screen.
  private var fault: (any Error)?
  private var commitFault: (any Error)?

  /// - Parameter isNew: whether to begin another attempt.
  init(
    _ clone: StudentClone, _ worksheet: Worksheet, _ session: Session, isNew: Bool = false,
    summary: String
  ) {
    (self.clone, self.session, self.summary) = (clone, session, summary)
    place = ActivityPlace(worksheet.path)
    do {
      let (isStarted, ended) = try clone.startActivity(place, isNew: isNew, process: getpid())
      self.isStarted = isStarted
      session.reportEnded(ended)
      session.sendLive(ended, of: clone)
    } catch {
      report(error)
    }
    if isStarted == true, (try? clone.isLive(at: place)) == true {
      session.output.notice("live: your teacher gets your time and progress when you stop")
    }
    if isStarted == true { heartbeat = session.heartbeat(of: clone) }
  }

  /// Adds results to the attempt.
  func record(_ change: (inout ActivityAttempt) throws -> Void) {
    guard isStarted != nil else { return }
    keepingFaults { try clone.recordActivity(at: place, now: session.now, change) }
  }

  /// Changes other records of the clone.
  func keepingFaults(_ body: () throws -> Void) {
    do { try body() } catch { fault = fault ?? error }
  }

  /// Saves the time, and commits the student's files.
  ///
  /// - Parameter last: a last addition to the attempt.
  func end(_ last: ((inout ActivityAttempt) throws -> Void)? = nil) {
    if hasEnded { return }
    hasEnded = true
    if let last { record(last) }
    heartbeat?.stop()
    if isStarted == true {
      keepingFaults {
        let ended = try clone.stopActivity(at: place, of: getpid(), now: session.now)
        session.sendLive(ended, of: clone)
      }
    }
    do { try clone.record(summary) } catch { commitFault = error }
    if let fault { report(fault) }
  }

  /// - Throws: the error that kept ``end(_:)`` from committing the student's files. They are saved,
  ///   and the next command commits them.
  func finish() throws {
    if let commitFault { throw commitFault }
  }

  private func report(_ fault: any Error) {
    for failure in explain(fault).failures {
      session.output.notice("cannot record your activity: \(failure.message)")
      if let hint = failure.hint { session.output.hint(hint) }
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
