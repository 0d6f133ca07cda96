import CGit2
import Glibc
import Text

/// A program to run to its end, with its output captured.
public struct Subprocess: Sendable {
  /// The program: a path, or a name that is searched for in `PATH`.
  public var program: String
  /// Its arguments, passed without a shell.
  public var arguments: [String]
  /// The whole environment; nil inherits this process's.
  public var environment: [String: String]?
  /// The working folder; nil for this process's.
  public var folder: String?
  /// Its standard input; nil for none.
  public var input: [UInt8]?
  /// The time limit in seconds, after which it is killed with its children; nil for none.
  ///
  /// A program with a limit has no terminal.
  public var timeout: Double?
  /// The number of bytes kept of each stream. A program with a time limit that prints more is
  /// killed with its children.
  public var outputLimit = 64 << 20
  /// Up to 4 KiB that it can read from descriptor 3, or from 4 if it reports on 3.
  public var handed: [UInt8]?
  /// Looks at it every 20 ms while it runs; true ends it with its children.
  public var watch: (@Sendable (pid_t) -> Bool)?

  public init(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    folder: String? = nil, input: [UInt8]? = nil, timeout: Double? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.input = input
    self.timeout = timeout
  }

  /// How a program ended.
  public enum Status: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
  }

  /// The result of running it.
  public struct Result: Hashable, Sendable {
    public let status: Status
    public let output: [UInt8]
    public let errors: [UInt8]
    /// Whether the output was truncated.
    public let isCut: Bool
    /// The standard error of the program that ran next to it.
    public var otherErrors: [UInt8] = []

    public var succeeded: Bool { status == .exited(0) }
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs the program to its end.
  ///
  /// - Throws: `GitError` with `.programMissing` or another system error; everything the program
  ///   does is a result.
  public func run() throws(GitError) -> Result {
    let output = try Pipe()
    let errors = try Pipe()
    let feed = try input.map { bytes throws(GitError) in try Feed(bytes) }
    let marked = timeout.map { _ in MarkedProcesses() }
    let process = try start(
      Streams(input: feed?.reading, output: output.writing, errors: errors.writing),
      mark: marked?.mark)
    output.closeWriting()
    errors.closeWriting()
    feed?.closeReading()
    return ProcessMonitor(
      process: process, output: output, errors: errors, feed: feed,
      deadline: timeout.map { Backoff.now + $0 }, limit: outputLimit, marked: marked, watch: watch
    ).attend()
  }

  /// Starts the program in a session of its own, without waiting for its end. Its output is
  /// dropped, and time limits don't apply.
  ///
  /// - Throws: `GitError` if it can't be started.
  public func detach() throws(GitError) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    if null < 0 { throw .system("can't open", path: "/dev/null") }
    defer { close(null) }
    let file = try input.map { bytes throws(GitError) in try Self.file(with: bytes) }
    defer { if let file { fclose(file) } }
    _ = try start(
      Streams(input: file.map { fileno($0) } ?? null, output: null, errors: null), mark: nil,
      startsSession: true)
  }

  /// A temporary file without a name, at its start.
  private static func file(with bytes: [UInt8]) throws(GitError) -> UnsafeMutablePointer<FILE> {
    guard let file = tmpfile() else { throw .system("can't create a temporary file") }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fseek(file, 0, SEEK_SET) == 0 else {
      fclose(file)
      throw .system("can't write to a temporary file")
    }
    return file
  }

  /// The descriptors that a program inherits.
  struct Streams {
    /// Nil for no input.
    var input: Int32?
    var output: Int32
    var errors: Int32
    /// The program's descriptor 3.
    var report: Int32?
  }

  /// - Parameter startsSession: whether it gets a session of its own; by default, with a time limit.
  func start(
    _ streams: Streams, mark: String?, startsSession isOwn: Bool? = nil
  ) throws(GitError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input = streams.input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
    posix_spawn_file_actions_adddup2(&actions, streams.errors, 2)
    if let report = streams.report { posix_spawn_file_actions_adddup2(&actions, report, 3) }
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    var open: Int32 = streams.report == nil ? 3 : 4
    let note = try handed.map { bytes throws(GitError) in try Note(bytes) }
    if let note {
      posix_spawn_file_actions_adddup2(&actions, note.descriptor, open)
      open += 1
    }
    defer { withExtendedLifetime(note) {} }
    posix_spawn_file_actions_addclosefrom_np(&actions, open)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    if isOwn ?? (timeout != nil) {
      // A new session has no terminal, and its process group can be killed with all children.
      flags |= startsSession
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var settings: [UnsafeMutablePointer<CChar>?] = []
    if let environment {
      settings = environment.map { strdup("\($0)=\($1)") }
    } else {
      var entry = environ
      while let text = entry.pointee {
        settings.append(strdup(text))
        entry += 1
      }
    }
    if let mark { settings.append(strdup(mark)) }
    settings.append(nil)
    defer { for setting in settings { free(setting) } }
    var process = pid_t()
    let code = posix_spawnp(&process, program, &actions, &attributes, words, settings)
    if code == ENOENT, folder.map({ access($0, F_OK) == 0 }) ?? true {
      throw GitError(.programMissing, "the program isn't installed", path: program)
    }
    if code != 0 { throw .system("can't run", path: program, number: code) }
    return process
  }
}

/// `POSIX_SPAWN_SETSID`, which glibc only declares for GNU programs.
private let startsSession: Int32 = 0x80

/// Feeds a program, captures its output, and waits for its end.
struct ProcessMonitor {
  let process: pid_t
  let output: Pipe
  let errors: Pipe
  let feed: Feed?
  let deadline: Double?
  let limit: Int
  /// All processes that it started, wherever they are.
  let marked: MarkedProcesses?
  /// Called while it runs; true kills it.
  var watch: (@Sendable (pid_t) -> Bool)?
  /// Another program's errors, which are kept apart.
  var otherErrors: Pipe?

  func attend() -> Subprocess.Result {
    var kept: [[UInt8]] = [[], [], []]
    var isOpen = [true, true, otherErrors != nil]
    var isCut = false
    var ended: Int32?
    var isLate = false
    var isStopped = false
    // A separate session doesn't receive Ctrl-C.
    let end = deadline.map { _ in EndSignals() }
    defer { end?.release() }
    while isOpen[0] || isOpen[1] {
      var places = [
        pollfd(fd: isOpen[0] ? output.reading : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen[1] ? errors.reading : -1, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: isOpen[2] ? otherErrors?.reading ?? -1 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: feed?.writing ?? -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: end?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      // Its children may keep the streams open after its end, but we don't wait for them.
      let ready = poll(&places, 5, ended != nil ? 5 : watch == nil ? 50 : 20)
      if places[3].revents != 0 { feed?.send() }
      for place in 0..<3 where places[place].revents != 0 {
        guard let more = Self.read(places[place].fd) else {
          isOpen[place] = false
          continue
        }
        let room = max(0, limit - kept[place].count)
        if more.count > room, place == 0 { isCut = true }
        kept[place] += more.prefix(room)
      }
      isStopped = ended == nil && watch?(process) == true
      if isStopped || deadline != nil && (isCut || places[4].revents != 0) {
        kill(-process, SIGKILL)
        break
      }
      if ready == 0, ended != nil { break }
      if ready == 0 { ended = wait(WNOHANG) }
      if let deadline, Backoff.now > deadline {
        isLate = true
        break
      }
    }
    while ended == nil {
      if isLate {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
      }
      ended = wait(deadline == nil || isLate ? 0 : WNOHANG)
      if ended == nil, let deadline, Backoff.now > deadline { isLate = true }
      if ended == nil, !isLate { usleep(2000) }
    }
    // With a limit, surviving children are killed as well; if it was stopped, even those that left
    // its session.
    if deadline != nil { kill(-process, SIGKILL) }
    if isLate || isCut || isStopped { marked?.end() }
    return Subprocess.Result(
      status: isLate ? .timedOut : Self.status(ended ?? 0), output: kept[0], errors: kept[1],
      isCut: isCut, otherErrors: kept[2])
  }

  /// The raw status; nil while it runs.
  private func wait(_ options: Int32) -> Int32? {
    var status: Int32 = 0
    while true {
      let found = waitpid(process, &status, options)
      if found == process { return status }
      if found == 0 { return nil }
      if errno != EINTR { return 0xff00 }
    }
  }

  private static func status(_ raw: Int32) -> Subprocess.Status {
    raw & 0x7f == 0 ? .exited(raw >> 8 & 0xff) : .signalled(raw & 0x7f)
  }

  /// The available data; nil at the end.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, got)
    }
    if got < 0, errno == EINTR || errno == EAGAIN { return [] }
    return got > 0 ? bytes : nil
  }
}

/// Blocks signals that would end this process, as long as it must stop a child first.
private struct EndSignals {
  /// Becomes readable when a signal arrives; -1 if the system doesn't support this.
  let descriptor: Int32
  private var before = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    descriptor = signalfd(-1, &signals, O_CLOEXEC)
  }

  /// Unblocks the signals; a pending one takes effect now.
  func release() {
    if descriptor >= 0 { close(descriptor) }
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
