/// A range of a text and its replacement.
struct Splice {
  let range: Range<Int>
  /// The replacement, with `\n` line ends.
  let text: String

  init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }

  /// The text with all ranges replaced, with the text's own line ends.
  /// - Parameter endsLine: whether to add a line break at the end.
  static func apply(_ splices: [Splice], to bytes: [UInt8], endsLine: Bool) -> [UInt8] {
    let isCRLF = bytes.firstIndex(of: Byte.newline).map {
      $0 > 0 && bytes[$0 - 1] == Byte.carriageReturn
    }
    var result: [UInt8] = []
    var rest = 0
    func append(_ text: String) {
      for byte in text.utf8 {
        if byte == Byte.newline, isCRLF == true { result.append(Byte.carriageReturn) }
        result.append(byte)
      }
    }
    for splice in splices {
      result += bytes[rest..<splice.range.lowerBound]
      append(splice.text)
      rest = splice.range.upperBound
    }
    result += bytes[rest...]
    if endsLine { append("\n") }
    return result
  }
}
