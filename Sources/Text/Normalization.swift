import CText

/// Whether `text` is in Unicode normalization form C.
public func isNFC(_ text: String) -> Bool {
  isSurelyNFC(text) || nfc(text).unicodeScalars.elementsEqual(text.unicodeScalars)
}

/// `text` in Unicode normalization form C.
public func nfc(_ text: String) -> String {
  isSurelyNFC(text) ? text : encoded(decomposed(text, []))
}

/// `text` in Unicode normalization form KC: `ﬁ` is `fi`, `Ａ` is `A`, `²` is `2`.
public func nfkc(_ text: String) -> String {
  isASCII(text) ? text : encoded(decomposed(text, [UTF8PROC_COMPAT]))
}

/// `text` with Unicode's full case folding (`ß` becomes `ss`), in NFC.
///
/// Names that a case-insensitive file system can't distinguish have the same folded form.
public func caseFolded(_ text: String) -> String {
  isPlain(text, orSpace: true) ? text : encoded(decomposed(text, [UTF8PROC_CASEFOLD]))
}

/// A form for comparing texts that ignores case, width, presentation and spacing.
///
/// It applies NFKC and full case folding, removes invisible characters (soft hyphens, zero-width
/// spaces), replaces curly quotation marks and special hyphens by ASCII ones, trims white space
/// at both ends and reduces every other run of it to one space.
public func foldedForComparison(_ text: String) -> String {
  if isPlain(text, orSpace: false) { return text }
  let folded = decomposed(text, [UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE])
  return encoded(withSingleSpaces(folded.map(asTyped)))
}

/// Whether `scalar` is a letter, a mark or a decimal digit of any script.
public func isLetterMarkDigit(_ scalar: Unicode.Scalar) -> Bool {
  let category = utf8proc_category(Int32(bitPattern: scalar.value)).rawValue
  return (UTF8PROC_CATEGORY_LU.rawValue...UTF8PROC_CATEGORY_ND.rawValue).contains(category)
}

private func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

/// Whether the bytes alone prove NFC: no character below U+0300 composes or decomposes further.
private func isSurelyNFC(_ text: String) -> Bool {
  // 0xCC is the lead byte of U+0300.
  text.utf8.allSatisfy { $0 < 0xCC }
}

/// Whether the bytes alone prove that folding changes nothing.
private func isPlain(_ text: String, orSpace: Bool) -> Bool {
  text.utf8.allSatisfy {
    $0 < 0x80 && !(0x41...0x5A).contains($0) && (orSpace || $0 > 0x20)
  }
}

/// ASCII replacements for the typographic characters of phones and word processors.
private func asTyped(_ codepoint: Int32) -> Int32 {
  switch codepoint {
  case 0x2018, 0x2019, 0x2BC: 0x27
  case 0x201C, 0x201D, 0x201E: 0x22
  case 0x2010: 0x2D
  default: codepoint
  }
}

/// The text without white space at its ends, and with a single space for every other run of it.
private func withSingleSpaces(_ codepoints: [Int32]) -> [Int32] {
  var result: [Int32] = []
  result.reserveCapacity(codepoints.count)
  var isSpacePending = false
  for codepoint in codepoints {
    if isWhiteSpace(codepoint) {
      isSpacePending = !result.isEmpty
    } else {
      if isSpacePending { result.append(0x20) }
      isSpacePending = false
      result.append(codepoint)
    }
  }
  return result
}

/// Unicode's White_Space.
private func isWhiteSpace(_ codepoint: Int32) -> Bool {
  switch codepoint {
  case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
    0x3000:
    true
  default: false
  }
}

/// The canonical decomposition of `text`, in O(n log n).
///
/// utf8proc orders marks in quadratic time: a student's megabyte of marks would take hours.
func decomposed(_ text: String, _ options: [utf8proc_option_t]) -> [Int32] {
  let flags = options.reduce(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue) {
    $0 | $1.rawValue
  }
  let option = utf8proc_option_t(rawValue: flags)
  var codepoints: [Int32] = []
  codepoints.reserveCapacity(text.utf8.count)
  var boundary: Int32 = 0
  // The longest decomposition of a character has 18 code points.
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { buffer in
    for scalar in text.unicodeScalars {
      let count = utf8proc_decompose_char(
        Int32(bitPattern: scalar.value), buffer.baseAddress, buffer.count, option, &boundary)
      for index in 0..<max(0, min(count, buffer.count)) { codepoints.append(buffer[index]) }
    }
  }
  orderMarks(&codepoints)
  return codepoints
}

/// Sorts each run of marks by combining class; marks of the same class keep their order.
private func orderMarks(_ codepoints: inout [Int32]) {
  func combiningClass(_ index: Int) -> Int16 {
    // The first mark is U+0300.
    codepoints[index] < 0x300 ? 0 : utf8proc_get_property(codepoints[index]).pointee.combining_class
  }
  var start = 0
  while start < codepoints.count {
    var classes: [Int16] = []
    while start + classes.count < codepoints.count {
      let next = combiningClass(start + classes.count)
      if next == 0 { break }
      classes.append(next)
    }
    let run = start..<(start + classes.count)
    if zip(classes, classes.dropFirst()).contains(where: >) {
      let order = run.sorted { (classes[$0 - start], $0) < (classes[$1 - start], $1) }
      codepoints.replaceSubrange(run, with: order.map { codepoints[$0] })
    }
    start = run.upperBound + 1
  }
}

/// Composes decomposed characters.
private func encoded(_ codepoints: [Int32]) -> String {
  // utf8proc writes the bytes and a NUL in place.
  var buffer = codepoints + [0]
  let options = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
  return buffer.withUnsafeMutableBufferPointer { buffer in
    let count = utf8proc_reencode(
      buffer.baseAddress, codepoints.count, utf8proc_option_t(rawValue: options))
    let bytes = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(buffer))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
