import Course

/// A line of standard input, or why there is none.
enum InputLine: Hashable {
  /// A line without its line break.
  case text(String)
  /// Invalid UTF-8.
  case notText
  /// The end of the input.
  case end
  /// Ctrl-C, or a signal that ends the run, with the text typed so far.
  case interrupted(String)

  init(_ bytes: some Collection<UInt8>) {
    self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .notText
  }
}
