import Substrings

/// Quotes `text` as one word of a shell.
public func shellWord(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

/// Formats a command line for a sentence: `'cd math'`, or between backticks if some of its words
/// need quotes.
public func shellCommand(_ words: String...) -> String {
  let line = shellLine(words)
  return line == words.joined(separator: " ") ? "'\(line)'" : "`\(line)`"
}

/// Formats a command line for a separate line.
public func shellLine(_ words: [String]) -> String {
  words.map { word in
    word.utf8.allSatisfy(isPlain) && !word.isEmpty ? word : shellWord(word)
  }.joined(separator: " ")
}

/// Whether a byte needs no quotes in a shell, as letters of all scripts.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
    true
  default: "-_./+,:@%".utf8.contains(byte)
  }
}
