import Text

extension Parser {
  /// The text of a key, if it is a valid key.
  func text(ofKey key: Node, colon: Int) throws(YAMLError) -> String {
    let text = key.scalar ?? self.text(key.offset..<key.end)
    if colon - key.offset > limits.key,
      bytes[key.offset..<colon].count(where: { $0 & 0xC0 != 0x80 }) > limits.key
    {
      throw error(
        .longKey, at: key.offset, "a key has at most \(limits.key) characters",
        hint: "a colon in a text? quote the text")
    }
    if text == "<<", !key.isQuoted {
      throw error(
        .mergeKey, at: key.offset, "merge keys are not allowed",
        hint: "write the entries out, or quote the key")
    }
    return text
  }

  /// Checks that a key is new in its mapping.
  /// - Parameter seen: the keys of a large mapping.
  func checkIsNew(
    _ text: String, at offset: Int, among entries: [Entry], seen: inout Set<String>
  ) throws(YAMLError) {
    let isNew: Bool
    if entries.count < 32 {
      isNew = !entries.contains { $0.key == text }
    } else {
      if seen.isEmpty { seen = Set(entries.map(\.key)) }
      isNew = seen.insert(text).inserted
    }
    if !isNew { throw duplicateKey(text, at: offset) }
  }

  func duplicateKey(_ text: String, at offset: Int) -> YAMLError {
    error(.duplicateKey, at: offset, "duplicate key '\(text)'", hint: "remove one")
  }

  func complexKey(at offset: Int) -> YAMLError {
    error(.complexKey, at: offset, "a key must be a text on one line", hint: "quote it")
  }
}
