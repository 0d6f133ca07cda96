/// Locations of values in the text, and replacements of its bytes.
extension Document {
  /// An entry or item of a collection.
  struct Piece {
    /// The offset of its key or dash; in a flow list, of the item.
    let start: Int
    /// The offset after its `:` or dash.
    let introduced: Int
    let value: Node
    let isItem: Bool
  }

  func column(of node: Node) -> Int { node.offset - bytes.lineStart(at: node.offset) }

  func pieces(of container: Node) -> [Piece] {
    switch container.content {
    case .mapping(let entries):
      return entries.map {
        Piece(start: $0.keyOffset, introduced: $0.colon + 1, value: $0.value, isItem: false)
      }
    case .sequence(let items):
      var dash = container.offset
      return items.map { item in
        if container.style == .flow {
          return Piece(
            start: item.offset, introduced: item.offset, value: item, isItem: true)
        }
        let piece = Piece(start: dash, introduced: dash + 1, value: item, isItem: true)
        dash = nextContent(below: item.end)
        return piece
      }
    case .null, .scalar: return []
    }
  }

  /// The offset of the first content below the line of `offset`.
  private func nextContent(below offset: Int) -> Int {
    var i = bytes.nextLine(at: offset)
    while i < bytes.count {
      while i < bytes.count, bytes[i] == Byte.space { i += 1 }
      guard i < bytes.count, bytes[i] == Byte.hash || Byte.isEnd(bytes[i]) else { break }
      i = bytes.nextLine(at: i)
    }
    return i
  }

  /// The offset after the part of a scalar on its first line.
  func headEnd(of node: Node) -> Int {
    guard node.style == .literal || node.style == .folded else { return node.end }
    var end = node.offset + 1
    while end < bytes.count, !Byte.isBlankOrEnd(bytes[end]) { end += 1 }
    return end
  }

  /// Whether only spaces precede an offset on its line.
  private func startsLine(_ offset: Int) -> Bool {
    bytes[bytes.lineStart(at: offset)..<offset].allSatisfy { $0 == Byte.space }
  }

  private func joined(_ lines: [String]) -> String { lines.map { "\n" + $0 }.joined() }

  // MARK: - Flow collections

  func flowInsertion(_ text: String, at index: Int, in container: Node) -> [Splice] {
    let pieces = pieces(of: container)
    guard let first = pieces.first else {
      return [Splice(container.offset + 1..<container.end - 1, text)]
    }
    if index == 0 { return [Splice(first.start..<first.start, text + ", ")] }
    let end = pieces[index - 1].value.end
    return [Splice(end..<end, ", " + text)]
  }

  func flowRemoval(of index: Int, from container: Node, _ pieces: [Piece]) -> [Splice] {
    if pieces.count == 1 { return [Splice(container.offset + 1..<container.end - 1, "")] }
    if index + 1 < pieces.count {
      return [Splice(pieces[index].start..<pieces[index + 1].start, "")]
    }
    return [Splice(pieces[index - 1].value.end..<pieces[index].value.end, "")]
  }

  // MARK: - Blocks

  /// Adds entries or items to a nonempty block.
  func blockInsertion(_ new: [Rendering], at index: Int, in container: Node) -> [Splice] {
    let indentation = String(repeating: " ", count: column(of: container))
    let lines = new.flatMap { $0.lines(indentation) }
    if index > 0 {
      let end = bytes.lineEnd(at: pieces(of: container)[index - 1].value.end)
      return [Splice(end..<end, joined(lines))]
    }
    let start = container.offset
    if startsLine(start) {
      let line = bytes.commentStart(above: bytes.lineStart(at: start), from: 0)
      return [Splice(line..<line, lines.map { $0 + "\n" }.joined())]
    }
    let text = lines.joined(separator: "\n").dropFirst(indentation.count)
    return [Splice(start..<start, text + "\n" + indentation)]
  }

  /// Removes an entry or item of a block with its lines.
  /// - Parameter takesBlanks: whether to remove the blank lines below, which would otherwise
  ///   become part of a block scalar above.
  func blockRemoval(of index: Int, _ pieces: [Piece], takesBlanks: Bool) -> [Splice] {
    let piece = pieces[index]
    var end = bytes.nextLine(at: piece.value.end)
    while takesBlanks, end < bytes.count,
      bytes[end..<bytes.lineEnd(at: end)].allSatisfy({ $0 == Byte.space })
    {
      end = bytes.nextLine(at: end)
    }
    guard startsLine(piece.start) else {
      // The dash before the first entry continues with the next entry if that is on the next line.
      let next = index + 1 < pieces.count ? pieces[index + 1].start : end
      let isAdjacent = bytes.lineStart(at: next) == end
      return [Splice(piece.start..<(isAdjacent ? next : bytes.lineEnd(at: piece.value.end)), "")]
    }
    let bound = index == 0 ? 0 : bytes.nextLine(at: pieces[index - 1].value.end)
    let start = bytes.commentStart(above: bytes.lineStart(at: piece.start), from: bound)
    return [Splice(start..<end, "")]
  }

  func rootReplacement(_ value: Value, quotesText: Bool) -> [Splice] {
    let rendering = Rendering(value, column: 0, quotesText: quotesText)
    let isEmpty = rendering.head == "{}"
    let lines = isEmpty ? [] : (rendering.head.map { [$0] } ?? []) + rendering.body
    if root.style == .absent {
      let text = lines.map { $0 + "\n" }.joined()
      let needsBreak = bytes.count > bytes.markLength && bytes.last != Byte.newline
      return [Splice(bytes.count..<bytes.count, (needsBreak ? "\n" : "") + text)]
    }
    let start = bytes.lineStart(at: root.offset)
    return [Splice(start..<bytes.lineEnd(at: root.end), lines.joined(separator: "\n"))]
  }

  /// Replaces the value of an entry or item of a block at `column`.
  func blockReplacement(
    of piece: Piece, in column: Int, with value: Value, quotesText: Bool
  ) -> [Splice] {
    let old = piece.value
    let introLine = bytes.lineEnd(at: piece.introduced)
    let isBelow = old.offset > introLine
    let oldLine = bytes.lineStart(at: old.offset)
    let staysInPlace = isBelow || old.style == .block || piece.isItem && old.style != .absent
    let hasComment = isBelow && bytes[introLine..<oldLine].contains(Byte.hash)
    var place = staysInPlace ? self.column(of: old) : column + 2
    if place == column, case .mapping = value { place += 2 }
    var new = Rendering(
      value, column: place, textColumn: column + 2,
      quotesText: quotesText || hasComment && old.style == .block)
    let end = bytes.lineEnd(at: old.end)
    if old.style == .block, isBelow {
      guard let head = new.head else {
        return [Splice(oldLine..<end, new.body.joined(separator: "\n"))]
      }
      let start = new.body.isEmpty ? bytes.lineBreak(before: oldLine) : introLine
      return [
        Splice(piece.introduced..<piece.introduced, " " + head),
        Splice(start..<end, joined(new.body)),
      ]
    }
    if new.head == nil, staysInPlace || piece.isItem {
      new.head = String(new.body.removeFirst().drop { $0 == " " })
    }
    if old.style == .block {
      return [Splice(old.offset..<end, (new.head ?? "") + joined(new.body))]
    }
    let headEnd = headEnd(of: old)
    let head =
      switch new.head {
      case nil: Splice(piece.introduced..<headEnd, "")
      case let head? where old.style == .absent:
        Splice(piece.introduced..<piece.introduced, " " + head)
      case let head?: Splice(old.offset..<headEnd, head)
      }
    return [head, Splice(bytes.lineEnd(at: headEnd)..<end, joined(new.body))]
  }
}
