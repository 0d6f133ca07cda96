/// The keys of one mapping, to find those that are there twice.
struct Keys {
  private var few: [String] = []
  private var many: Set<String> = []

  /// Whether the key is new.
  mutating func insert(_ key: String) -> Bool {
    if few.count < 12 {
      if few.contains(key) { return false }
      few.append(key)
      if few.count == 12 { many = Set(few) }
      return true
    }
    return many.insert(key).inserted
  }
}

extension Parser {
  /// The text of a key, if a mapping may have it and hasn't yet.
  func checkedKey(_ key: Node, colon: Int, seen: inout Keys) throws(YAMLError) -> String {
    let written = bytes[key.offset..<key.end]
    let text =
      switch key.content {
      case .scalar(let text): text
      default: String(decoding: written, as: UTF8.self)
      }
    if colon - key.offset > limits.key,
      bytes[key.offset..<colon].count(where: { $0 & 0xC0 != 0x80 }) > limits.key
    {
      throw error(.longKey, at: key.offset, "a key has at most \(limits.key) characters")
    }
    if text == "<<", !key.isQuoted {
      throw error(
        .mergeKey, at: key.offset, "merge keys are not allowed",
        hint: "write the entries out, or quote the key")
    }
    guard seen.insert(text) else {
      throw error(
        .duplicateKey, at: key.offset, "the key '\(text)' is there twice", hint: "remove one")
    }
    return text
  }
}
