import Glibc

/// How the `git` program is run.
public enum GitProgram {
  /// The CPU limit in seconds for processing an untrusted push on a hub; an honest push takes about
  /// one second.
  public static let mostComputing = 10

  /// Settings for one run: no programs from the repository, and no background processes.
  public static let settings = [
    "protocol.ext.allow=never", "core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0",
    "maintenance.auto=false", "fetch.fsckObjects=true", "fetch.writeCommitGraph=false",
    "push.followTags=false", "push.gpgSign=false", "submodule.recurse=false",
    "fetch.prune=false", "fetch.showForcedUpdates=true",
    // Git flushes packs, but not loose objects.
    "fetch.unpackLimit=1",
  ]

  private static let kept: Set<String> = [
    "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_TERMINAL_PROMPT",
    "GIT_EXEC_PATH", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL",
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_PROXY_SSL_CAINFO",
    "GIT_HTTP_PROXY_AUTHMETHOD", "GIT_HTTP_USER_AGENT", "GIT_HTTP_LOW_SPEED_LIMIT",
    "GIT_HTTP_LOW_SPEED_TIME",
  ]

  /// This process's environment in English, without variables that redirect `git` to another
  /// repository. Without a terminal, `git` never prompts.
  public static func environment() -> [String: String] {
    var found: [String: String] = [:]
    var next = environ
    while let setting = next.pointee {
      let text = String(cString: setting)
      next += 1
      guard let equals = text.firstIndex(of: "=") else { continue }
      let name = String(text[..<equals])
      if name.hasPrefix("GIT_"), !kept.contains(name) { continue }
      found[name] = String(text[text.index(after: equals)...])
    }
    found["LC_ALL"] = "C"
    found["LANGUAGE"] = nil
    if isatty(0) == 0 { found["GIT_TERMINAL_PROMPT"] = "0" }
    return found
  }
}
