import Course
import Git
import Glibc
import Text

/// The environment of a run. Environment variables and terminals are read only here.
struct Surroundings: Sendable {
  /// Returns the value of an environment variable, or nil if it is unset or empty.
  var variable: @Sendable (String) -> String?
  /// The commit that Git merges into HEAD while it runs this program as a merge driver.
  var merged: @Sendable () -> String?
  var inputIsTerminal: Bool
  var outputIsTerminal: Bool
  var errorIsTerminal: Bool
  /// The terminal's size in characters.
  var width: Int
  var height: Int

  /// An empty environment: no variables, no terminal.
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

  /// The environment of this process.
  static let process: Surroundings = {
    var surroundings = Surroundings()
    // When OpenSSH runs this for a client, the client may control variables; it mustn't set the
    // clock.
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
    let terminal = surroundings.outputIsTerminal ? STDOUT_FILENO : STDERR_FILENO
    if let size = windowSize(of: terminal) { (surroundings.width, surroundings.height) = size }
    if let columns = surroundings.variable("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      surroundings.width = columns
    }
    return surroundings
  }()

  /// The present size of a terminal's window in characters; nil if it is unknown.
  static func windowSize(of terminal: Int32) -> (width: Int, height: Int)? {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether a program is installed, given by its name or path.
  func hasProgram(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    return variable("PATH")?.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
      ?? false
  }

  /// Returns the commit in Git's variable `GITHEAD_COMMIT`, or nil unless Git merges exactly one
  /// head.
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

  /// The shell command of the pager; nil for none.
  var pager: String? {
    let chosen = variable("TEACHKIT_PAGER") ?? variable("PAGER") ?? "less"
    return chosen == "cat" || !outputIsTerminal || isPlainTerminal ? nil : chosen
  }

  /// Returns the path of this program.
  ///
  /// - Throws: `Failure` if the system doesn't provide it.
  static func program() throws -> String {
    if let path = realPath("/proc/self/exe") { return path }
    throw Failure(
      .ioFailure, "cannot determine the path of teachkit: \(String(cString: strerror(errno)))")
  }

  /// The folder for temporary files.
  var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }

  /// Whether the terminal supports no escape sequences.
  var isPlainTerminal: Bool { variable("TERM") == nil || variable("TERM") == "dumb" }

  /// The IANA name of this machine's time zone; `UTC` if unknown.
  var zoneName: String {
    if let name = variable("TZ"), !name.hasPrefix(":"), !name.hasPrefix("/") { return name }
    guard let path = realPath("/etc/localtime") else { return "UTC" }
    let parts = path.split(separator: "/")
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
