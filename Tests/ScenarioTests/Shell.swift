import Glibc
import Synchronization

/// Runs a program with its output and errors in one pipe, like a terminal.
enum Shell {
  struct Result {
    let output: String
    /// The exit code as a shell reports it: 128 plus the signal after a kill; nil after a timeout.
    let exitCode: Int32?
  }

  struct CannotStart: Error {
    let errorNumber: Int32
  }

  /// - Parameter limit: seconds after which the program and all its descendants are killed.
  static func run(
    _ arguments: [String], environment: [String: String], limit: Int = 120
  ) throws -> Result {
    let (descriptor, process) = try starting.withLock { _ in
      try start(arguments, environment)
    }
    defer { close(descriptor) }
    return collect(from: descriptor, process, limit: limit)
  }

  /// Serializes program starts, so that no program inherits another's pipe.
  private static let starting = Mutex(())

  private static func start(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> (descriptor: Int32, process: pid_t) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CannotStart(errorNumber: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Test threads may block the signal that a shell waits for.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    // A new session has no terminal, and a single kill reaches all its processes.
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | 0x80))

    var process: pid_t = 0
    let path = arguments[0]
    let failed = withCStrings(arguments) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&process, path, &actions, &attributes, arguments, environment)
      }
    }
    guard failed == 0 else {
      close(ends[0])
      throw CannotStart(errorNumber: failed)
    }
    return (ends[0], process)
  }

  private static func collect(from descriptor: Int32, _ process: pid_t, limit: Int) -> Result {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var status: Int32 = 0
    var hasEnded = false
    let deadline = time(nil) + limit
    while true {
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&poller, 1, 200)
      if ready > 0 {
        let count = read(descriptor, &chunk, chunk.count)
        if count <= 0 { break }
        output += chunk.prefix(count)
      } else if hasEnded {
        // A background process keeps the pipe open.
        break
      } else {
        hasEnded = waitpid(process, &status, WNOHANG) == process
      }
      if time(nil) > deadline {
        kill(-process, SIGKILL)
        if !hasEnded { waitpid(process, &status, 0) }
        return Result(output: String(decoding: output, as: UTF8.self), exitCode: nil)
      }
    }
    if !hasEnded { waitpid(process, &status, 0) }
    let signal = status & 0x7F
    return Result(
      output: String(decoding: output, as: UTF8.self),
      exitCode: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
