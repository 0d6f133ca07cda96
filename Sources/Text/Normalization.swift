import CText

/// Tells whether `text` is in Unicode normalization form C.
public func isNFC(_ text: String) -> Bool {
  isSurelyNFC(text) || nfc(text).unicodeScalars.elementsEqual(text.unicodeScalars)
}

/// `text` in Unicode normalization form C.
public func nfc(_ text: String) -> String {
  isSurelyNFC(text) ? text : composed(text, [UTF8PROC_COMPOSE])
}

/// `text` in Unicode normalization form KC: `ﬁ` is `fi`, `Ａ` is `A`, `²` is `2`.
public func nfkc(_ text: String) -> String {
  text.utf8.allSatisfy { $0 < 0x80 } ? text : composed(text, [UTF8PROC_COMPOSE, UTF8PROC_COMPAT])
}

/// `text` with upper and lower case made one by Unicode's full case folding (`ß` is `ss`), in NFC.
///
/// Two names that a file system without case could not tell apart have the same folded form.
public func caseFolded(_ text: String) -> String {
  asciiFolded(text) ?? composed(text, [UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD])
}

/// The form in which texts are equal that differ in case, width, presentation and spacing only.
///
/// NFKC with full case folding, without characters that nobody sees (soft hyphens, zero-width
/// spaces); curly quotation marks and hyphens as a keyboard has them; white space at both ends
/// removed, each run within made one space.
public func foldedForComparison(_ text: String) -> String {
  let folded =
    asciiFolded(text)
    ?? composed(text, [UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE])
  return withSingleSpaces(folded)
}

/// Tells whether `scalar` is a letter, a mark or a decimal digit of any script.
public func isLetterMarkDigit(_ scalar: Unicode.Scalar) -> Bool {
  let category = utf8proc_category(Int32(bitPattern: scalar.value)).rawValue
  return (UTF8PROC_CATEGORY_LU.rawValue...UTF8PROC_CATEGORY_ND.rawValue).contains(category)
}

/// True where a look at the bytes shows NFC: nothing below U+0300 composes or decomposes further.
private func isSurelyNFC(_ text: String) -> Bool {
  // 0xCC is the lead byte of U+0300.
  text.utf8.allSatisfy { $0 < 0xCC }
}

/// The case-folded form of a text that is all ASCII, else nil.
private func asciiFolded(_ text: String) -> String? {
  var hasUpper = false
  for byte in text.utf8 {
    if byte >= 0x80 { return nil }
    if byte >= 0x41 && byte <= 0x5A { hasUpper = true }
  }
  return hasUpper ? text.lowercased() : text
}

private func withSingleSpaces(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var pendingSpace = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace {
      pendingSpace = !result.isEmpty
    } else {
      if pendingSpace { result.append(" ") }
      pendingSpace = false
      result.append(asTyped(scalar))
    }
  }
  return String(result)
}

/// What a keyboard has in place of the marks that phones and word processors make of it.
private func asTyped(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar {
  case "\u{2018}", "\u{2019}", "\u{2BC}": "'"
  case "\u{201C}", "\u{201D}", "\u{201E}": "\""
  case "\u{2010}": "-"
  default: scalar
  }
}

/// Decomposes, puts marks into canonical order and composes again, in time that grows no faster
/// than n log n.
///
/// utf8proc's own ordering of marks is quadratic: a student's megabyte of marks would take hours.
private func composed(_ text: String, _ options: [utf8proc_option_t]) -> String {
  let flags = options.reduce(UTF8PROC_STABLE.rawValue) { $0 | $1.rawValue }
  let option = utf8proc_option_t(rawValue: flags)
  var codepoints = decomposed(text, option)
  orderMarks(&codepoints)
  let length = codepoints.withUnsafeMutableBufferPointer {
    utf8proc_normalize_utf32($0.baseAddress, $0.count, option)
  }
  var result = String.UnicodeScalarView()
  for codepoint in codepoints.prefix(max(0, length)) {
    if let scalar = Unicode.Scalar(UInt32(bitPattern: codepoint)) { result.append(scalar) }
  }
  return String(result)
}

private func decomposed(_ text: String, _ option: utf8proc_option_t) -> [Int32] {
  var codepoints: [Int32] = []
  codepoints.reserveCapacity(text.utf8.count)
  // The longest decomposition of one character has 18.
  var buffer = [Int32](repeating: 0, count: 32)
  var boundary: Int32 = 0
  for scalar in text.unicodeScalars {
    let count = utf8proc_decompose_char(
      Int32(bitPattern: scalar.value), &buffer, buffer.count, option, &boundary)
    codepoints.append(contentsOf: buffer.prefix(max(0, count)))
  }
  return codepoints
}

/// Sorts each run of marks by combining class; marks of one class keep their order.
private func orderMarks(_ codepoints: inout [Int32]) {
  let classes = codepoints.map { utf8proc_get_property($0).pointee.combining_class }
  var start = 0
  while start < classes.count {
    var end = start
    var isOrdered = true
    while end < classes.count, classes[end] != 0 {
      if end > start, classes[end] < classes[end - 1] { isOrdered = false }
      end += 1
    }
    if !isOrdered {
      let order = (start..<end).sorted { (classes[$0], $0) < (classes[$1], $1) }
      codepoints.replaceSubrange(start..<end, with: order.map { codepoints[$0] })
    }
    start = end + 1
  }
}
