/// Git's hooks on a hub: one validates a push, the other accepts it.
public enum HookName: String, CaseIterable, Sendable {
  case preReceive = "pre-receive"
  case procReceive = "proc-receive"
}

/// The environment variables with which `hub serve` describes a request to the hooks.
enum HookVariable {
  /// The path of this program.
  static let program = "TEACHKIT_PROGRAM"
  /// The hub's folder.
  static let hub = "TEACHKIT_HUB"
  /// The principal of the request.
  static let principal = "TEACHKIT_PARTY"
  /// The requested repository.
  static let place = "TEACHKIT_PLACE"
  /// The descriptor of the repository's lock.
  static let lock = "TEACHKIT_LOCK"
}

/// The time limits of connections, in seconds.
public enum ConnectionTime {
  /// The maximum duration for a teacher, enough to upload films over a slow line.
  static let mostForTeachers = 12 * 3600
  /// The maximum duration for a student.
  static let mostForStudents = 3600
  /// The maximum idle time for a student.
  public static let mostIdle = 60
}
