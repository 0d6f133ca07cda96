/// `text` with all characters that could control a terminal or hide in it replaced by visible
/// escapes: `\u{202E}`, `\n`, `\t`.
///
/// These are control characters, bidirectional and other format characters, zero-width spaces and
/// joiners, line and paragraph separators, and noncharacters. A joiner between two non-ASCII
/// characters stays, because Persian, Indic scripts and emoji use it.
/// - Parameter keepingLines: keeps `\n` and `\t`, for text shown on several lines.
public func visible(_ text: String, keepingLines: Bool = false) -> String {
  if text.isPrintableASCII { return text }
  var result = String.UnicodeScalarView()
  var previous: Unicode.Scalar?
  let scalars = text.unicodeScalars
  var index = scalars.startIndex
  while index < scalars.endIndex {
    let scalar = scalars[index]
    index = scalars.index(after: index)
    let next = index < scalars.endIndex ? scalars[index] : nil
    if !isHidden(scalar)
      || isJoining(scalar, between: previous, and: next)
      || keepingLines && (scalar == "\n" || scalar == "\t")
    {
      result.append(scalar)
    } else {
      result.append(contentsOf: escape(scalar).unicodeScalars)
    }
    previous = scalar
  }
  return String(result)
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  let properties = scalar.properties
  if properties.isVariationSelector { return false }
  if isRawByte(scalar) { return true }
  if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return true }
  switch properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: return true
  default: return false
  }
}

private func isJoining(
  _ scalar: Unicode.Scalar, between previous: Unicode.Scalar?, and next: Unicode.Scalar?
) -> Bool {
  guard scalar == "\u{200C}" || scalar == "\u{200D}", let previous, let next else { return false }
  return [previous, next].allSatisfy {
    !$0.isASCII && !$0.properties.isWhitespace
      && ($0.properties.isVariationSelector || !isHidden($0))
  }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  default:
    isRawByte(scalar)
      ? "\\x\(String(scalar.value & 0xFF, radix: 16, uppercase: true))"
      : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}

/// Whether a character represents a byte of a path that isn't UTF-8, see `Git.PathText`.
private func isRawByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x10FF80 }

extension String {
  /// Whether all characters are printable ASCII.
  var isPrintableASCII: Bool {
    // A loop without an early exit is vectorised.
    let others = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(UInt8(0)) { $0 | ($1 &- 0x20 < 0x5F ? 0 : 1) }
    }
    return others.map { $0 == 0 } ?? utf8.allSatisfy { $0 &- 0x20 < 0x5F }
  }
}

/// Returns the message with control characters in its arguments made visible.
public func visible(_ message: Message) -> Message { message.mapArguments { visible($0) } }
