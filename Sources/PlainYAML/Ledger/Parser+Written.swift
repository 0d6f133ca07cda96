/// Skipping a value of a ledger without building its tree.
extension Parser {
  /// The most nested lists and mappings that are skipped.
  private static let deepest = 8
  /// The most entries of a mapping that are skipped.
  private static let most = 500

  /// Returns the offset after a list or mapping in the notation that ``Printer`` writes.
  ///
  /// - Parameter hashes: room for those of the keys.
  /// - Returns: nil for anything else, valid or not: ``flowCollection()`` reads that. All that is
  ///   skipped would be valid there.
  func endOfWrittenFlow(at open: Int, _ hashes: inout [UInt64]) -> Int? {
    var end = open
    return skipCollection(at: &end, depth: 1, &hashes) ? end : nil
  }

  /// - Parameter hashes: those of the keys of the mappings around it.
  private func skipCollection(at i: inout Int, depth: Int, _ hashes: inout [UInt64]) -> Bool {
    let isMapping = at(i) == Byte.openMap
    guard isMapping || at(i) == Byte.openList, depth <= Self.deepest else { return false }
    let closing = isMapping ? Byte.closeMap : Byte.closeList
    let first = hashes.count
    defer { hashes.removeSubrange(first...) }
    i += 1
    if at(i) == closing {
      i += 1
      return true
    }
    while true {
      if isMapping {
        // Keys with the same hash may be equal.
        guard let hash = skipKey(at: &i), hashes.count - first < Self.most,
          !hashes[first...].contains(hash)
        else { return false }
        hashes.append(hash)
      }
      switch at(i) {
      case Byte.openMap, Byte.openList:
        guard skipCollection(at: &i, depth: depth + 1, &hashes) else { return false }
      case Byte.double:
        repeat { i += 1 } while at(i) >= 0x20 && at(i) != Byte.double && at(i) != Byte.backslash
        guard at(i) == Byte.double else { return false }
        i += 1
      case UInt8(ascii: "~"): i += 1
      default: guard skipPlain(at: &i) else { return false }
      }
      if at(i) == closing {
        i += 1
        return true
      }
      guard at(i) == Byte.comma, at(i + 1) == Byte.space else { return false }
      i += 2
    }
  }

  /// Skips a plain ASCII key with its `: `, and returns its hash.
  private func skipKey(at i: inout Int) -> UInt64? {
    let start = i
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    while at(i) < 0x80, Byte.isWordLike(at(i)) || i > start && Self.isInner(at(i)) {
      hash = (hash ^ UInt64(at(i))) &* 0x100_0000_01b3
      i += 1
    }
    guard i > start, i - start <= limits.key, at(i) == Byte.colon, at(i + 1) == Byte.space else {
      return nil
    }
    i += 2
    return hash
  }

  /// Skips a plain scalar that doesn't begin with an indicator, except for a negative number.
  private func skipPlain(at i: inout Int) -> Bool {
    if at(i) == Byte.dash { i += 1 }
    guard Byte.isWordLike(at(i)) else { return false }
    while true {
      let byte = at(i)
      if Byte.isWordLike(byte) || Self.isInner(byte) {
        i += 1
      } else if byte == Byte.colon || byte == Byte.space, Byte.isWordLike(at(i + 1)) {
        i += 2
      } else {
        return true
      }
    }
  }

  /// Whether a byte can stand anywhere inside a plain scalar.
  private static func isInner(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.dash, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
