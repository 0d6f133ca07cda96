import Git
import Glibc
import HubProtocol
import Text

/// Passes data between the client, on this process's standard streams, and `git`.
///
/// It closes idle connections, because `git` would wait forever.
public struct Relay {
  /// How the program ended.
  public enum End: Hashable, Sendable {
    /// With an exit status; a signal counts as 128 and its number.
    case exited(Int32)
    /// The connection was idle for too long.
    case idle
    /// The connection lasted too long.
    case timedOut
  }

  private let process: pid_t
  private var upload: Flow
  private var download: Flow

  /// Starts the program in a new process group.
  ///
  /// - Throws: `GitError` if it is missing or can't be started.
  public init(_ program: ServiceProgram) throws(GitError) {
    let name = program.arguments[0]
    let files = program.folders.map { "\($0)/\(name)" }
    guard let file = files.first(where: { file in access(file, X_OK) == 0 })
    else { throw GitError(.programMissing, "the program isn't installed", path: name) }
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&input) == 0, pipe(&output) == 0 else {
      throw GitError(.other(errno), "cannot open a pipe: \(String(cString: strerror(errno)))")
    }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(input[0])
      close(output[1])
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = program.arguments.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      program.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, file, &actions, &attributes, &words, &settings)
    if code != 0 {
      throw GitError(.other(code), "cannot run: \(String(cString: strerror(code)))", path: file)
    }
    self.process = process
    upload = Flow(from: STDIN_FILENO, to: input[1])
    download = Flow(from: output[0], to: STDOUT_FILENO)
    _ = fcntl(input[1], F_SETFL, O_NONBLOCK)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Passes data until the program has ended, or stops it when a limit is exceeded.
  ///
  /// - Parameters:
  ///   - idle: the maximum number of seconds without data in either direction.
  ///   - seconds: the maximum duration of the connection.
  public mutating func run(idle: Int, seconds: Int) -> End {
    let end = Self.now + seconds
    var last = Self.now
    // After the program has closed its output and all of it was sent, nothing can follow.
    while download.isOpen {
      var places = [upload.place, download.place]
      let rest = min(last + idle, end) - Self.now
      if rest <= 0 { return stop(Self.now >= end ? .timedOut : .idle) }
      let ready = poll(&places, 2, Int32(min(rest, 60)) * 1000)
      if ready < 0, errno != EINTR { return stop(.timedOut) }
      if ready <= 0 { continue }
      if places[0].revents != 0, upload.pass() { last = Self.now }
      if places[1].revents != 0, download.pass() { last = Self.now }
    }
    upload.end()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return .exited(status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
  }

  /// Stops the program with all its children.
  private func stop(_ end: End) -> End {
    kill(-process, SIGTERM)
    return end
  }

  /// Seconds on a monotonic clock.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}

/// One direction of a connection: a buffer between two descriptors.
private struct Flow {
  private let source: Int32
  private let sink: Int32
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were already written.
  private var passed = 0
  /// Whether bytes may still follow.
  private(set) var isOpen = true

  init(from source: Int32, to sink: Int32) {
    self.source = source
    self.sink = sink
  }

  /// The descriptor to wait for: the source if the buffer is empty, or else the sink.
  var place: pollfd {
    if !isOpen { return pollfd(fd: -1, events: 0, revents: 0) }
    return passed < buffer.count
      ? pollfd(fd: sink, events: Int16(POLLOUT), revents: 0)
      : pollfd(fd: source, events: Int16(POLLIN), revents: 0)
  }

  /// Reads or writes once without blocking.
  ///
  /// - Returns: whether data was passed on.
  mutating func pass() -> Bool {
    passed < buffer.count ? write() : read()
  }

  mutating func end() {
    if isOpen { close(sink) }
    isOpen = false
  }

  private mutating func read() -> Bool {
    var count = 0
    buffer = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, used in
      count = Glibc.read(source, bytes.baseAddress, bytes.count)
      used = max(0, count)
    }
    passed = 0
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { end() }
    return count > 0
  }

  private mutating func write() -> Bool {
    let count = buffer.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[passed...])
      let sent = send(sink, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT))
      if sent >= 0 || errno != ENOTSOCK { return sent }
      // A ready pipe accepts this much without blocking.
      return Glibc.write(sink, rest.baseAddress, min(rest.count, Int(PIPE_BUF)))
    }
    if count > 0 {
      passed += count
    } else if errno != EINTR && errno != EAGAIN {
      // The receiver is gone: further data is useless.
      end()
      close(source)
    }
    return count > 0
  }
}
