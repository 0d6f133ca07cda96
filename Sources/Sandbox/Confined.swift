import Glibc

/// The command line that runs a program in a sandbox.
///
/// The program's files are copied to its working folder, which is in memory and limited in size, so
/// that no file outlives the run. The sandbox omits files instead of denying access to them: of
/// this machine it contains only `/usr` and a few files that programs need to start.
struct Confined {
  /// The whole command line.
  let words: [String]

  /// - Parameter filter: the descriptor from which bubblewrap reads the system call filter.
  init(_ program: SandboxedProgram, in confinement: Sandbox.Confinement, filter: Int) {
    let limits = program.limits
    var limited = [
      "/usr/bin/prlimit", "--cpu=\(Int(limits.time.rounded(.up)) + 1)", "--core=0",
      "--nofile=256", "--fsize=\(limits.disk)", "--nproc=\(limits.processes)",
    ]
    if let memory = limits.memory { limited.append("--as=\(memory)") }
    limited.append("--")
    switch confinement {
    case .bubblewrap:
      words =
        Confined.asStranger + Confined.bubblewrap(program, filter)
        + ["/bin/sh", "-c", "cp -R \(Confined.given)/. . || exit; \(Confined.watched)", "sh"]
        + limited + program.command
    case .none:
      // The trap removes the folder with everything that the program wrote there.
      let script = """
        folder=$(mktemp -d) && cp -R "$1"/. "$folder" && cd "$folder" && shift || exit
        export HOME="$folder" LANG=C.UTF-8
        trap 'cd / && rm -rf "$folder"' EXIT
        \(Confined.watched)
        """
      words =
        [
          "/usr/bin/env", "PATH=\(Confined.path(besides: program.readable))",
          "TMPDIR=\(program.folder)/..", "/bin/sh", "-c", script, "sh", program.folder,
        ] + limited + program.command
    }
  }

  /// Runs the arguments of a shell script, and finally prints the CPU time used and, after a crash,
  /// the peak memory. It uses Perl if available, otherwise the shell.
  private static let watched = """
    "$@"; status=$?; times >&2
    case $status in 134|135|139) perl=$(command -v perl) && exec "$perl" -MConfig -e '
      $usage = "\\0" x 144;
      syscall($Config{archname} =~ /^x86_64/ ? 98 : 165, -1, $usage);
      printf STDERR "peak %d\\n", (unpack "q18", $usage)[4];
      exit shift' "$status"
    esac
    exit $status
    """

  /// The read-only folder in the sandbox that contains the program's files.
  static let given = "/given"

  /// The folders in the sandbox in which programs can create files.
  static let writable = ["/dev/shm", "/tmp", "/work"]

  /// The files that describe the user's keys, if the system has any.
  private static let keyLists: [String] = ["/proc/keys", "/proc/key-users"].filter {
    access($0, F_OK) == 0
  }

  /// The search path for programs.
  static func path(besides folders: [String]) -> String {
    (folders.flatMap { ["\($0)/bin", "\($0)/usr/bin"] } + ["/usr/local/bin", "/usr/bin", "/bin"])
      .joined(separator: ":")
  }

  /// The command that drops root's privileges, because process limits don't apply to root.
  private static var asStranger: [String] {
    guard geteuid() == 0 else { return [] }
    return [
      "/usr/bin/setpriv", "--reuid=\(Workspace.stranger)", "--regid=\(Workspace.stranger)",
      "--clear-groups",
    ]
  }

  private static func bubblewrap(_ program: SandboxedProgram, _ filter: Int) -> [String] {
    var words = [
      "bwrap", "--seccomp", "\(filter)", "--unshare-all", "--unshare-user", "--disable-userns",
      "--die-with-parent",
      "--new-session", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000",
      "--hostname", "sandbox", "--clearenv",
    ]
    let environment = [
      ("PATH", path(besides: program.readable)), ("HOME", "/work"), ("LANG", "C.UTF-8"),
    ]
    for (name, value) in environment { words += ["--setenv", name, value] }
    words += ["--ro-bind", "/usr", "/usr"]
    for folder in ["bin", "lib", "lib64", "sbin"] {
      words += ["--symlink", "usr/\(folder)", "/\(folder)"]
    }
    for place in ["/etc/alternatives", "/etc/ld.so.cache"] + program.readable {
      words += ["--ro-bind-try", place, place]
    }
    words += ["--ro-bind", program.folder, given, "--proc", "/proc", "--dev", "/dev"]
    // Mapping /dev/zero would be memory that no process owns; devices can't be opened when bound.
    for file in ["/dev/zero"] + keyLists { words += ["--ro-bind", "/dev/null", file] }
    // Every writable folder has a size limit; its parents become read-only once it exists.
    for folder in writable {
      words += ["--size", "\(program.limits.disk)", "--tmpfs", folder]
    }
    return words + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/work", "--"]
  }
}
