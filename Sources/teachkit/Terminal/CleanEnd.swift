import Course
import Glibc
import Synchronization
import Text

/// Ends the process with exit code 0 on Ctrl-C, SIGTERM and SIGHUP, but not within a step that must
/// be completed.
final class CleanEnd: Sendable {
  private let steps: Mutex<Void>

  private final class Argument {
    let end: CleanEnd
    init(_ end: CleanEnd) { self.end = end }
  }

  /// - Throws: `Failure` if no thread can be started.
  init() throws {
    steps = Mutex(())
    var signals = Self.signals
    // Threads that start later inherit this; other programs don't.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Argument(self))
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument {
          Unmanaged<Argument>.fromOpaque(argument).takeRetainedValue().end.endOnSignal()
        }
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw Failure(
        .ioFailure, "cannot start a thread: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
  }

  /// Runs a step that signals don't interrupt.
  func complete<T>(_ step: () throws -> T) rethrows -> T {
    try steps.withLock { _ in try step() }
  }

  private func endOnSignal() {
    var signals = Self.signals
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    steps.withLock { _ in _exit(0) }
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    return signals
  }
}
