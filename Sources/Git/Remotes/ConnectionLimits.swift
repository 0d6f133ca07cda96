import Substrings

/// Time limits for silent servers, because `git` waits forever by default. The user's own settings
/// take precedence. `SecureShell` handles SSH.
enum ConnectionLimits {
  /// The limit for a whole connection in seconds, for `git://`: it has no setting to detect a dead
  /// connection, and never waits for the user.
  static func whole(to place: String) -> Double? { place.hasPrefix("git://") ? 300 : nil }

  /// Git settings for `http://` and `https://`; empty for other addresses.
  static func settings(to place: String) -> [String] {
    if !place.hasPrefix("http") { return [] }
    return [("http.lowSpeedLimit", "1"), ("http.lowSpeedTime", "\(SecureShell.silence)")]
      .filter { !configured.contains($0.0.lowercased()) }
      .map { "\($0.0)=\($0.1)" }
  }

  /// Whether `git` contacts the server of this address directly: without a remote helper, and
  /// without a rewritten address (`insteadOf`).
  static func reachesItself(_ place: String) -> Bool {
    let schemes = ["ssh://", "git://", "file://"]
    return (!place.contains("://") || schemes.contains { place.hasPrefix($0) })
      && !configured.contains { $0.hasPrefix("url.") }
  }

  /// The names of the settings that the user has configured, in lower case.
  private static let configured: Set<String> = {
    var environment = GitProgram.environment()
    environment["GIT_DIR"] = "/dev/null"
    let pattern = "^(http\\.lowspeed(limit|time)|url\\..*\\.insteadof)$"
    let found = try? Subprocess(
      "git", ["config", "--name-only", "--get-regexp", pattern], environment: environment
    ).run()
    return Set(found.map { $0.outputText.split(separator: "\n").map { $0.lowercased() } } ?? [])
  }()
}
