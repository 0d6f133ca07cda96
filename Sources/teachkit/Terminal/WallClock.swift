import Course
import Glibc
import Model
import Text

/// The only clock for points in time. `TEACHKIT_NOW`, such as `2026-11-20T08:00:00Z`, stops it for tests.
struct WallClock: Sendable {
  private let fixed: Instant?

  /// - Throws: `Failure` if `TEACHKIT_NOW` isn't a time.
  init(_ surroundings: Surroundings) throws {
    guard let text = surroundings.variable("TEACHKIT_NOW") else {
      fixed = nil
      return
    }
    guard let time = Instant(iso: text) else {
      throw Failure(
        .notConfigured, "invalid time '\(text)' in TEACHKIT_NOW",
        hint: "write it as 2026-11-20T08:00:00Z")
    }
    fixed = time
  }

  var now: Instant { fixed ?? Instant(seconds: Int64(time(nil))) }
}

/// The time since the machine started, which nobody sets. It measures only how long something takes.
func monotonicMilliseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
}

/// The only source of randomness.
///
/// `TEACHKIT_RANDOM`, an integer, makes it deterministic for tests: the numbers depend on it and on
/// the time.
struct RandomSource: RandomNumberGenerator, Sendable {
  private var system = SystemRandomNumberGenerator()
  private var repeated: SplitMix64?

  /// - Throws: `Failure` if `TEACHKIT_RANDOM` isn't an integer.
  init(_ surroundings: Surroundings, now: Instant) throws {
    guard let text = surroundings.variable("TEACHKIT_RANDOM") else { return }
    guard let seed = UInt64(text) else {
      throw Failure(.notConfigured, "invalid integer '\(text)' in TEACHKIT_RANDOM")
    }
    repeated = SplitMix64(
      seed: seed &+ UInt64(bitPattern: now.seconds) &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 { repeated?.next() ?? system.next() }
}
