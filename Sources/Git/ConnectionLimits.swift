import Substrings

/// How long `git` waits for a server that says nothing: for ever, unless somebody tells it otherwise.
/// What the user has set stands.
struct ConnectionLimits {
  /// After how many seconds without a sign of life a connection counts as dead.
  private static let silence = 60

  /// How long everything may take, in seconds, where nothing can tell a dead connection from a slow
  /// one: `git://` has no setting for it, and asks no questions.
  static func whole(to place: String) -> Double? { place.hasPrefix("git://") ? 300 : nil }

  private let environment: [String: String]

  /// - Parameter environment: that of the `git` that is to be run.
  init(_ environment: [String: String]) { self.environment = environment }

  /// Settings for `http://` and `https://`; none for other addresses.
  func settings(to place: String) -> [String] {
    if !place.hasPrefix("http") { return [] }
    return [("http.lowSpeedLimit", "1"), ("http.lowSpeedTime", "\(Self.silence)")]
      .filter { !Self.configured.contains($0.0.lowercased()) }
      .map { "\($0.0)=\($0.1)" }
  }

  /// The command by which `git` reaches a server by SSH; nil where it is to stay as it is.
  func sshCommand(to place: String) -> String? {
    guard let host = Self.sshHost(of: place), environment["GIT_SSH_COMMAND"] == nil,
      environment["GIT_SSH"] == nil, !Self.configured.contains("core.sshcommand"),
      let known = try? Subprocess("ssh", ["-G", "--", host], environment: environment).run()
    else { return nil }
    return Self.sshCommand(knowing: known.outputText)
  }

  /// - Parameter settings: what `ssh -G` tells, a setting each line.
  static func sshCommand(knowing settings: String) -> String? {
    let limits = [
      ("connecttimeout none", "ConnectTimeout=\(silence)"),
      ("serveraliveinterval 0", "ServerAliveInterval=\(silence / 3)"),
    ]
    let known = settings.split(separator: "\n").map { $0.lowercased() }
    let missing = limits.filter { known.contains($0.0) }.map { " -o \($0.1)" }
    return missing.isEmpty ? nil : "ssh" + missing.joined()
  }

  /// Whether `git` talks to a server itself, by the address as it stands: without a helper, as for
  /// `https://…`, and without another address that the user has set in its place.
  static func reachesItself(_ place: String) -> Bool {
    let schemes = ["ssh://", "git://", "file://"]
    return (!place.contains("://") || schemes.contains { place.hasPrefix($0) })
      && !configured.contains { $0.hasPrefix("url.") }
  }

  /// What SSH calls the server, with the user; nil for addresses that it isn't asked about.
  static func sshHost(of place: String) -> String? {
    guard let scheme = place.firstRange(of: "://") else {
      return place.hasPrefix("[") ? nil : String(place.prefix { $0 != ":" })
    }
    guard place[..<scheme.lowerBound].contains("ssh") else { return nil }
    let host = place[scheme.upperBound...].prefix { $0 != "/" }
    let port = host.lastIndex(of: ":") ?? host.endIndex
    return host.hasSuffix("]") ? nil : String(host[..<port])
  }

  /// Which of the settings the user has, in small letters, as Git tells them.
  private static let configured: Set<String> = {
    var environment = GitProgram.environment()
    environment["GIT_DIR"] = "/dev/null"
    let pattern = "^(core\\.sshcommand|http\\.lowspeed(limit|time)|url\\..*\\.insteadof)$"
    let found = try? Subprocess(
      "git", ["config", "--name-only", "--get-regexp", pattern], environment: environment
    ).run()
    return Set(found.map { $0.outputText.split(separator: "\n").map { $0.lowercased() } } ?? [])
  }()
}
