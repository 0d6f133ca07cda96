/// A pseudorandom generator whose numbers depend only on the seed, on every machine and in every
/// version: Steele, Lea and Flood's SplitMix64 (2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A uniformly distributed number below a bound; 0 for the bound 0.
  public mutating func next(below bound: Int) -> Int {
    let bound = UInt64(max(bound, 1))
    // Reject the excess of the whole range, which would bias the result.
    let excess = UInt64.max % bound
    while true {
      let number = next()
      if number <= UInt64.max - excess - 1 || excess == bound - 1 { return Int(number % bound) }
    }
  }
}

extension Array {
  /// Shuffles reproducibly in every version (Fisher–Yates, Durstenfeld's algorithm).
  public mutating func deal(_ generator: inout SplitMix64) {
    for place in indices.dropFirst().reversed() {
      swapAt(place, generator.next(below: place + 1))
    }
  }
}
