import Course
import Substrings
import Text

/// A line while it is typed: consumes key bytes and produces screen output.
///
/// A terminal's own line editing drops everything after 4095 bytes. This type implements the same
/// few keys without that limit: Backspace deletes a character, Ctrl-W a word, Ctrl-U the line.
struct TypedLine {
  enum Outcome {
    case goesOn, done
    /// Ctrl-D on an empty line.
    case end
    /// Ctrl-C.
    case interrupted
  }

  /// The length at which a line is returned without waiting for its end.
  private static let maximumLength = 1 << 20

  /// The bytes typed so far.
  private(set) var bytes: [UInt8] = []
  /// The columns used before the line, by the prompt.
  private let start: Int
  /// The width of the screen in columns.
  private let width: Int
  /// Whether the terminal supports no escape sequences.
  private let isPlain: Bool
  /// The number of trailing bytes of an incomplete character, which aren't on the screen yet.
  private var unseen = 0
  private var escapes = EscapeFilter()

  init(after prompt: String, width: Int, isPlain: Bool) {
    start = displayWidth(prompt)
    self.width = max(2, width)
    self.isPlain = isPlain
  }

  /// The line as shown on the screen.
  var shown: String { shown(String(decoding: bytes, as: UTF8.self)) }

  /// Processes the next byte.
  ///
  /// - Parameter screen: receives the output for it.
  mutating func process(_ byte: UInt8, _ screen: inout String) -> Outcome {
    if escapes.skips(byte) { return .goesOn }
    switch byte {
    case 0x03: return .interrupted
    case 0x04: return bytes.isEmpty ? .end : .done
    case 0x08, 0x7F: erase(toward: lengthWithoutCharacter(), &screen)
    case 0x0A, 0x0D: return .done
    case 0x15: erase(toward: 0, &screen)
    case 0x17: erase(toward: lengthWithoutWord(), &screen)
    case 0x00..<0x20 where byte != 0x09: break
    default:
      add(byte, &screen)
      if bytes.count >= TypedLine.maximumLength { return .done }
    }
    return .goesOn
  }

  private mutating func add(_ byte: UInt8, _ screen: inout String) {
    bytes.append(byte)
    unseen += 1
    let whole = bytes.suffix(unseen)
    // Bytes that can't become a character appear as a replacement character.
    guard let text = String(validating: whole, as: UTF8.self) ?? (unseen > 3 ? "\u{FFFD}" : nil)
    else { return }
    screen += shown(text)
    unseen = 0
  }

  // MARK: Erasing

  private func lengthWithoutCharacter() -> Int {
    guard unseen == 0, let text = String(validating: bytes, as: UTF8.self) else {
      return max(0, bytes.count - 1)
    }
    return bytes.count - (text.last?.utf8.count ?? 0)
  }

  private func lengthWithoutWord() -> Int {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let text = bytes.lastIndex { !isBlank($0) } ?? -1
    return text < 0 ? 0 : (bytes[..<text].lastIndex(where: isBlank) ?? -1) + 1
  }

  /// Truncates the line to `length` bytes and updates the screen accordingly.
  private mutating func erase(toward length: Int, _ screen: inout String) {
    guard length < bytes.count else { return }
    let before = place(after: bytes)
    bytes.removeLast(bytes.count - length)
    unseen = 0
    let after = place(after: bytes)
    if isPlain {
      let columns = (before.row - after.row) * width + before.column - after.column
      for _ in 0..<max(0, columns) { screen += "\u{8} \u{8}" }
      return
    }
    // At the right edge, the cursor stays on the last character and can't be moved past it: write
    // that character again.
    let last = after.column == width ? String(decoding: bytes, as: UTF8.self).last : nil
    let lastShown = last.map { shown(String($0)) } ?? ""
    let column = after.column - displayWidth(lastShown)
    screen += "\r"
    if before.row > after.row { screen += "\u{1B}[\(before.row - after.row)A" }
    if column > 0 { screen += "\u{1B}[\(column)C" }
    screen += "\u{1B}[J" + lastShown
  }

  /// Returns the cursor position after some bytes of the line: rows below the prompt's first row,
  /// and the column.
  private func place(after bytes: [UInt8]) -> (row: Int, column: Int) {
    var (row, column) = (start / width, start % width)
    for character in shown(String(decoding: bytes, as: UTF8.self)) {
      let columns = displayWidth(String(character))
      if column + columns > width { (row, column) = (row + 1, 0) }
      column += columns
    }
    return (row, column)
  }

  private func shown(_ text: String) -> String {
    visible(text.replacing("\t", with: "    "))
  }
}
