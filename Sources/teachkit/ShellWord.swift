import Substrings

/// `text` as one word of a shell.
func shellWord(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

/// A command line to be copied from a sentence: `'cd math'`, or between backticks where some of its
/// words need quotes of their own.
func shellCommand(_ words: String...) -> String {
  let line = shellLine(words)
  return line == words.joined(separator: " ") ? "'\(line)'" : "`\(line)`"
}

/// A command line to be copied from where it stands alone.
func shellLine(_ words: [String]) -> String {
  words.map { word in
    word.utf8.allSatisfy(isPlain) && !word.isEmpty ? word : shellWord(word)
  }.joined(separator: " ")
}

/// Whether a byte means itself in a shell. Letters of other scripts do.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
    true
  default: "-_./+,:@%".utf8.contains(byte)
  }
}
