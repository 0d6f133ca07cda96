import Git
import Glibc
import Synchronization

/// Enforces limits on all processes of a run together; the system's limits apply to each process.
///
/// It checks several times a second during the run.
final class RunWatch: Sendable {
  private struct State {
    var verdict: Run.Ending?
    /// The CPU ticks of each process when last seen; ended processes still count.
    var ticks: [pid_t: Int] = [:]
    /// The time of the next check, in seconds.
    var next = 0.0
  }

  private let limits: Limits
  /// Whether the run has its own network and file systems, whose memory counts.
  private let isConfined: Bool
  private let state = Mutex(State())

  init(_ limits: Limits, isConfined: Bool) {
    self.limits = limits
    self.isConfined = isConfined
  }

  /// The limit that the run exceeded, or nil.
  var verdict: Run.Ending? { state.withLock { $0.verdict } }

  /// Checks a process and all its descendants.
  ///
  /// - Returns: whether to end the run.
  func isOver(_ process: pid_t) -> Bool { state.withLock { look(at: process, &$0) } }

  private func look(at process: pid_t, _ state: inout State) -> Bool {
    if state.verdict != nil { return true }
    let now = Self.now
    if now < state.next { return false }
    let processes = Self.tree(of: process)
    var memory = isConfined ? Self.socketMemory(of: processes) : 0
    let sockets = memory
    for process in processes {
      guard let usage = Self.usage(of: process) else { continue }
      state.ticks[process] = max(state.ticks[process] ?? 0, usage.ticks)
      memory += usage.pages * Self.pageSize
    }
    let time = Double(state.ticks.values.reduce(0, +)) / Self.ticksPerSecond
    // The margin lets the process's own limit stop it first, because that report is more exact.
    if time > limits.time + 0.25 { state.verdict = .outOfTime }
    if let most = limits.total, memory > most, Self.sharedMemory(of: processes) + sockets > most {
      state.verdict = .outOfMemory
    }
    if isConfined, Self.fileSize(of: processes) > limits.disk { state.verdict = .outOfDisk }
    state.next = now + 0.02
    return state.verdict != nil
  }

  private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))
  private static let ticksPerSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns a process and its descendants; orphans belong to the first process of their namespace.
  private static func tree(of root: pid_t) -> [pid_t] {
    var found = [root]
    var place = 0
    while place < found.count, found.count < 10_000 {
      let process = found[place]
      place += 1
      for thread in TemporaryFolder.names(in: "/proc/\(process)/task") {
        found += words("/proc/\(process)/task/\(thread)/children").compactMap { pid_t($0) }
      }
    }
    return found
  }

  /// Returns the CPU time in ticks and the resident memory in pages.
  private static func usage(of process: pid_t) -> (ticks: Int, pages: Int)? {
    guard let text = text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 22, let user = Int(fields[12]), let system = Int(fields[13]),
      let pages = Int(fields[22])
    else { return nil }
    return (user + system, pages)
  }

  /// Returns the bytes of memory, counting shared memory once if the system reports it.
  private static func sharedMemory(of processes: [pid_t]) -> Int {
    processes.reduce(0) { sum, process in
      let lines = text("/proc/\(process)/smaps_rollup")?.split(separator: "\n") ?? []
      let share = lines.first { $0.hasPrefix("Pss:") }?.split(separator: " ").dropFirst().first
      let kilobytes = share.flatMap { Int($0) }
      return sum + (kilobytes.map { $0 << 10 } ?? (usage(of: process)?.pages ?? 0) * pageSize)
    }
  }

  /// Returns the maximum memory of the buffers of the run's sockets.
  private static func socketMemory(of processes: [pid_t]) -> Int {
    // The first process starts the sandbox, and the second one is the first inside.
    guard let process = processes.dropFirst().first,
      let line = text("/proc/\(process)/net/sockstat")?.split(separator: "\n").first,
      let count = line.split(separator: " ").last.flatMap({ Int($0) })
    else { return 0 }
    return count * bufferSize
  }

  /// The default limit of a socket's buffer, and the end of a message that exceeds it.
  private static let bufferSize = 256 << 10

  /// Returns the size of the run's files, which are in memory, including their descriptions.
  private static func fileSize(of processes: [pid_t]) -> Int {
    guard let process = processes.dropFirst(2).first else { return 0 }
    let root = "/proc/\(process)/root"
    // Before this folder exists, the files are the machine's.
    guard access(root + Confined.given, F_OK) == 0 else { return 0 }
    return Confined.writable.reduce(0) { sum, folder in
      var usage = statvfs()
      guard statvfs(root + folder, &usage) == 0 else { return sum }
      return sum + Int(usage.f_blocks - usage.f_bfree) * Int(usage.f_frsize)
        + Int(usage.f_files - usage.f_ffree) * descriptionSize
    }
  }

  /// The memory of an empty file.
  private static let descriptionSize = 1 << 10

  private static func words(_ file: String) -> [Substring] {
    text(file)?.split(separator: " ") ?? []
  }

  private static func text(_ file: String) -> String? {
    let bytes = try? DurableFile.read(file, limit: 1 << 16)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
