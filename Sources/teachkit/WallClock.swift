import Glibc
import Model

/// The one clock. `TEACHKIT_NOW`, a time as `2026-11-20T08:00:00Z`, stops it for tests.
struct WallClock: Sendable {
  private let fixed: Instant?

  /// - Throws: `Failure` where `TEACHKIT_NOW` is no time.
  init(_ surroundings: Surroundings) throws {
    guard let text = surroundings.variable("TEACHKIT_NOW") else {
      fixed = nil
      return
    }
    guard let time = Instant(iso: text) else {
      throw Failure(
        .notConfigured, "TEACHKIT_NOW is '\(text)', which is no time",
        hint: "write it as 2026-11-20T08:00:00Z")
    }
    fixed = time
  }

  var now: Instant { fixed ?? Instant(seconds: Int64(time(nil))) }
}

/// The one source of randomness. `TEACHKIT_RANDOM`, a whole number, makes it repeat itself for
/// tests: the same at the same time, another at another.
struct RandomSource: RandomNumberGenerator, Sendable {
  private var system = SystemRandomNumberGenerator()
  private var repeated: SplitMix64?

  /// - Throws: `Failure` where `TEACHKIT_RANDOM` is no number.
  init(_ surroundings: Surroundings, now: Instant) throws {
    guard let text = surroundings.variable("TEACHKIT_RANDOM") else { return }
    guard let seed = UInt64(text) else {
      throw Failure(.notConfigured, "TEACHKIT_RANDOM is '\(text)', which is no whole number")
    }
    repeated = SplitMix64(
      seed: seed &+ UInt64(bitPattern: now.seconds) &* 0x9E37_79B9_7F4A_7C15)
  }

  mutating func next() -> UInt64 { repeated?.next() ?? system.next() }
}
