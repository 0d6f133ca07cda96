import Course
import Glibc

/// The resource limits of this process and its children.
enum ResourceBounds {
  /// Lowers the soft limit of a resource until ``raise(_:)``.
  static func set(_ kind: __rlimit_resource, to amount: Int) {
    var limit = rlimit()
    guard getrlimit(kind.number, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(amount))
    setrlimit(kind.number, &limit)
  }

  /// Raises the soft limit to the hard limit again.
  static func raise(_ kind: __rlimit_resource) {
    var limit = rlimit()
    guard getrlimit(kind.number, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(kind.number, &limit)
  }
}

extension __rlimit_resource {
  fileprivate var number: Int32 { Int32(rawValue) }
}
