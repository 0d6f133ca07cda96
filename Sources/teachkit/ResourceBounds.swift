import Glibc

/// What the system lets this process and those that it starts have.
enum ResourceBounds {
  /// Bounds one kind from now on, as far as ``lift(_:)`` doesn't.
  static func set(_ kind: __rlimit_resource, to amount: Int) {
    var limit = rlimit()
    guard getrlimit(kind.number, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(amount))
    setrlimit(kind.number, &limit)
  }

  /// Takes back what ``set(_:to:)`` did.
  static func lift(_ kind: __rlimit_resource) {
    var limit = rlimit()
    guard getrlimit(kind.number, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(kind.number, &limit)
  }
}

extension __rlimit_resource {
  fileprivate var number: Int32 { Int32(rawValue) }
}
