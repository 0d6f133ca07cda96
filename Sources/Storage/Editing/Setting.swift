import Model
import PlainYAML

extension Change {
  /// Changes fields of an object in place, in order.
  ///
  /// The new values aren't checked here: read the changed file, as `SchoolCheck` does.
  ///
  /// - Parameter now: the time that relative times count from.
  /// - Throws: `FieldError`; `FaultyFiles` for a file that can't be read; `EditError`.
  public func set(_ changes: [FieldChange], of object: ObjectPath, at now: Instant) throws {
    let files = SchoolFiles(self)
    let place = try FieldPlace(object, in: files)
    // An unknown zone may be the field to be set.
    let zone = (try? files.zone()) ?? .utc
    try edit(place.file) { document in
      let whole = try document.titled(object)
      let changed = try changes.reduce(whole) { document, change in
        let value = FieldValue(path: change.path, zone: zone, now: now)
        let target = try place.target(change.path, in: document)
        return try document.applying(change.action, at: target, value)
      }
      // A section needs no file as long as it has no fields.
      return changed.bytes == whole.bytes ? document : changed
    }
  }
}

extension Document {
  /// The document of an object; for a section that is only a folder, one with its default title.
  func titled(_ object: ObjectPath) throws -> Document {
    guard root.isNull || bytes.isEmpty, case .context(let path) = object,
      !path.components.isEmpty
    else { return self }
    return try setting([
      .init("title", .scalar(path.identifier)), .init("type", .scalar("section")),
    ])
  }

  fileprivate func applying(
    _ action: FieldChange.Action, at target: FieldPlace.Target, _ field: FieldValue
  ) throws -> Document {
    let old = target.missing.isEmpty ? node(at: target.steps) : nil
    switch action {
    case .set(let text):
      if target.isObject, case .fields(let fields) = target.shape {
        throw FieldError.holdsFields(field.path, known: fields.map(\.name))
      }
      return try putting(try field.value(text, target.shape, replacing: old), at: target)
    case .unset:
      if case .objects = target.shape { throw FieldError.ofObjects(field.path) }
      if target.isAlias { return try setting(target.steps, to: .flow(.sequence([]))) }
      if target.isObject { throw FieldError.ofObjects(field.path) }
      return target.missing.isEmpty ? try removing(target.steps) : self
    case .add(let text): return try adding(text, to: old, at: target, field)
    case .remove(let text): return try taking(text, from: old, at: target, field)
    }
  }

  private func putting(_ value: Value, at target: FieldPlace.Target) throws -> Document {
    guard let first = target.missing.first else {
      return try setting(target.steps, to: value)
    }
    // Missing parents are created as one value, so that they are placed together.
    let whole = target.missing.dropFirst().reversed()
      .reduce(value) { .flow(.mapping([Value.Pair($1, $0)])) }
    return try setting(target.steps + [.key(first)], to: whole, order: target.order)
  }

  private func adding(
    _ text: String, to old: Node?, at target: FieldPlace.Target, _ field: FieldValue
  ) throws -> Document {
    let new: [Value]
    switch target.shape {
    case .list, .texts: new = try field.texts(text).map { .scalar($0) }
    case .listOrEntries where old?.mapping == nil: new = try field.texts(text).map { .scalar($0) }
    case .items(let fields): new = try field.items(text, fields)
    case .objects: throw FieldError.ofObjects(field.path)
    default: throw FieldError.noList(field.path)
    }
    if let old, let single = old.scalar {
      // One text becomes a list.
      let all = [Value(old)] + new.filter { $0.text != single }
      return all.count == 1 ? self : try setting(target.steps, to: .flow(.sequence(all)))
    }
    let known = Set((old?.sequence ?? []).compactMap(\.scalar))
    let missing = new.filter { value in value.text.map { !known.contains($0) } ?? true }
    if missing.isEmpty { return self }
    guard let items = old?.sequence, !items.isEmpty else {
      let list = Value.sequence(missing)
      if case .items = target.shape { return try putting(list, at: target) }
      return try putting(.flow(list), at: target)
    }
    return try appending(missing, to: target.steps)
  }

  private func taking(
    _ text: String, from old: Node?, at target: FieldPlace.Target, _ field: FieldValue
  ) throws -> Document {
    let items = old?.sequence ?? []
    let names: [String?]
    switch target.shape {
    case .list, .texts: names = items.map(\.scalar)
    case .listOrEntries where old?.mapping == nil: names = items.map(\.scalar)
    case .items(let fields): names = FieldPlace.names(of: items, fields)
    case .entries, .listOrEntries:
      return try field.texts(text).reduce(self) { document, key in
        let steps = target.steps + [.key(key)]
        return target.missing.isEmpty && document.node(at: steps) != nil
          ? try document.removing(steps) : document
      }
    case .objects: throw FieldError.ofObjects(field.path)
    default: throw FieldError.noList(field.path)
    }
    let removed = Set(try field.texts(text))
    if let single = old?.scalar {
      return removed.contains(single) ? try removing(target.steps) : self
    }
    let numbers = items.indices.filter { names[$0].map(removed.contains) ?? false }
    return try numbers.reversed().reduce(self) { try $0.removing(target.steps + [.index($1)]) }
  }
}

extension Value {
  /// The text of a scalar.
  var text: String? {
    switch self {
    case .scalar(let text), .plain(let text): text
    default: nil
    }
  }
}
