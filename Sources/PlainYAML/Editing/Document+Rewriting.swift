/// Changes a text to contain another tree, in as few places as possible.
extension Document {
  /// The document with the tree `tree`. Unchanged parts keep their lines and comments.
  /// - Throws: `EditError` if a change can't be made in place.
  func holding(_ tree: Node) throws(EditError) -> Document { try rewriting([], to: tree) }

  private func rewriting(_ path: [Step], to wanted: Node) throws(EditError) -> Document {
    guard let now = node(at: path) else { throw .notFound(path) }
    if now == wanted { return self }
    switch (now.content, wanted.content) {
    case (.mapping(let old), .mapping(let new)):
      if !new.isEmpty, keepsOrder(old.map(\.key), new.map(\.key)) {
        return try rewriting(old, to: new, at: path)
      }
    case (.sequence(let old), .sequence(let new)):
      if !new.isEmpty, let changed = try rewriting(old, to: new, at: path) { return changed }
    default: break
    }
    return try replacing(path, with: wanted.asWritten)
  }

  private func rewriting(
    _ old: [Entry], to new: [Entry], at path: [Step]
  ) throws(EditError) -> Document {
    let stays = Set(new.map(\.key))
    let keys = new.map(\.key)
    var document = self
    for entry in new {
      let place = path + [.key(entry.key)]
      document =
        if document.node(at: place) != nil {
          try document.rewriting(place, to: entry.value)
        } else {
          try document.setting(place, to: entry.value.asWritten, order: keys)
        }
    }
    for entry in old where !stays.contains(entry.key) {
      document = try document.removing(path + [.key(entry.key)])
    }
    return document
  }

  /// The document with another list, if its items have unique names; nil otherwise.
  private func rewriting(
    _ old: [Node], to new: [Node], at path: [Step]
  ) throws(EditError) -> Document? {
    func names(_ items: [Node]) -> [String]? {
      let names = items.compactMap(\.itemName)
      return names.count == items.count && Set(names).count == names.count ? names : nil
    }
    guard var now = names(old), let wanted = names(new) else { return nil }
    var document = self
    let stays = Set(wanted)
    for (index, name) in now.enumerated().reversed() where !stays.contains(name) {
      if now.count == 1 { return nil }
      document = try document.removing(path + [.index(index)])
      now.remove(at: index)
    }
    for (index, item) in new.enumerated() {
      let place = path + [.index(index)]
      if let present = now[index...].firstIndex(of: wanted[index]) {
        document = try document.moving(path + [.index(present)], to: index)
          .rewriting(place, to: item)
        now.insert(now.remove(at: present), at: index)
      } else {
        document = try document.appending(item.asWritten, to: path)
          .moving(path + [.index(now.count)], to: index)
        now.insert(wanted[index], at: index)
      }
    }
    return document
  }

  /// Whether the common elements have the same order in both lists.
  private func keepsOrder(_ old: [String], _ new: [String]) -> Bool {
    let (before, after) = (Set(old), Set(new))
    return old.filter { after.contains($0) } == new.filter { before.contains($0) }
  }
}
