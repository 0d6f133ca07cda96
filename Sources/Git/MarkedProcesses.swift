import Glibc

/// Processes that are known by a variable of their environment, which their children inherit:
/// those of a program that has left its group and session, too.
struct MarkedProcesses {
  /// The variable as it stands in an environment, `NAME=VALUE`.
  let mark: String

  /// A mark that no other program of any process has.
  init() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    mark = "TEACHKIT_RUN=\(getpid()).\(now.tv_sec).\(now.tv_nsec)"
  }

  /// Ends them all, also those that they start meanwhile, as far as that may be done.
  func end() {
    for _ in 0..<20 {
      let found = all()
      if found.isEmpty { return }
      for process in found { kill(process, SIGKILL) }
      usleep(2000)
    }
  }

  private func all() -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    let own = getpid()
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name), process != own, isMarked(process) else { continue }
      found.append(process)
    }
    return found
  }

  private func isMarked(_ process: pid_t) -> Bool {
    // What has ended and waits for its parent has no environment any more.
    guard let text = try? DurableFile.read("/proc/\(process)/environ", limit: 1 << 20) else {
      return false
    }
    return text.split(separator: 0).contains { $0.elementsEqual(mark.utf8) }
  }
}
