/// A step of a path from the root of a document to a value.
public enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case key(String)
  /// The number of an item, from 0.
  case index(Int)

  public init(stringLiteral key: String) { self = .key(key) }
  public init(integerLiteral index: Int) { self = .index(index) }

  var containsNUL: Bool {
    if case .key(let key) = self { key.utf8.contains(0) } else { false }
  }
}

/// Why a document could not be changed.
public enum EditError: Error, Hashable, Sendable {
  /// The path doesn't exist.
  case notFound([Step])
  /// The value at this path is not a mapping.
  case notAMapping([Step])
  /// The value at this path is not a sequence.
  case notASequence([Step])
  /// The changed text would be invalid: too large, too deep, or with a key that is too long or
  /// duplicate. The position refers to the rejected text.
  case refused(YAMLError)
  /// The value or a key contains NUL.
  case containsNUL([Step])
  /// The text can't be changed without changing another value.
  case entangled([Step])
}

extension Document {
  /// Returns the document with the value at a path set. Only the lines of that value change.
  /// Missing mappings on the path are created. A missing last key is added after the sibling that
  /// precedes it in `order`, or else at the end.
  /// - Parameter order: the canonical order of the last key and its siblings.
  public func setting(
    _ path: [Step], to value: Value, order: [String] = []
  ) throws(EditError) -> Document {
    guard !value.containsNUL, !path.contains(where: \.containsNUL) else { throw .containsNUL(path) }
    var node = root
    for (depth, step) in path.enumerated() {
      switch (step, node.content) {
      case (.key(let key), .mapping(let entries)):
        if let entry = entries.first(where: { $0.key == key }) {
          node = entry.value
          continue
        }
        let isLast = depth == path.count - 1
        return try adding(
          [Value.Pair(key, try nested(path, below: depth, value))], to: Array(path[..<depth]),
          order: isLast ? order : [])
      case (.key(let key), .null):
        let pair = Value.Pair(key, try nested(path, below: depth, value))
        return try replacing(Array(path[..<depth]), with: .mapping([pair]))
      case (.key, _): throw .notAMapping(Array(path[..<depth]))
      case (.index(let index), .sequence(let items)):
        guard items.indices.contains(index) else { throw .notFound(Array(path[...depth])) }
        node = items[index]
      case (.index, _): throw .notASequence(Array(path[..<depth]))
      }
    }
    return node == Node(value) ? self : try replacing(path, with: value)
  }

  /// Returns the document with several keys of the root mapping set, as if one after the other.
  /// Missing keys are added at the end in one change.
  public func setting(_ pairs: [Value.Pair]) throws(EditError) -> Document {
    let known = Set((root.mapping ?? []).map(\.key))
    let document = try replacing(pairs.filter { known.contains($0.key) })
    let new = pairs.filter { !known.contains($0.key) }
    if new.isEmpty { return document }
    guard !Value.mapping(new).containsNUL else { throw .containsNUL([]) }
    if document.root.isNull { return try document.replacing([], with: .mapping(new)) }
    return try document.adding(new, to: [], order: [])
  }

  /// Returns the document with values of the root mapping replaced: all in one change, or one
  /// after the other if their lines overlap.
  private func replacing(_ pairs: [Value.Pair]) throws(EditError) -> Document {
    let values = Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    if let document = replacingAtOnce(values) { return document }
    var document = self
    for pair in pairs {
      document = try document.setting([.key(pair.key)], to: pair.value)
    }
    return document
  }

  private func replacingAtOnce(_ values: [String: Value]) -> Document? {
    guard var entries = root.mapping, !values.values.contains(where: \.containsNUL) else {
      return nil
    }
    var changing: [(piece: Piece, value: Value)] = []
    for (index, piece) in pieces(of: root).enumerated() {
      guard let value = values[entries[index].key], Node(value) != piece.value else { continue }
      entries[index].value = Node(value)
      changing.append((piece, value))
    }
    if changing.isEmpty { return self }
    var expected = root
    expected.content = .mapping(entries)
    let column = column(of: root)
    return try? checked([], expected: expected) { (quotesText) throws(EditError) in
      let splices = changing.flatMap { piece, value in
        root.style == .flow
          ? [Splice(piece.value.offset..<piece.value.end, Printer.flow(value))]
          : blockReplacement(of: piece, in: column, with: value, quotesText: quotesText)
      }
      let isInOrder = zip(splices, splices.dropFirst()).allSatisfy {
        $0.range.upperBound <= $1.range.lowerBound
      }
      if !isInOrder { throw .entangled([]) }
      return splices
    }
  }

  /// The document with entries of the root mapping changed, each as a separate document: all in one
  /// change, or one after the other if they overlap.
  public func changingEntries<Failure: Error>(
    _ keys: Set<String>, _ change: (String, Document) throws(Failure) -> Document
  ) throws -> Document {
    var splices: [Splice] = []
    var entries = root.mapping ?? []
    for (index, piece) in pieces(of: root).enumerated() where keys.contains(entries[index].key) {
      let key = entries[index].key
      let range = piece.start..<bytes.lineEnd(at: piece.value.end)
      guard root.style == .block, let lone = try? Document(Array(bytes[range])),
        lone.root.mapping?.count == 1, lone.root[key] == piece.value
      else { return try keys.sorted().reduce(self) { try change($1, $0) } }
      let changed = try change(key, lone)
      guard let value = changed.root[key], changed.root.mapping?.count == 1 else {
        throw EditError.entangled([.key(key)])
      }
      entries[index].value = value
      let text = changed.bytes.filter { $0 != Byte.carriageReturn }
      splices.append(Splice(range, String(decoding: text, as: UTF8.self)))
    }
    var expected = root
    expected.content = .mapping(entries)
    return try checked([], expected: expected) { (_) throws(EditError) in splices }
  }

  /// Returns the document without the value at a path and the comment lines directly above it.
  public func removing(_ path: [Step]) throws(EditError) -> Document {
    guard let last = path.last, node(at: path) != nil else { throw .notFound(path) }
    let parent = Array(path.dropLast())
    guard let container = node(at: parent) else { throw .notFound(parent) }
    let pieces = pieces(of: container)
    guard let index = container.index(of: last) else { throw .notFound(path) }
    if pieces.count == 1, container.style != .flow, !parent.isEmpty || container.mapping == nil {
      return try replacing(parent, with: container.mapping == nil ? .sequence([]) : .mapping([]))
    }
    let expected = root.changing(parent) { $0.remove(at: index) }
    return try checked(path, expected: expected) { (isLastTry) throws(EditError) in
      container.style == .flow
        ? flowRemoval(of: index, from: container, pieces)
        : blockRemoval(of: index, pieces, takesBlanks: isLastTry)
    }
  }

  /// The document without some items of a list, from the last one to the first.
  public func removing(_ indices: [Int], of list: [Step]) throws(EditError) -> Document {
    guard let node = node(at: list), let items = node.sequence else { return self }
    if indices.count == items.count, !items.isEmpty {
      return try setting(list, to: .sequence([]))
    }
    if indices.count > 1, node.style == .block {
      let gone = Set(indices)
      let expected = root.changing(list) { node in
        node.content = .sequence(items.indices.filter { !gone.contains($0) }.map { items[$0] })
      }
      let pieces = pieces(of: node)
      let all = try? checked(list, expected: expected) { (takesBlanks) throws(EditError) in
        indices.sorted().flatMap { blockRemoval(of: $0, pieces, takesBlanks: takesBlanks) }
      }
      if let all { return all }
    }
    var document = self
    for index in indices.sorted().reversed() {
      document = try document.removing(list + [.index(index)])
    }
    return document
  }

  /// Returns the document with items appended to a list, in the list's style. A missing or null
  /// list is created.
  public func appending(_ values: [Value], to path: [Step]) throws(EditError) -> Document {
    if values.isEmpty { return self }
    guard let list = node(at: path), !list.isNull, list.style != .absent else {
      return try setting(path, to: .sequence(values))
    }
    guard let items = list.sequence else { throw .notASequence(path) }
    guard !values.contains(where: \.containsNUL) else { throw .containsNUL(path) }
    if let sealed = try sealed(after: list.end) { return try sealed.appending(values, to: path) }
    let expected = root.changing(path) { $0.insert(values.map { Node($0) }, at: items.count) }
    if list.style == .flow {
      return try checked(path, expected: expected) { (_) throws(EditError) in
        let text = values.map { Printer.flow($0) }.joined(separator: ", ")
        return flowInsertion(text, at: items.count, in: list)
      }
    }
    let column = column(of: list)
    return try checked(path, expected: expected) { (quotesText) throws(EditError) in
      let new = values.map { Rendering.item($0, column: column, quotesText: quotesText) }
      return blockInsertion(new, at: items.count, in: list)
    }
  }

  /// Returns the document with an item appended to a list.
  public func appending(_ value: Value, to path: [Step]) throws(EditError) -> Document {
    try appending([value], to: path)
  }

  /// Returns the document with a plain scalar and the text cut off it joined in quotes. A comment
  /// after that stays.
  public func joiningCut(at path: [Step]) throws(EditError) -> Document {
    guard let node = node(at: path), let text = node.scalar, let cut = cut(from: node) else {
      throw .notFound(path)
    }
    let whole = text + String(decoding: bytes[node.end..<cut.upperBound], as: UTF8.self)
    let expected = root.changing(path) { $0 = Node(.scalar(whole)) }
    return try checked(path, expected: expected) { (_) throws(EditError) in
      [Splice(node.offset..<cut.upperBound, Printer.flow(.scalar(whole)))]
    }
  }

  /// The path to the value that begins at a byte offset.
  public func path(to offset: Int) -> [Step]? { root.path(to: offset) }

  /// The node at a path.
  public func node(at path: [Step]) -> Node? {
    var node = root
    for step in path {
      guard let next = node.child(step) else { return nil }
      node = next
    }
    return node
  }

  /// The value for the step at `depth` of a path whose later keys don't exist yet.
  private func nested(
    _ path: [Step], below depth: Int, _ value: Value
  ) throws(EditError) -> Value {
    var value = value
    for step in path[(depth + 1)...].reversed() {
      guard case .key(let key) = step else { throw .notFound(path) }
      value = .mapping([Value.Pair(key, value)])
    }
    return value
  }

  /// Returns the document with adjacent new keys in a mapping.
  private func adding(
    _ pairs: [Value.Pair], to path: [Step], order: [String]
  ) throws(EditError) -> Document {
    guard let mapping = node(at: path), let entries = mapping.mapping, let first = pairs.first
    else { throw .notAMapping(path) }
    let index = place(of: first.key, among: entries.map(\.key), order: order)
    let expected = root.changing(path) { $0.insert(pairs, at: index) }
    switch mapping.style {
    case .flow:
      let text = String(Printer.flow(.mapping(pairs)).dropFirst().dropLast())
      return try checked(path, expected: expected) { (_) throws(EditError) in
        flowInsertion(text, at: index, in: mapping)
      }
    case .absent: return try replacing([], with: .mapping(pairs))
    default:
      let column = column(of: mapping)
      if index > 0, let sealed = try sealed(after: entries[index - 1].value.end) {
        return try sealed.adding(pairs, to: path, order: order)
      }
      return try checked(path, expected: expected) { (quotesText) throws(EditError) in
        let new = pairs.map { Rendering.entry($0, column: column, quotesText: quotesText) }
        return blockInsertion(new, at: index, in: mapping)
      }
    }
  }

  /// Where a new key goes among its siblings.
  private func place(of key: String, among keys: [String], order: [String]) -> Int {
    guard let rank = order.firstIndex(of: key) else { return keys.count }
    for earlier in order[..<rank].reversed() {
      if let index = keys.lastIndex(of: earlier) { return index + 1 }
    }
    for later in order[(rank + 1)...] {
      if let index = keys.firstIndex(of: later) { return index }
    }
    return keys.count
  }

  /// The document with an existing value replaced.
  func replacing(_ path: [Step], with value: Value) throws(EditError) -> Document {
    let expected = root.changing(path) { $0 = Node(value) }
    return try checked(path, expected: expected) { (quotesText) throws(EditError) in
      guard let last = path.last else { return rootReplacement(value, quotesText: quotesText) }
      guard let container = node(at: path.dropLast()), let index = container.index(of: last)
      else { throw .notFound(path) }
      let piece = pieces(of: container)[index]
      if container.style == .flow {
        return [Splice(piece.value.offset..<piece.value.end, Printer.flow(value))]
      }
      return blockReplacement(
        of: piece, in: column(of: container), with: value, quotesText: quotesText)
    }
  }

  /// Applies a change and verifies the result by parsing it. If a block scalar would swallow the
  /// following lines or lacks its last line break, other notations are tried.
  func checked(
    _ path: [Step], expected: Node, _ change: (_ quotesText: Bool) throws(EditError) -> [Splice]
  ) throws(EditError) -> Document {
    var failure = EditError.entangled(path)
    for (quotesText, endsLine) in [(false, false), (false, true), (true, false)] {
      if endsLine, bytes.last == Byte.newline { continue }
      let changed = Splice.apply(try change(quotesText), to: bytes, endsLine: endsLine)
      do throws(YAMLError) {
        let document = try Document(changed)
        if document.root == expected { return document }
      } catch {
        failure = .refused(error)
      }
    }
    throw failure
  }

  /// If `offset` is the end of the text, after a block scalar without a final line break: the
  /// document in which another line can follow that scalar.
  private func sealed(after offset: Int) throws(EditError) -> Document? {
    guard offset == bytes.count, bytes.last != Byte.newline else { return nil }
    var path: [Step] = []
    var node = root
    while let last = node.lastStep, let child = node.child(last) {
      path.append(last)
      node = child
    }
    guard node.style == .literal || node.style == .folded, let text = node.scalar,
      !bytes[node.offset..<headEnd(of: node)].contains(Byte.dash)
    else { return nil }
    return try replacing(path, with: .scalar(text))
  }
}
