/// `text` as one word of a shell.
func shellWord(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}

/// A command line to be copied from a sentence: `'cd math'`, or between backticks where some of its
/// words need quotes of their own.
func shellCommand(_ words: String...) -> String {
  let quoted = words.map { word in
    word.utf8.allSatisfy(isPlain) && !word.isEmpty ? word : shellWord(word)
  }
  let line = quoted.joined(separator: " ")
  return quoted == words ? "'\(line)'" : "`\(line)`"
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
