import Glibc
import Text

/// A thread that runs one function and can be waited for.
final class WorkThread: Sendable {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// - Throws: `Failure` if no thread can be started.
  init(_ body: @escaping @Sendable () -> Void) throws {
    var started = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &started, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw Failure(
        .ioFailure, "cannot start a thread: \(String(cString: strerror(code)))",
        hint: "close other programs, or raise the limit of 'ulimit -u'")
    }
    thread = started
  }

  /// Waits for its end; to be called once.
  func join() { pthread_join(thread, nil) }
}

/// Wakes a thread that waits in `poll`.
final class WakeUp: Sendable {
  /// Readable from the wake-up call on.
  let descriptor: Int32
  private let writing: Int32

  /// - Throws: `Failure` if the process has too many open files.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(.ioFailure, "cannot create a pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, writing) = (ends[0], ends[1])
  }

  /// Makes the call; to be called once.
  func close() { Glibc.close(writing) }

  deinit { Glibc.close(descriptor) }
}
