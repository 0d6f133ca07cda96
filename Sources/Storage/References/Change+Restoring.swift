import Model
import PlainYAML

/// Bringing back what was.
extension Change {
  /// Makes an object what it was in another state of the school.
  ///
  /// Of one that is gone, what belonged to it and named it comes back, too, wherever that is not
  /// there now; of one that is there, only what it is itself.
  /// - Parameters:
  ///   - past: the other state.
  ///   - present: what is committed now: files that Git doesn't know are left alone.
  /// - Returns: what comes back with it.
  /// - Throws: `ChangeError`, `FaultyFiles`, `EditError`.
  public func restore(
    _ object: ObjectPath, from past: SchoolFiles, replacing present: SchoolFiles
  ) throws -> [Companion] {
    let isThere = try Locator(schoolFiles).exactly("\(object)") == object
    if !isThere { try checkPlace(of: object) }
    let mentions = try past.mentions(of: object)
    let own = try past.ownPath(of: object)
    var along: [Companion] = []
    for mention in mentions where mention.file == own && mention.isOwn(of: object) {
      if mention.form == .whole {
        try restoreAll(own, from: past, replacing: isThere ? present : nil)
      } else {
        try restore(entry: mention, in: try past.document(at: own)?.root)
      }
    }
    if isThere { return [] }
    let gone = Set(try past.removals(of: mentions).filter { $0.form == .whole }.map(\.file))
    for mention in mentions where !(mention.file == own && mention.isOwn(of: object)) {
      let isThere = try kind(of: mention.file) != nil
      if gone.contains(mention.file) {
        if isThere { continue }
        try restoreAll(mention.file, from: past, replacing: nil)
        let count = try max(1, past.ledgerFiles(in: mention.file).count)
        along.append(Companion(path: mention.file, fate: .restored, count: count))
      } else if isThere, try restore(mention, in: try past.document(at: mention.file)?.root) {
        let companion = Companion(path: mention.file, fate: .changed, count: 1)
        if !along.contains(companion) { along.append(companion) }
      }
    }
    return along.sorted { $0.path < $1.path }
  }

  private func checkPlace(of object: ObjectPath) throws {
    let files = schoolFiles
    switch object {
    case .group(let id, _) where try !files.classIDs().contains(id):
      throw ChangeError.parentMissing(kind: "class", path: "classes/\(id)")
    case .exercise(let path, _) where try !files.isWorksheet(path):
      throw ChangeError.parentMissing(kind: "worksheet", path: "\(path)")
    case .context(let path):
      if path.components.isEmpty { return }
      guard try files.exists(ContextPath(subject: path.subject)) else {
        throw ChangeError.parentMissing(kind: "subject", path: path.subject)
      }
      try checkFormerNames(path)
    default: return
    }
  }

  /// What has another name now isn't gone.
  private func checkFormerNames(_ path: ContextPath) throws {
    let files = schoolFiles
    for other in try files.contexts(below: ContextPath(subject: path.subject))
    where !other.components.isEmpty {
      guard try files.names(of: other).dropLast().contains(path.work) else { continue }
      throw ChangeError.formerName("\(path)", of: "\(other)")
    }
  }

  /// Makes a file or folder what it was.
  ///
  /// - Parameter present: whose files go that were not there then; nil where nothing is there.
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

  /// Puts back the entry or item that is an object.
  ///
  /// - Parameter past: what the file held.
  private func restore(entry mention: Mention, in past: Node?) throws {
    try edit(mention.file) { document in
      guard case .item(let field) = mention.form, let list = mention.steps.first,
        case .index(let place)? = mention.steps.last
      else {
        return try document.setting(
          mention.steps, to: mention.value, order: past.keys(beside: mention))
      }
      let items = document.node(at: [list])?.sequence ?? []
      if let number = items.firstIndex(where: { $0[field]?.scalar == mention.word }) {
        return try document.setting([list, .index(number)], to: mention.value)
      }
      if items.isEmpty {
        return try document.setting(
          [list], to: .sequence([mention.value]), order: Schema.worksheet.map(\.name))
      }
      let longer = try document.appending(mention.value, to: [list])
      return try longer.moving([list, .index(items.count)], to: min(place, items.count))
    }
  }

  /// Puts back a place that named an object, unless something is there.
  ///
  /// - Parameter past: what the file held.
  /// - Returns: whether anything changed.
  private func restore(_ mention: Mention, in past: Node?) throws -> Bool {
    let before = try bytes(at: mention.file)
    if mention.isInLedger {
      try editLedger(mention.file) { ledger in
        guard case .key(let line)? = mention.steps.first else { return }
        if mention.steps.count == 1 {
          if ledger[line] == nil { try ledger.set(line, mention.value) }
        } else if let node = ledger[line] {
          let keys = mention.steps.dropFirst().compactMap { step -> String? in
            if case .key(let key) = step { key } else { nil }
          }
          try ledger.set(line, Value(node).adding(mention.value, at: keys[...]))
        }
      }
    } else {
      try edit(mention.file) { document in
        switch mention.form {
        case .key where document.node(at: mention.steps) == nil:
          return try document.setting(
            mention.steps, to: mention.value, order: past.keys(beside: mention))
        case .text, .item:
          guard case .index(let place)? = mention.steps.last else { return document }
          let list = Array(mention.steps.dropLast())
          let items = document.node(at: list)?.sequence ?? []
          if items.contains(where: { Value($0) == mention.value }) { return document }
          if items.isEmpty {
            return try document.setting(list, to: .flow(.sequence([mention.value])))
          }
          let longer = try document.appending(mention.value, to: list)
          return try longer.moving(list + [.index(items.count)], to: min(place, items.count))
        default: return document
        }
      }
    }
    return try bytes(at: mention.file) != before
  }
}

extension Mention {
  /// Whether it is the object itself, and not what names it in the same file.
  fileprivate func isOwn(of object: ObjectPath) -> Bool {
    switch object {
    case .student: form == .key && steps.count == 1
    case .group: form == .key
    case .exercise: form == .item("id")
    default: form == .whole
    }
  }
}

extension Node? {
  /// The keys among which an entry stood, in their order.
  fileprivate func keys(beside mention: Mention) -> [String] {
    let parent = mention.steps.dropLast().reduce(self) { node, step in
      if case .key(let key) = step { node?[key] } else { nil }
    }
    return parent?.mapping?.map(\.key) ?? []
  }
}

extension Value {
  /// The value with one more entry, unless there is one; mappings on the way are made.
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
  /// All files in a folder and below it.
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
