import CGit2

extension Repository {
  /// A setting from all of Git's configuration files; nil where none sets it.
  public func setting(_ key: String) throws(GitError) -> String? {
    let config = try Handle(free: git_config_free) {
      git_repository_config_snapshot(&$0, handle.pointer)
    }
    var text: UnsafePointer<CChar>?
    try callIfFound(key) { git_config_get_string(&text, config.pointer, key) }
    return text.map { String(cString: $0) }
  }

  /// A setting from the user's and the system's configuration files, outside of any repository.
  public static func userSetting(_ key: String) throws(GitError) -> String? {
    let all = try Handle(free: git_config_free) { git_config_open_default(&$0) }
    let config = try Handle(free: git_config_free) { git_config_snapshot(&$0, all.pointer) }
    var text: UnsafePointer<CChar>?
    try callIfFound(key) { git_config_get_string(&text, config.pointer, key) }
    return text.map { String(cString: $0) }
  }

  /// Writes a setting into the repository's own configuration; nil removes it.
  public func set(_ key: String, to value: String?) throws(GitError) {
    var waiting = Backoff(patience: patience)
    while true {
      do {
        try write(key, value)
        return
      } catch {
        if error.code != .locked { throw error }
        if LockOwner.clearIfAbandoned("config.lock", in: refs.root) { continue }
        if !waiting.pause() { throw error }
      }
    }
  }

  private func write(_ key: String, _ value: String?) throws(GitError) {
    let config = try Handle(free: git_config_free) {
      git_repository_config(&$0, handle.pointer)
    }
    let own = try Handle(layout.commonFolder, free: git_config_free) {
      git_config_open_level(&$0, config.pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
    if let value {
      try call(layout.commonFolder) { git_config_set_string(own.pointer, key, value) }
    } else {
      try callIfFound(layout.commonFolder) { git_config_delete_entry(own.pointer, key) }
    }
  }

  /// The user's name and address as Git's configuration has them; nil where either is missing.
  public func identity() throws(GitError) -> (name: String, email: String)? {
    guard let name = try setting("user.name"), let email = try setting("user.email"),
      !name.isEmpty, !email.isEmpty
    else { return nil }
    return (name, email)
  }
}
