import CGit2

extension Repository {
  /// A setting from all of Git's configuration files; nil if it isn't set.
  public func setting(_ key: String) throws(GitError) -> String? {
    let config = try Handle(free: git_config_free) {
      git_repository_config_snapshot(&$0, handle.pointer)
    }
    var text: UnsafePointer<CChar>?
    try callIfFound(key) { git_config_get_string(&text, config.pointer, key) }
    return text.map { String(cString: $0) }
  }

  /// A setting from the user's and the system's configuration files, outside any repository.
  public static func userSetting(_ key: String) throws(GitError) -> String? {
    let all = try Handle(free: git_config_free) { git_config_open_default(&$0) }
    let config = try Handle(free: git_config_free) { git_config_snapshot(&$0, all.pointer) }
    var text: UnsafePointer<CChar>?
    try callIfFound(key) { git_config_get_string(&text, config.pointer, key) }
    return text.map { String(cString: $0) }
  }

  /// All values of a setting in the user's and the system's configuration files, in their order.
  public static func userSettings(_ key: String) throws(GitError) -> [String] {
    let config = try Handle(free: git_config_free) { git_config_open_default(&$0) }
    var iterator: OpaquePointer?
    try call(key) { git_config_iterator_new(&iterator, config.pointer) }
    defer { git_config_iterator_free(iterator) }
    var values: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let found = entry?.pointee {
      guard let name = found.name, String(cString: name) == key else { continue }
      values.append(found.value.map { String(cString: $0) } ?? "")
    }
    return values
  }

  /// Writes a setting to the repository's own configuration; nil removes it.
  public func set(_ key: String, to value: String?) throws(GitError) {
    // If this process were killed, libgit2's own lock would stay without a trace of its owner.
    let locks = RefLocks(access, patience: patience)
    try locks.acquire("config", in: refs.root)
    defer { locks.release() }
    let copy = Leftover.name(for: "config")
    defer { refs.root.remove(copy) }
    try refs.root.writeNew(copy, try refs.root.read("config") ?? [], access, .none)
    let path = refs.root.path(of: copy)
    let config = try Handle(path, free: git_config_free) { git_config_open_ondisk(&$0, path.cPath) }
    if let value {
      try call(path) { git_config_set_string(config.pointer, key, value) }
    } else {
      try callIfFound(path) { git_config_delete_entry(config.pointer, key) }
    }
    try refs.root.flush(copy)
    try refs.root.move(copy, to: "config")
    try refs.root.synchronise()
  }

  /// The user's name and address from Git's configuration; nil if either is missing.
  public func identity() throws(GitError) -> (name: String, email: String)? {
    guard let name = try setting("user.name"), let email = try setting("user.email"),
      !name.isEmpty, !email.isEmpty
    else { return nil }
    return (name, email)
  }
}
