import Model

/// The time between two looks at a hub, which grows while the hub is away.
public struct WatchPace: Sendable {
  /// The usual time between two looks, in seconds.
  private let usual: Int64
  /// The longest time that failures lead to.
  private let longest: Int64 = 3600
  /// The number of failures since the last success.
  public private(set) var failures = 0

  /// The shortest time between two looks, so that a class can't overload a hub.
  public static let shortest: Int64 = 5

  /// - Returns: nil unless the time is between 5 seconds and 7 days.
  public init?(every time: TimeSpan) {
    guard (Self.shortest...604_800).contains(time.seconds) else { return nil }
    usual = time.seconds
  }

  /// The seconds until the next look: doubled with each failure, up to an hour.
  public var wait: Int64 {
    let doubled = usual << Int64(min(failures, 12))
    return max(usual, min(doubled, longest))
  }

  /// Records whether a look succeeded.
  public mutating func note(success isSuccess: Bool) {
    failures = isSuccess ? 0 : failures + 1
  }
}
