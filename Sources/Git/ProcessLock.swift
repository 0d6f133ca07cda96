import Glibc

/// A lock between processes that ends with its holder, however that ends.
///
/// The file stays; what counts is the kernel's lock on it, so nothing is ever left to clear.
public final class ProcessLock {
  private let descriptor: Int32

  /// Takes the lock at `path`, making the file where needed.
  ///
  /// While others take turns, waiting goes on: patience ends where one process keeps it.
  ///
  /// - Parameter patience: how many seconds to wait while the same process holds it.
  /// - Throws: `GitError` with `.locked` and the owner's process number when that wasn't enough.
  public init(
    _ path: String, patience: Double = 10, access: Access = .standard
  ) throws(GitError) {
    let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    if opened < 0 { throw .system("can't open the lock", path: path) }
    access.apply(to: opened, isFolder: false)
    descriptor = opened
    var waiting = Backoff(patience: patience)
    var owner: Int32?
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EINTR { continue }
      if number != EWOULDBLOCK { throw .system("can't lock", path: path, number: number) }
      let written = (try? readPart(opened, at: 0, count: 20, path: path)) ?? []
      let holder = Int32(String(decoding: written.prefix { $0 != 10 }, as: UTF8.self))
      if holder != owner {
        owner = holder
        waiting = Backoff(patience: patience)
      }
      if !waiting.pause() {
        throw GitError(.locked, "another process holds the lock", path: path, owner: owner)
      }
    }
    let number = Array("\(getpid())\n".utf8)
    _ = ftruncate(opened, 0)
    _ = pwrite(opened, number, number.count, 0)
  }

  /// Keeps the lock for the program that takes this process's place, until that ends.
  public func keepForNextProgram() { _ = fcntl(descriptor, F_SETFD, 0) }

  deinit {
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }
}

/// Waits longer each time, with chance in it, until patience ends.
struct Backoff {
  private let end: Double
  private var step = 0.001

  init(patience: Double) { end = Self.now + patience }

  /// Sleeps a while; false when there is no time left.
  mutating func pause() -> Bool {
    let left = end - Self.now
    if left <= 0 { return false }
    let seconds = min(step * Double.random(in: 0.5...1.5), left)
    usleep(UInt32(seconds * 1_000_000) + 1)
    step = min(step * 2, 0.05)
    return true
  }

  /// Seconds on a clock that only goes forwards.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
