import PlainYAML
import Yams

/// An unexpected result.
struct Finding: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Compares trees with those composed by Yams.
struct Oracle {
  private let document: Document
  /// The offset of the first byte of each line.
  private let lines: [Int]

  private init(_ document: Document) {
    self.document = document
    var lines = [document.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (offset, byte) in document.bytes.enumerated() where byte == 0x0A {
      lines.append(offset + 1)
    }
    self.lines = lines
  }

  /// - Throws: a ``Finding`` if the trees or the positions of their nodes differ.
  static func compare(_ document: Document) throws {
    let hasMark = document.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = String(decoding: document.bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
    let theirs: Yams.Node?
    do {
      theirs = try Yams.compose(yaml: text)
    } catch {
      // Yams drops a byte-order mark at the start of a text, which can make two keys equal.
      if text.contains("\\uFEFF") || text.contains("\\ufeff") { return }
      throw Finding("Yams refuses it: \(error)")
    }
    try Oracle(document).compareRoot(theirs)
  }

  private func compareRoot(_ theirs: Yams.Node?) throws {
    let isEmpty = document.root.mapping?.isEmpty ?? false
    if isEmpty, theirs == nil || theirs?.scalar?.string.isEmpty == true { return }
    guard let theirs else { throw Finding("Yams finds nothing") }
    try compare(document.root, theirs, "")
  }

  private func compare(_ ours: PlainYAML.Node, _ theirs: Yams.Node, _ path: String) throws {
    switch (ours.content, theirs) {
    case (.null, .scalar(let scalar)):
      guard scalar.style == .plain, ["", "~", "null"].contains(scalar.string) else {
        throw Finding("\(path): nothing, for Yams '\(scalar.string)'")
      }
      if scalar.string.isEmpty { return }
    case (.scalar(let text), .scalar(let scalar)):
      guard isSame(text, scalar.string) else {
        throw Finding(
          "\(path): \(text.debugDescription), for Yams \(scalar.string.debugDescription)")
      }
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      guard isQuoted == ours.isQuoted else { throw Finding("\(path): quoted or not") }
    case (.sequence(let items), .sequence(let theirItems)):
      guard items.count == theirItems.count else { throw Finding("\(path): number of items") }
      for (index, pair) in zip(items, theirItems).enumerated() {
        try compare(pair.0, pair.1, "\(path)/\(index)")
      }
    case (.mapping(let entries), .mapping(let theirEntries)):
      guard entries.count == theirEntries.count else { throw Finding("\(path): number of keys") }
      for (entry, their) in zip(entries, theirEntries) {
        guard let key = their.key.scalar, isSame(entry.key, key.string) else {
          throw Finding("\(path): the key '\(entry.key)'")
        }
        try comparePlace(entry.keyOffset, their.key.mark, "\(path)/\(entry.key) (key)")
        try compare(entry.value, their.value, "\(path)/\(entry.key)")
      }
    default: throw Finding("\(path): another kind of node")
    }
    try comparePlace(ours.offset, theirs.mark, path)
  }

  private func isSame(_ ours: String, _ theirs: String) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return ours.utf8.elementsEqual(theirs.utf8)
      || ours.utf8.starts(with: mark) && ours.utf8.dropFirst(3).elementsEqual(theirs.utf8)
  }

  private func comparePlace(_ offset: Int, _ mark: Mark?, _ path: String) throws {
    guard let mark else { return }
    let line = (lines.firstIndex { $0 > offset } ?? lines.count)
    let before = document.bytes[lines[line - 1]..<offset]
    let column = before.count { $0 & 0xC0 != 0x80 } + 1
    guard line == mark.line, column == mark.column else {
      throw Finding("\(path): at \(line):\(column), for Yams at \(mark)")
    }
  }
}
