/// Edits that rename a key or move an item without changing its text.
extension Document {
  /// Returns the document with another key for an entry, with its value, position and notation
  /// unchanged.
  /// - Throws: `EditError.refused` if the key already exists.
  public func renaming(_ path: [Step], to key: String) throws(EditError) -> Document {
    let parent = Array(path.dropLast())
    guard case .key(let old)? = path.last, let container = node(at: parent),
      let index = container.index(of: .key(old))
    else { throw .notFound(path) }
    guard !key.utf8.contains(0) else { throw .containsNUL(path) }
    if key.utf8.elementsEqual(old.utf8) { return self }
    let piece = pieces(of: container)[index]
    var end = piece.introduced - 1
    while end > piece.start, bytes[end - 1] == Byte.space { end -= 1 }
    let expected = root.changing(parent) { $0.rename(at: index, to: key) }
    return try checked(path, expected: expected) { (_) throws(EditError) in
      [
        Splice(
          piece.start..<end, Printer.quoteIfNeeded(key, flow: container.style == .flow))
      ]
    }
  }

  /// Returns the document with a list item moved, together with the comment lines directly above
  /// it. The text of all items is unchanged.
  /// - Parameter index: the item's index in the new list.
  public func moving(_ path: [Step], to index: Int) throws(EditError) -> Document {
    let parent = Array(path.dropLast())
    guard case .index(let old)? = path.last, let list = node(at: parent),
      let items = list.sequence, items.indices.contains(old), items.indices.contains(index)
    else { throw .notFound(path) }
    if index == old { return self }
    let expected = root.changing(parent) { list in
      list.remove(at: old)
      list.insert([items[old]], at: index)
    }
    return try checked(path, expected: expected) { (_) throws(EditError) in
      let pieces = pieces(of: list)
      if list.style == .flow {
        var order = Array(items.indices)
        order.insert(order.remove(at: old), at: index)
        return zip(pieces, order).map { piece, number in
          let value = pieces[number].value
          return Splice(piece.value.offset..<piece.value.end, self.text(value.offset..<value.end))
        }
      }
      guard let moved = lines(of: old, pieces),
        let target = lines(of: index, pieces)
      else { throw .entangled(path) }
      var text = self.text(moved)
      if text.last != "\n" { text += "\n" }
      let cut = Splice(moved, "")
      if index < old {
        return [Splice(target.lowerBound..<target.lowerBound, text), cut]
      }
      // The last line of a text may have no line break.
      let isEnded = target.isEmpty || bytes[target.upperBound - 1] == Byte.newline
      let added = isEnded ? text : "\n" + text.dropLast()
      return [cut, Splice(target.upperBound..<target.upperBound, added)]
    }
  }

  /// The lines of an item and of the comments directly above it; nil if it shares them with other
  /// values.
  private func lines(of index: Int, _ pieces: [Piece]) -> Range<Int>? {
    let piece = pieces[index]
    let start = bytes.lineStart(at: piece.start)
    guard bytes[start..<piece.start].allSatisfy({ $0 == Byte.space }) else { return nil }
    let bound = index == 0 ? 0 : bytes.nextLine(at: pieces[index - 1].value.end)
    return bytes.commentStart(above: start, from: bound)..<bytes.nextLine(at: piece.value.end)
  }

  /// Part of the text, with `\n` line ends.
  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].filter { $0 != Byte.carriageReturn }, as: UTF8.self)
  }
}

extension Node {
  fileprivate mutating func rename(at index: Int, to key: String) {
    guard case .mapping(var entries) = content else { return }
    entries[index] = Entry(key: key, keyOffset: 0, colon: 0, value: entries[index].value)
    content = .mapping(entries)
  }
}
