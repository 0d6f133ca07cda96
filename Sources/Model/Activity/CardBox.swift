/// The box of a flash card. A card that was known moves to the next box and comes back later; one
/// that wasn't returns to the first (Leitner, "So lernt man lernen", 1972).
public struct CardBox: Hashable, Sendable {
  /// The number of boxes.
  public static let count = 5
  /// The hours until a card of each box comes back: one, three, seven and fourteen days, less four
  /// hours, so that practising a little earlier on the day counts.
  private static let hours: [Int64] = [0, 20, 68, 164, 332]

  /// From 1.
  public let number: Int
  /// The time of the last answer.
  public let at: Instant

  /// - Returns: nil for a number without a box.
  public init?(_ number: Int, at: Instant) {
    guard (1...Self.count).contains(number) else { return nil }
    (self.number, self.at) = (number, at)
  }

  /// The box after an answer.
  ///
  /// - Parameter box: the one before; nil for a new card.
  public init(after box: CardBox?, isKnown: Bool, at now: Instant) {
    number = isKnown ? min((box?.number ?? 1) + 1, Self.count) : 1
    at = now
  }

  /// When the card comes back.
  public var due: Instant { at.adding(seconds: Self.hours[number - 1] * 3600) }
}
