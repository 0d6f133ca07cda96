import Glibc

/// A lock between processes that ends with its holder, however that ends.
///
/// The file stays; what counts is the kernel's lock on it, so nothing is ever left to clear.
public final class ProcessLock {
  private let descriptor: Int32
  /// Whether it goes on with the process whose file it is.
  private let isAnothers: Bool

  /// Takes the lock at `path`, making the file where needed.
  ///
  /// The limit of waiting applies to each holder of the lock, so waiting goes on while others take turns.
  ///
  /// - Parameter patience: how many seconds to wait while the same process holds it.
  /// - Throws: `GitError` with `.locked` and the owner's process number when that wasn't enough.
  public convenience init(
    _ path: String, patience: Double = 10, access: Access = .standard
  ) throws(GitError) {
    let opened = try ProcessLock.open(path, access, O_CLOEXEC)
    try self.init(opened, isAnothers: false, path, patience)
  }

  /// Takes the lock for the process that left its file to this one: it has it until it ends, or
  /// until ``release()``.
  ///
  /// - Parameter descriptor: what ``leave(_:)`` returned.
  public convenience init(
    left descriptor: Int32, _ path: String, patience: Double
  ) throws(GitError) {
    try self.init(descriptor, isAnothers: true, path, patience)
  }

  /// Opens the file for the program that takes this process's place and for those that it starts,
  /// without taking the lock.
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
    _ opened: Int32, isAnothers: Bool, _ path: String, _ patience: Double
  ) throws(GitError) {
    descriptor = opened
    self.isAnothers = isAnothers
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

  /// Gives the lock up.
  public func release() {
    _ = ftruncate(descriptor, 0)
    _ = flock(descriptor, LOCK_UN)
  }

  deinit {
    if isAnothers { return }
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }
}

/// Waits longer each time, with chance in it, until patience ends.
struct Backoff {
  private let end: Double
  private var step = 0.001

  init(patience: Double) { end = Self.now + patience }

  /// Sleeps a while; returns false if no time is left.
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
