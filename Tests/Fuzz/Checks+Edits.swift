import PlainYAML

/// Random edits: each makes the requested change and keeps every other line.
extension Checks {
  /// The lines of a text that an edit may change, from 1.
  private typealias Lines = ClosedRange<Int>

  mutating func edit(_ document: Document) throws {
    let (path, node, lines, parent) = place(in: document)
    let value = random.value(depth: 2)
    let changed: Document
    let allowed: Lines
    do throws(EditError) {
      switch (random.below(4), node.content) {
      case (0, .mapping(let entries)):
        let key = random.text()
        if entries.contains(where: { $0.key == key }) { return }
        let order = random.oneIn(2) ? [key] + entries.map(\.key).shuffled(using: &random) : []
        changed = try document.setting(path + [.key(key)], to: value, order: order)
        guard changed.root.find(path + [.key(key)]) != nil else { throw EditError.notFound(path) }
        allowed = lines
      case (0, .sequence):
        changed = try document.appending(value, to: path)
        allowed = lines
      case (1, _) where !path.isEmpty:
        changed = try document.removing(path)
        // Removing the last entry of a collection leaves empty brackets in its place. Removing the
        // first one, if its line begins with a dash, joins that line with the next.
        let start = max(1, lines.lowerBound - comments(above: lines, document))
        allowed =
          parent.map { min(start, $0.lowerBound)...max($0.upperBound, lines.upperBound) }
          ?? start...(lines.upperBound + (isFirst(path, document) ? 1 : 0)
          + blanks(below: lines, document))
      default:
        changed = try document.setting(path, to: value)
        allowed = lines
      }
    } catch {
      switch error {
      case .entangled: counts.entangledEdits += 1
      case .refused, .containsNUL: counts.refusedEdits += 1
      default: throw Finding("\(path): \(error)")
      }
      return
    }
    counts.edited += 1
    try compare(document.bytes, changed.bytes, allowed, "\(path)")
    _ = try Oracle.compare(changed)
  }

  private func isFirst(_ path: [Step], _ document: Document) -> Bool {
    let entries = document.root.find(path.dropLast())?.mapping
    return path.last == .index(0) || path.last == entries?.first.map { .key($0.key) }
  }

  /// Returns a random value of a document with the lines of its entry, and the lines of its
  /// container if the value is its only entry.
  private mutating func place(in document: Document) -> ([Step], Node, Lines, Lines?) {
    func line(_ offset: Int) -> Int { document.position(of: offset).line }
    var path: [Step] = []
    var node = document.root
    var lines = 1...max(1, line(node.end))
    var parent: Lines?
    while !random.oneIn(4) {
      switch node.content {
      case .mapping(let entries) where !entries.isEmpty:
        let entry = random.pick(entries)
        parent = entries.count == 1 ? lines : nil
        path.append(.key(entry.key))
        node = entry.value
        lines = line(entry.keyOffset)...max(line(entry.keyOffset), line(node.end))
      case .sequence(let items) where !items.isEmpty:
        let index = random.below(items.count)
        path.append(.index(index))
        parent = items.count == 1 ? lines : nil
        let start = index == 0 ? line(node.offset) : line(items[index - 1].end)
        node = items[index]
        lines = start...max(start, line(node.end))
      default: return (path, node, lines, parent)
      }
    }
    return (path, node, lines, parent)
  }

  private func comments(above lines: Lines, _ document: Document) -> Int {
    let text = self.lines(document.bytes)
    return text[..<(lines.lowerBound - 1)].reversed().prefix {
      $0.first { $0 != 0x20 } == UInt8(ascii: "#")
    }.count
  }

  /// Returns the number of blank lines below, which may disappear if a text above keeps its blank
  /// lines.
  private func blanks(below lines: Lines, _ document: Document) -> Int {
    guard document.text.contains("+") else { return 0 }
    let text = self.lines(document.bytes)
    return text.dropFirst(lines.upperBound).prefix { $0.allSatisfy { $0 == 0x20 } }.count
  }

  /// Checks that only these lines differ.
  private func compare(
    _ old: [UInt8], _ new: [UInt8], _ allowed: Lines, _ what: String
  ) throws {
    let (old, new) = (lines(old), lines(new))
    let before = old.prefix(allowed.lowerBound - 1)
    let after = old.dropFirst(allowed.upperBound)
    guard before.count + after.count <= new.count, new.starts(with: before),
      new.suffix(after.count).elementsEqual(after)
    else {
      let text = String(decoding: Array(new.joined(separator: [0x0A])), as: UTF8.self)
      throw Finding("\(what): other lines than \(allowed) changed:\n\(text)")
    }
  }

  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes.dropFirst(mark).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
  }

  /// Checks that a ledger, which reads its values on demand, holds what a document holds.
  private func compareWithDocument(_ ledger: Ledger, _ bytes: [UInt8]) throws {
    let entries: [Entry]
    do throws(YAMLError) {
      entries = try Document(bytes).root.mapping ?? []
    } catch {
      throw Finding("a ledger is no document: \(error)")
    }
    guard Set(ledger.keys) == Set(entries.map(\.key)) else {
      throw Finding("keys of a ledger: \(ledger.keys)")
    }
    for entry in entries {
      guard let node = ledger[entry.key], node == entry.value,
        (node.offset, node.end) == (entry.value.offset, entry.value.end)
      else { throw Finding("'\(entry.key)' of a ledger") }
    }
  }

  mutating func ledger(_ bytes: [UInt8]) throws {
    guard let old = try? Ledger(bytes) else { return }
    counts.ledgers += 1
    guard old.bytes == bytes else { throw Finding("the ledger's bytes changed") }
    try compareWithDocument(old, bytes)
    var ledger = old
    let key = random.oneIn(2) && !old.keys.isEmpty ? random.pick(old.keys) : random.text()
    let value = random.value(depth: 2)
    var line: Lines = 1...1
    if let offset = old.offset(of: key), let node = old[key] {
      line = old.position(of: offset).line...old.position(of: node.end).line
    }
    let isRemoval = random.oneIn(3)
    if isRemoval {
      ledger.remove(key)
    } else {
      do throws(EditError) { try ledger.set(key, value) } catch { return }
    }
    let read: Ledger
    do throws(YAMLError) {
      read = try Ledger(ledger.bytes)
    } catch {
      throw Finding("a changed ledger is refused: \(error)")
    }
    guard read.keys == ledger.keys, (read[key] == nil) == isRemoval else {
      throw Finding("keys of a changed ledger: \(read.keys)")
    }
    for other in read.keys where read[other] != ledger[other] {
      throw Finding("'\(other)' of a changed ledger")
    }
    let isTidy = !old.lineText(at: 0).isEmpty && !bytes.contains { $0 == UInt8(ascii: "|") }
    if isTidy, !isRemoval, old[key] != nil {
      try compare(bytes, ledger.bytes, line, "ledger '\(key)'")
    }
  }
}

extension Node {
  func find(_ path: [Step]) -> Node? {
    var node = self
    for step in path {
      let next: Node? =
        switch step {
        case .key(let key): node[key]
        case .index(let index): node.sequence?[index]
        }
      guard let next else { return nil }
      node = next
    }
    return node
  }
}
