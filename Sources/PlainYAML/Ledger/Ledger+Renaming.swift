extension Ledger {
  /// Renames the key of an entry and moves it to its new sorted position, with its text and the
  /// comment lines directly above.
  /// - Throws: `EditError.notFound` if the key doesn't exist, `EditError.refused` if the new key
  ///   exists or the line would be too long.
  public mutating func rename(_ key: String, to new: String) throws(EditError) {
    guard let number = number(of: key), let value = self[key] else { throw .notFound([.key(key)]) }
    if new.utf8.elementsEqual(key.utf8) { return }
    guard self[new] == nil else { throw .entangled([.key(new)]) }
    let isAsWritten = changes[key] == nil && slots[number].isOneLine
    let text = isAsWritten ? renamed(slots[number], number, to: new) : nil
    try set(new, Value(value))
    if let text { changes[new]?.text = text }
    remove(key)
  }

  /// The lines of an entry with its key replaced.
  private func renamed(_ slot: Slot, _ number: Int, to key: String) -> [UInt8]? {
    let above = number == 0 ? source.markLength : source.nextLine(at: slots[number - 1].end)
    let start = source.commentStart(above: slot.offset, from: above)
    var colon = slot.start
    if slot.isAbsent { colon -= 1 }
    while colon > slot.offset, source[colon] != Byte.colon { colon -= 1 }
    guard colon > slot.offset else { return nil }
    let end = source.lineEnd(at: slot.end)
    return Array(source[start..<slot.offset]) + Array(Printer.quoteIfNeeded(key).utf8)
      + Array(source[colon..<end])
  }
}
