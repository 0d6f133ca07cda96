import Glibc

/// The time and memory of one run of a program.
///
/// This target doesn't use Foundation, because a child's peak memory includes its parent's memory
/// at the start.
struct Measurement {
  let milliseconds: Double
  /// The peak of resident memory, in kibibytes.
  let memory: Int
  let exitCode: Int32

  /// Runs `command`, discards its output and waits for its end.
  init(of command: [String], in folder: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    guard chdir(folder) == 0 else { throw Failed(call: "chdir \(folder)") }

    var arguments = command.map { strdup($0) } + [nil]
    var variables = Measurement.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let start = Measurement.now()
    let code = posix_spawnp(&process, command[0], &actions, nil, &arguments, &variables)
    guard code == 0 else {
      throw Failed("\(command[0]): \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process else { throw Failed(call: "wait4") }
    milliseconds = Measurement.now() - start
    memory = usage.ru_maxrss
    exitCode = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// A replacement for SSH: the user name of the address selects the principal, and the nearest hub
  /// above serves. Encryption and login are omitted; they cost git the same.
  private static let serve = """
    serve() { \
    place=$PWD; until [ -e $place/hub/hub.yaml ]; do place=${place%/*}; done; \
    who=${1%@*}; [ $who = teacher ] && who=--teacher || who="--student $who"; \
    SSH_ORIGINAL_COMMAND="$2" exec $(cat $place/binary) hub serve $place/hub $who; }; serve
    """

  private static let environment = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "TZ=UTC", "GIT_CONFIG_NOSYSTEM=1",
    "GIT_AUTHOR_NAME=Tea Cher", "GIT_AUTHOR_EMAIL=tea@school.example",
    "GIT_COMMITTER_NAME=Tea Cher", "GIT_COMMITTER_EMAIL=tea@school.example",
    "GIT_SSH_VARIANT=simple", "GIT_SSH_COMMAND=\(serve)", "PEERS=\(peers)",
  ]

  /// The folder of optional programs by others.
  private static let peers = getenv("PEERS").map { String(cString: $0) } ?? ""

  static func hasPeer(_ program: String) -> Bool { access("\(peers)/bin/\(program)", X_OK) == 0 }
}

/// Runs a preparatory command.
///
/// - Throws: `Failed` if the exit code isn't 0.
func run(_ command: [String], in folder: String) throws {
  let code = try Measurement(of: command, in: folder).exitCode
  guard code == 0 else { throw Failed("\(command.joined(separator: " ")): exit code \(code)") }
}

extension [Measurement] {
  var minimum: Double { map(\.milliseconds).min() ?? 0 }
  var median: Double { isEmpty ? 0 : map(\.milliseconds).sorted()[count / 2] }
  /// The peak memory in megabytes.
  var peakMemory: Double { Double(map(\.memory).max() ?? 0) * 1024 / 1e6 }
}
