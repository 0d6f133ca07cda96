import Glibc
import Model
import Storage

/// Records once a minute that the running session of a clone goes on, on a thread of its own.
public final class ActivityHeartbeat: Sendable {
  /// In milliseconds.
  private static let interval: Int32 = 60_000

  private let wake: WakeUp
  private let thread: WorkThread

  /// - Parameter folder: a clone's `StudentClone.activityFolder`.
  /// - Throws: `Failure` if no thread can be started.
  public init(in folder: String, now: @escaping @Sendable () -> Instant) throws {
    let wake = try WakeUp()
    self.wake = wake
    thread = try WorkThread {
      var place = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&place, 1, Self.interval) <= 0 { RunningActivity.touch(in: folder, now: now()) }
    }
  }

  /// Ends the heartbeat.
  public func stop() {
    wake.close()
    thread.join()
  }
}
