/// A link or picture in a text.
public struct MarkdownLink: Hashable {
  /// The text in brackets; the description of a picture.
  let text: String
  let target: String
  let isPicture: Bool
}

/// Finds `[text](target)` and `![alt](target)` outside code.
func markdownLinks(in text: String) -> [MarkdownLink] {
  let bytes = Array(text.utf8)
  var found: [MarkdownLink] = []
  var opened: [Int] = []
  var i = 0
  while i < bytes.count {
    switch bytes[i] {
    case UInt8(ascii: "\\"): i += 1
    case UInt8(ascii: "`"):
      if let end = endOfCode(at: i, in: bytes) { i = end - 1 }
    case UInt8(ascii: "["): opened.append(i)
    case UInt8(ascii: "]"):
      guard let open = opened.popLast(), i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "("),
        let close = bytes[i...].firstIndex(of: UInt8(ascii: ")"))
      else { break }
      found.append(
        MarkdownLink(
          text: String(decoding: bytes[(open + 1)..<i], as: UTF8.self),
          target: target(bytes[(i + 2)..<close]),
          isPicture: open > 0 && bytes[open - 1] == UInt8(ascii: "!")))
      i = close
    default: break
    }
    i += 1
  }
  return found
}

/// The end of a code span, after as many backticks as it began with.
private func endOfCode(at start: Int, in bytes: [UInt8]) -> Int? {
  let tick = UInt8(ascii: "`")
  let count = bytes[start...].prefix { $0 == tick }.count
  var i = start + count
  while i < bytes.count {
    let run = bytes[i...].prefix { $0 == tick }.count
    if run == count { return i + run }
    i += max(run, 1)
  }
  // An unclosed run is plain text.
  return start + count
}

/// The target without its title and angle brackets: `<a b.png> "Title"` is `a b.png`.
private func target(_ bytes: ArraySlice<UInt8>) -> String {
  var rest = bytes.drop { $0 == UInt8(ascii: " ") }
  if rest.first == UInt8(ascii: "<") {
    rest = rest.dropFirst().prefix { $0 != UInt8(ascii: ">") }
  } else {
    rest = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
  }
  return String(decoding: rest, as: UTF8.self)
}

extension MarkdownLink {
  /// The file that a relative target names; nil for an address or a place on the same page.
  public static func file(_ target: String) -> String? {
    let path = target.prefix { $0 != "#" && $0 != "?" }
    let first = path.prefix { $0 != "/" }
    guard !path.isEmpty, !path.hasPrefix("/"), !first.contains(":") else { return nil }
    return decoded(path)
  }

  /// The text with `%20` decoded to a space.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
