import Exchange
import Git
import Model
import Storage
import Text

/// Records reports of programs in the running session of a clone, from any thread.
public struct ActivityRecorder: Sendable {
  private let folder: String
  private let work: String
  private let file: String?
  private let now: @Sendable () -> Instant

  public init(
    _ clone: StudentClone, _ place: ActivityPlace, now: @escaping @Sendable () -> Instant
  ) {
    folder = clone.activityFolder
    (work, file) = (place.path.work, place.file)
    self.now = now
  }

  /// Adds a report to the session; after `stop`, and once another activity was started, reports are
  /// refused.
  @Sendable
  public func record(_ request: ActivityRequest) throws(ActivityRequest.Problem) {
    do {
      try RunningActivity.change(in: folder, now: now()) { running in
        guard var session = running, session.work == work, session.file == file,
          !session.isStopped
        else { throw ActivityRequest.Problem(message: "the activity isn't running") }
        if case .stop = request { session.stop(at: now()) }
        try request.apply(to: &session.attempt)
        running = session
      }
    } catch let problem as ActivityRequest.Problem {
      throw problem
    } catch let fault as ActivityFault {
      throw ActivityRequest.Problem(message: fault.message)
    } catch {
      throw ActivityRequest.Problem(message: "cannot record the report")
    }
  }
}
