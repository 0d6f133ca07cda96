import Model
import PlainYAML

/// Compares two versions of a file field by field.
struct FieldComparison {
  let place: FileRole
  /// The former path of the file's object.
  let former: String
  let file: String

  /// The object and field of a value.
  private struct Location {
    var object: String
    var line: String?
    var field: [String] = []
  }

  func difference(_ what: Difference.Kind) -> Difference {
    difference(what, Location(object: place.object), nil, nil)
  }

  func renamed() -> Difference {
    difference(.renamed, Location(object: place.object), former, place.object)
  }

  func compare(_ old: Node?, _ new: Node?) -> [Difference] {
    switch place.kind {
    case .students:
      entries(old, new).flatMap { key, old, new in
        object(Location(object: "students/\(key)"), old, new)
      }
    case .lines:
      entries(old, new).flatMap { key, old, new in
        object(Location(object: place.object, line: key), old, new)
      }
    case .schoolClass:
      fields(Location(object: place.object), old?.without("groups"), new?.without("groups"))
        + entries(old?["groups"], new?["groups"]).flatMap { key, old, new -> [Difference] in
          let spot = Location(object: "\(place.object)/\(key)", field: ["students"])
          if old == nil { return [difference(.added, Location(object: spot.object), nil, nil)] }
          if new == nil { return [difference(.removed, Location(object: spot.object), nil, nil)] }
          return values(spot, old, new)
        }
    case .worksheet:
      fields(Location(object: place.object), old?.without("exercises"), new?.without("exercises"))
        + exercises(old?["exercises"]?.sequence ?? [], new?["exercises"]?.sequence ?? [])
    case .object: fields(Location(object: place.object), old, new)
    }
  }

  // MARK: Objects

  /// The differences of an object that is an entry: added, removed, or with other fields.
  private func object(_ spot: Location, _ old: Node?, _ new: Node?) -> [Difference] {
    guard let new else { return [difference(.removed, spot, old?.words, nil)] }
    guard let old else { return [difference(.added, spot, nil, new.words)] }
    return values(spot, old, new)
  }

  private func exercises(_ old: [Node], _ new: [Node]) -> [Difference] {
    let known = Set(new.compactMap(\.id))
    var left = old
    var found: [Difference] = []
    var kept: [(id: String, was: Int)] = []
    for item in new {
      guard let id = item.id else { continue }
      let spot = Location(object: "\(place.object)/\(id)")
      let former = item["was"]?.sequence?.compactMap(\.scalar).filter { !known.contains($0) } ?? []
      let match =
        left.firstIndex { $0.id == id }
        ?? left.firstIndex { $0.id.map(former.contains) ?? false }
      guard let match else {
        found.append(difference(.added, spot, nil, nil))
        continue
      }
      let before = left.remove(at: match)
      kept.append((id, old.firstIndex { $0.id == before.id } ?? 0))
      if let name = before.id, name != id {
        found.append(difference(.renamed, spot, "\(former)/\(name)", spot.object))
      }
      found += fields(spot, before.without("id"), item.without("id"))
    }
    for item in left {
      guard let id = item.id else { continue }
      found.append(difference(.removed, Location(object: "\(place.object)/\(id)"), nil, nil))
    }
    if kept.map(\.was) != kept.map(\.was).sorted() {
      let before = kept.sorted { $0.was < $1.was }.map(\.id).joined(separator: ", ")
      let spot = Location(object: place.object, field: ["exercises"])
      found.append(
        difference(.changed, spot, before, kept.map(\.id).joined(separator: ", ")))
    }
    return found
  }

  // MARK: Fields

  /// The differences between fields. For a renamed object, the new entry in its former names is
  /// left out.
  private func fields(_ spot: Location, _ old: Node?, _ new: Node?) -> [Difference] {
    entries(old, new).flatMap { key, old, new -> [Difference] in
      if key == "was" { return [] }
      var below = spot
      below.field.append(key)
      return values(below, old, new)
    }
  }

  private func values(_ spot: Location, _ old: Node?, _ new: Node?) -> [Difference] {
    if let old, let new, old == new { return [] }
    if old?.mapping != nil || new?.mapping != nil, old?.isMappingOrNothing ?? true,
      new?.isMappingOrNothing ?? true
    {
      return fields(spot, old, new)
    }
    let what: Difference.Kind = old == nil ? .added : new == nil ? .removed : .changed
    return [difference(what, spot, old?.words, new?.words)]
  }

  private func entries(_ old: Node?, _ new: Node?) -> [(String, Node?, Node?)] {
    let before = old?.mapping ?? []
    let after = new?.mapping ?? []
    let known = Set(before.map(\.key))
    return before.map { ($0.key, $0.value, new?[$0.key]) }
      + after.filter { !known.contains($0.key) }.map { ($0.key, nil, $0.value) }
  }

  private func difference(
    _ what: Difference.Kind, _ spot: Location, _ old: String?, _ new: String?
  ) -> Difference {
    var ledger: String?
    if case .lines(let name) = place.kind { ledger = name }
    return Difference(
      what: what, file: file, object: spot.object, ledger: ledger, line: spot.line,
      field: spot.field.isEmpty ? nil : spot.field.joined(separator: "."), old: old, new: new)
  }
}

extension Node {
  fileprivate var id: String? { self["id"]?.scalar }

  fileprivate var isMappingOrNothing: Bool { mapping != nil || isNull }

  fileprivate func without(_ key: String) -> Node {
    guard let entries = mapping else { return self }
    var copy = self
    copy.content = .mapping(entries.filter { $0.key != key })
    return copy
  }

  /// The contents on one line.
  fileprivate var words: String {
    switch content {
    case .null: "~"
    case .scalar(let text): text
    case .sequence(let items):
      items.map(\.words).joined(separator: items.contains { $0.mapping != nil } ? "; " : ", ")
    case .mapping(let entries):
      entries.map { "\($0.key) \($0.value.words)" }.joined(separator: ", ")
    }
  }
}
