/// Leaves out the sequences of keys such as arrows.
struct EscapeFilter {
  private enum State {
    case none, begun, sequence
  }

  private var state = State.none

  /// Whether a byte belongs to such a sequence.
  mutating func skips(_ byte: UInt8) -> Bool {
    switch state {
    case .none:
      guard byte == 0x1B else { return false }
      state = .begun
    case .begun: state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .none
    case .sequence: if (0x40...0x7E).contains(byte) { state = .none }
    }
    return true
  }
}
