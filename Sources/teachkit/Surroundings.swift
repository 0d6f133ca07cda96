import Glibc

/// What a run finds around it. Environment and terminals are read here and nowhere else.
struct Surroundings: Sendable {
  /// The value of an environment variable; nil where it is unset or empty.
  var variable: @Sendable (String) -> String?
  /// The commit that Git merges into HEAD, where it runs this program for that.
  var merged: @Sendable () -> String?
  var inputIsTerminal: Bool
  var outputIsTerminal: Bool
  var errorIsTerminal: Bool
  /// The terminal's size in characters.
  var width: Int
  var height: Int

  /// Nothing around: no variables, no terminal.
  init(variables: [String: String] = [:]) {
    variable = { variables[$0] }
    merged = { nil }
    inputIsTerminal = false
    outputIsTerminal = false
    errorIsTerminal = false
    width = 80
    height = 24
  }

  private static func isSet(_ name: String) -> Bool { getenv(name).map { $0[0] != 0 } ?? false }

  /// What this process was started with.
  static let process: Surroundings = {
    var surroundings = Surroundings()
    // Where OpenSSH runs this for somebody, what it is told may be theirs, and the time isn't.
    let isServed = isSet("SSH_CONNECTION") && getenv("SSH_ORIGINAL_COMMAND") != nil
    surroundings.variable = { name in
      guard isSet(name), let value = getenv(name) else { return nil }
      if isServed, name.hasPrefix("TEACHKIT_") { return nil }
      return String(cString: value)
    }
    surroundings.merged = headMerged
    surroundings.inputIsTerminal = isatty(STDIN_FILENO) == 1
    surroundings.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    surroundings.errorIsTerminal = isatty(STDERR_FILENO) == 1
    var size = winsize()
    let terminal = surroundings.outputIsTerminal ? STDOUT_FILENO : STDERR_FILENO
    if ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      (surroundings.width, surroundings.height) = (Int(size.ws_col), Int(size.ws_row))
    }
    if let columns = surroundings.variable("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      surroundings.width = columns
    }
    return surroundings
  }()

  /// Git names what it merges as `GITHEAD_` with the commit; of several none is meant.
  @Sendable private static func headMerged() -> String? {
    var found: [String] = []
    var next = environ
    while let setting = next.pointee {
      let name = String(cString: setting).prefix { $0 != "=" }
      if name.hasPrefix("GITHEAD_") { found.append(String(name.dropFirst("GITHEAD_".count))) }
      next += 1
    }
    return found.count == 1 ? found.first : nil
  }

  /// The program that shows what is longer than the screen, as a shell command; nil for none.
  var pager: String? {
    let chosen = variable("TEACHKIT_PAGER") ?? variable("PAGER") ?? "less"
    return chosen == "cat" || !outputIsTerminal || isPlainTerminal ? nil : chosen
  }

  /// The path of this program.
  ///
  /// - Throws: `Failure` where the system doesn't tell.
  static func program() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw Failure(
        .ioFailure, "can't tell where teachkit is: \(String(cString: strerror(errno)))")
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Where files that don't stay go.
  var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }

  /// A terminal that knows no escape sequences.
  var isPlainTerminal: Bool { variable("TERM") == nil || variable("TERM") == "dumb" }

  /// The IANA name of this machine's time zone; `UTC` where it can't be told.
  var zoneName: String {
    if let name = variable("TZ"), !name.hasPrefix(":"), !name.hasPrefix("/") { return name }
    guard let path = realpath("/etc/localtime", nil) else { return "UTC" }
    defer { free(path) }
    let parts = String(cString: path).split(separator: "/")
    guard let folder = parts.firstIndex(of: "zoneinfo"), folder < parts.count - 1 else {
      return "UTC"
    }
    return parts[(folder + 1)...].joined(separator: "/")
  }

  func usesColor(_ use: ColorUse, isTerminal: Bool) -> Bool {
    switch use {
    case .always: true
    case .never: false
    case .auto: isTerminal && !isPlainTerminal && variable("NO_COLOR") == nil
    }
  }
}
