import Glibc
import Synchronization

/// Something that another thread works out while this one goes on.
final class Meanwhile<Value: Sendable> {
  private let box: Box
  private var thread = pthread_t()
  private var isRunning: Bool

  /// Where the other thread leaves it.
  private final class Box: Sendable {
    let value = Mutex<Value?>(nil)
  }

  init(_ body: @escaping @Sendable () -> Value) {
    let box = Box()
    self.box = box
    let job = Unmanaged.passRetained(
      Job {
        let value = body()
        box.value.withLock { $0 = value }
      })
    isRunning =
      pthread_create(
        &thread, nil,
        { job in
          if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().run() }
          return nil
        }, job.toOpaque()) == 0
    // Without another thread it is worked out here.
    if !isRunning { job.takeRetainedValue().run() }
  }

  deinit { wait() }

  /// What came of it, once; nil after that.
  func take() -> Value? {
    wait()
    return box.value.withLock { value in
      defer { value = nil }
      return value
    }
  }

  private func wait() {
    if isRunning { pthread_join(thread, nil) }
    isRunning = false
  }
}

private final class Job {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
