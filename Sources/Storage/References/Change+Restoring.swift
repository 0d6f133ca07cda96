import Model
import PlainYAML

/// Restores earlier states of objects.
extension Change {
  /// Restores an object from another state of the school.
  ///
  /// If the object was removed, its files and references are restored as well, unless they have
  /// other values now. If it still exists, only the object itself is restored, and the rest is
  /// returned as missing.
  /// - Parameters:
  ///   - past: the other state.
  ///   - present: the newest commit; untracked files are left alone.
  ///   - isGone: whether to treat it as removed although its file exists, as a merge leaves it.
  /// - Returns: the files that are restored with it, and those that aren't.
  /// - Throws: `ChangeError`, `FaultyFiles`, `EditError`.
  public func restore(
    _ object: ObjectPath, from past: SchoolFiles, replacing present: SchoolFiles,
    isGone: Bool = false
  ) throws -> [Companion] {
    let isThere = try !isGone && Locator(schoolFiles).exactly("\(object)") == object
    if !isThere { try checkPlace(of: object) }
    let mentions = try past.mentions(of: object)
    let ownPath = try past.ownPath(of: object)
    let others = mentions.filter { !($0.file == ownPath && $0.isOwn(of: object)) }
    var along: [Companion] = []
    for mention in mentions where mention.file == ownPath && mention.isOwn(of: object) {
      if mention.form == .whole {
        try restoreAll(ownPath, from: past, replacing: isThere ? present : nil)
      } else if let document = try past.document(at: ownPath) {
        try restore(entry: mention, from: document)
      }
    }
    if isThere { return try missing(others, of: object) }
    let removed = Set(try past.removals(of: mentions).filter { $0.form == .whole }.map(\.file))
    for (file, mentions) in Dictionary(grouping: others, by: \.file) {
      let isThere = try kind(of: file) != nil
      if removed.contains(file) {
        if isThere { continue }
        try restoreAll(file, from: past, replacing: nil)
        let count = try max(1, past.ledgerFiles(in: file).count)
        along.append(Companion(path: file, fate: .restored, count: count))
      } else if isThere, try restore(mentions, in: file, from: past) {
        along.append(Companion(path: file, fate: .changed, count: 1))
      }
    }
    return along.sorted { $0.path < $1.path }
  }

  /// Places that mentioned an existing object in the past and no longer do.
  private func missing(_ mentions: [Mention], of object: ObjectPath) throws -> [Companion] {
    let present = Set(try schoolFiles.mentions(of: object).map(\.place))
    let files = Set(mentions.filter { !present.contains($0.place) }.map(\.file))
    return files.sorted().map { Companion(path: $0, fate: .gone, count: 1) }
  }

  private func checkPlace(of object: ObjectPath) throws {
    let files = schoolFiles
    switch object {
    case .group(let id, _) where try !files.classIDs().contains(id):
      throw ChangeError.parentMissing(kind: "class", path: "classes/\(id)")
    case .exercise(let path, _) where try !files.isWorksheet(path):
      throw ChangeError.parentMissing(kind: "worksheet", path: "\(path)")
    case .exercise(let path, let id):
      if let other = try files.worksheet(path).exercise(everCalled: id) {
        throw ChangeError.formerName("\(object)", of: "\(path)/\(other.id)")
      }
    case .context(let path):
      if path.components.isEmpty { return }
      guard try files.exists(ContextPath(subject: path.subject)) else {
        throw ChangeError.parentMissing(kind: "subject", path: path.subject)
      }
      try checkIsGone(path)
    default: return
    }
  }

  /// Checks that an object was removed and not renamed.
  private func checkIsGone(_ path: ContextPath) throws {
    let files = schoolFiles
    for other in try files.contexts(below: ContextPath(subject: path.subject))
    where !other.components.isEmpty {
      guard try files.names(of: other).dropLast().contains(path.work) else { continue }
      throw ChangeError.formerName("\(path)", of: "\(other)")
    }
  }

  /// Restores a file or folder.
  ///
  /// - Parameter present: the files to remove if they didn't exist then; nil if nothing is there.
  private func restoreAll(
    _ path: String, from past: SchoolFiles, replacing present: SchoolFiles?
  ) throws {
    if let bytes = try past.source.bytes(at: path) {
      return try write(path, bytes, isProgram: try past.source.isProgram(path))
    }
    let before = try past.files(below: path)
    for file in before {
      guard let bytes = try past.source.bytes(at: file) else { continue }
      try write(file, bytes, isProgram: try past.source.isProgram(file))
    }
    let kept = Set(before)
    for file in try present?.files(below: path) ?? [] where !kept.contains(file) { remove(file) }
  }

  /// Restores the entry or item of an object as it was written.
  ///
  /// - Parameter past: the former contents of the file.
  private func restore(entry mention: Mention, from past: Document) throws {
    try edit(mention.file) { document in
      let place = document.place(of: mention)
      let rest = try place.map { try document.removing($0) } ?? document
      guard let restored = try rest.restoring([mention], from: past) else {
        throw EditError.entangled(mention.steps)
      }
      // An item that was moved stays in its new place.
      guard case .index(let number)? = place?.last, let now = restored.place(of: mention) else {
        return restored
      }
      return try restored.moving(now, to: number)
    }
  }

  /// Restores the places of a file that mentioned an object, unless they have other values now.
  ///
  /// - Parameter past: the document of the file in the past.
  /// - Returns: whether anything changed.
  private func restore(
    _ mentions: [Mention], in file: String, from past: SchoolFiles
  ) throws -> Bool {
    let before = try bytes(at: file)
    if mentions.contains(where: \.isInLedger) {
      try editLedger(file) { ledger in
        for mention in mentions { try ledger.restore(mention) }
      }
    } else if let past = try past.document(at: file) {
      try edit(file) { try $0.restoring(mentions, from: past) ?? $0 }
    }
    return try bytes(at: file) != before
  }
}

extension Document {
  /// The present place of an entry or item of another state.
  fileprivate func place(of mention: Mention) -> [Step]? {
    guard case .item(let field) = mention.form else {
      return node(at: mention.steps).map { _ in mention.steps }
    }
    let list = Array(mention.steps.dropLast())
    let items = node(at: list)?.sequence ?? []
    return items.firstIndex { $0[field]?.scalar == mention.word }.map { list + [.index($0)] }
  }
}

extension Ledger {
  /// Restores a line or a value in one, unless it has another value now.
  fileprivate mutating func restore(_ mention: Mention) throws {
    guard case .key(let line)? = mention.steps.first else { return }
    if mention.steps.count == 1 {
      if self[line] == nil { try set(line, mention.value) }
    } else if mention.form == .text, let node = self[line] {
      try set(
        line, Value(node).adding(mention.word, toListAt: mention.steps.dropFirst().dropLast()))
    } else if let node = self[line] {
      let keys = mention.steps.dropFirst().compactMap { step -> String? in
        if case .key(let key) = step { key } else { nil }
      }
      try set(line, Value(node).adding(mention.value, at: keys[...]))
    }
  }
}

extension Mention {
  /// The path without the indices of list items.
  fileprivate var place: [String] {
    [file, word]
      + steps.compactMap { step in
        if case .key(let key) = step { key } else { nil }
      }
  }

  /// Whether the place is the object itself, not a reference to it in the same file.
  fileprivate func isOwn(of object: ObjectPath) -> Bool {
    switch object {
    case .student: form == .key && steps.count == 1
    case .group: form == .key
    case .exercise: form == .item("id")
    default: form == .whole
    }
  }
}

extension Value {
  /// The value with a text added to a list at a path, unless it is there or the list is missing.
  fileprivate func adding(_ text: String, toListAt path: ArraySlice<Step>) -> Value {
    switch (path.first, self) {
    case (nil, .sequence(let items)):
      return items.contains(.scalar(text)) ? self : .sequence(items + [.scalar(text)])
    case (.index(let index)?, .sequence(var items)) where items.indices.contains(index):
      items[index] = items[index].adding(text, toListAt: path.dropFirst())
      return .sequence(items)
    case (.key(let key)?, .mapping(var pairs)):
      guard let place = pairs.firstIndex(where: { $0.key == key }) else { return self }
      pairs[place].value = pairs[place].value.adding(text, toListAt: path.dropFirst())
      return .mapping(pairs)
    default: return self
    }
  }

  /// The value with an entry added unless it exists; missing parents are created.
  fileprivate func adding(_ value: Value, at keys: ArraySlice<String>) -> Value {
    guard let key = keys.first, case .mapping(var pairs) = self else { return self }
    if let index = pairs.firstIndex(where: { $0.key == key }) {
      if keys.count > 1 {
        pairs[index].value = pairs[index].value.adding(value, at: keys.dropFirst())
      }
    } else {
      pairs.append(
        Pair(key, keys.count > 1 ? Value.mapping([]).adding(value, at: keys.dropFirst()) : value))
    }
    return .mapping(pairs)
  }
}

extension SchoolFiles {
  /// All files in a folder and below.
  func files(below folder: String, depth: Int = 0) throws -> [String] {
    guard depth < 64 else { return [] }
    return try source.entries(in: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: return try files(below: path, depth: depth + 1)
      case .file: return [path]
      case .other: return []
      }
    }
  }
}
