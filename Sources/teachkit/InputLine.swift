/// One line of standard input, or what came in its place.
enum InputLine: Hashable {
  /// Without its line break.
  case text(String)
  /// Bytes that are no UTF-8.
  case notText
  /// There is no more.
  case end
  /// Ctrl-C, with what had been typed of the line.
  case interrupted(String)

  init(_ bytes: some Collection<UInt8>) {
    self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .notText
  }
}
