import Substrings

/// How long `git` waits for a server that says nothing: for ever, unless somebody tells it otherwise.
/// What the user has set stands. Of servers that are reached by SSH `SecureShell` knows.
enum ConnectionLimits {
  /// How long everything may take, in seconds, where nothing can tell a dead connection from a slow
  /// one: `git://` has no setting for it, and asks no questions.
  static func whole(to place: String) -> Double? { place.hasPrefix("git://") ? 300 : nil }

  /// Settings for `http://` and `https://`; none for other addresses.
  static func settings(to place: String) -> [String] {
    if !place.hasPrefix("http") { return [] }
    return [("http.lowSpeedLimit", "1"), ("http.lowSpeedTime", "\(SecureShell.silence)")]
      .filter { !configured.contains($0.0.lowercased()) }
      .map { "\($0.0)=\($0.1)" }
  }

  /// Whether `git` talks to a server itself, by the address as it stands: without a helper, as for
  /// `https://…`, and without another address that the user has set in its place.
  static func reachesItself(_ place: String) -> Bool {
    let schemes = ["ssh://", "git://", "file://"]
    return (!place.contains("://") || schemes.contains { place.hasPrefix($0) })
      && !configured.contains { $0.hasPrefix("url.") }
  }

  /// Which of the settings the user has, in small letters, as Git tells them.
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
