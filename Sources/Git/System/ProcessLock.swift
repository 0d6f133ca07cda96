import CGit2
import Glibc
import Text

/// A lock between processes, released when its holder exits or crashes.
///
/// The file stays, but only the kernel's lock on it counts, so a crash needs no cleanup.
public final class ProcessLock {
  private let descriptor: Int32
  /// Whether the descriptor was inherited, so that the lock outlives this object.
  private let isInherited: Bool

  /// Acquires the lock at `path`, creating the file if necessary.
  ///
  /// - Parameter patience: the seconds to wait for each holder of the lock. Waiting continues as
  ///   long as the holders change.
  /// - Throws: `GitError` with `.locked` and the holder's process id if it waited in vain.
  public convenience init(
    _ path: String, patience: Double = 10, access: Access = .standard
  ) throws(GitError) {
    let opened = try ProcessLock.open(path, access, O_CLOEXEC)
    try self.init(opened, isInherited: false, path, patience)
  }

  /// Acquires the lock on an inherited descriptor. It is held until ``release()`` or until all
  /// processes that inherited the descriptor have exited.
  ///
  /// - Parameter descriptor: the result of ``leave(_:)``.
  public convenience init(
    left descriptor: Int32, _ path: String, patience: Double
  ) throws(GitError) {
    try self.init(descriptor, isInherited: true, path, patience)
  }

  /// Opens the file for the program that replaces this process and for its children, without
  /// acquiring the lock.
  public static func leave(_ path: String) throws(GitError) -> Int32 {
    try open(path, .standard, 0)
  }

  private static func open(
    _ path: String, _ access: Access, _ flags: Int32
  ) throws(GitError) -> Int32 {
    let opened = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | flags, 0o666)
    if opened < 0 { throw .system("can't open the lock", path: path) }
    access.apply(to: opened, isFolder: false)
    return opened
  }

  private init(
    _ opened: Int32, isInherited: Bool, _ path: String, _ patience: Double
  ) throws(GitError) {
    descriptor = opened
    self.isInherited = isInherited
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

  /// Releases the lock.
  public func release() {
    _ = ftruncate(descriptor, 0)
    _ = flock(descriptor, LOCK_UN)
  }

  deinit {
    if isInherited { return }
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }
}

/// Waits between attempts: longer each time, with random jitter, up to a time limit.
struct Backoff {
  private let end: Double
  private var step = 0.001

  init(patience: Double) { end = Self.now + patience }

  /// Sleeps; returns false if no time is left.
  mutating func pause() -> Bool {
    let left = end - Self.now
    if left <= 0 { return false }
    let seconds = min(step * Double.random(in: 0.5...1.5), left)
    usleep(UInt32(seconds * 1_000_000) + 1)
    step = min(step * 2, 0.05)
    return true
  }

  /// Seconds on a monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
