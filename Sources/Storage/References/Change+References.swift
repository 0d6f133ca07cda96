import Model
import PlainYAML

/// A file or folder affected when an object is renamed, moved or deleted.
public struct Companion: Hashable, Sendable {
  public enum Fate: String, Sendable {
    case moved, changed, deleted, restored
    /// It belonged to a restored older state, and is not restored with it.
    case gone
  }

  /// The path of the file or folder before the change, relative to the root.
  public let path: String
  public let fate: Fate
  /// The number of files.
  public let count: Int
}

extension Change {
  /// Writes a new name wherever an object is mentioned.
  func rename(_ mentions: [Mention], _ naming: ReferenceRewriter) throws {
    for (file, places) in Dictionary(grouping: mentions, by: \.file).sorted(by: { $0.key < $1.key })
    {
      if places.contains(where: { $0.form == .whole }) {
        for mention in places where mention.form == .whole {
          try move(file, to: mention.path(named: naming(mention.word)))
        }
      } else if places.contains(where: \.isInLedger) {
        try editLines(places, in: file) { node, mention in
          node.renaming(mention.steps.dropFirst(), to: naming(mention.word))
        } renaming: {
          naming($0)
        }
      } else {
        try edit(file) { document in
          try places.reduce(document) { document, mention in
            let word = naming(mention.word)
            switch mention.form {
            case .whole: return document
            case .key: return try document.renaming(mention.steps, to: word)
            case .text: return try document.setting(mention.steps, to: .scalar(word))
            case .item(let field):
              return try document.setting(mention.steps + [.key(field)], to: .scalar(word))
            }
          }
        }
      }
    }
  }

  /// Removes places that mention an object.
  public func remove(_ mentions: [Mention]) throws {
    for (file, places) in Dictionary(grouping: mentions, by: \.file).sorted(by: { $0.key < $1.key })
    {
      if places.contains(where: { $0.form == .whole }) {
        try removeAll(file)
      } else if places.contains(where: \.isInLedger) {
        try editLines(places, in: file) { node, mention in
          node.removing(mention.steps.dropFirst())
        } renaming: { _ in
          nil
        }
      } else {
        // From the end, so that the indices of items stay valid.
        try edit(file) { try places.reversed().reduce($0) { try $0.removing($1.steps) } }
      }
    }
  }

  /// Changes lines of a ledger.
  ///
  /// - Parameters:
  ///   - change: returns the new value of a place within a line.
  ///   - renaming: returns the new key of a line; nil to remove it.
  private func editLines(
    _ mentions: [Mention], in file: String, _ change: (Value, Mention) -> Value,
    renaming: (String) -> String?
  ) throws {
    try editLedger(file) { ledger in
      for mention in mentions {
        guard case .key(let key)? = mention.steps.first, let node = ledger[key] else { continue }
        if mention.steps.count > 1 {
          let value = change(Value(node), mention)
          if value == .mapping([]) { ledger.remove(key) } else { try ledger.set(key, value) }
        } else if let new = renaming(key) {
          if ledger[new] != nil, new != key { throw ChangeError.exists("\(file): \(new)") }
          try ledger.rename(key, to: new)
        } else {
          ledger.remove(key)
        }
      }
    }
  }

  /// The files and folders affected with an object.
  ///
  /// - Parameter object: the object whose own file or folder is left out.
  func companions(
    _ mentions: [Mention], of object: ObjectPath, deleting isDeletion: Bool
  ) throws -> [Companion] {
    let ownPath = try? SchoolFiles(self).ownPath(of: object)
    var found: [Companion] = []
    for (path, mentions) in Dictionary(grouping: mentions, by: \.file) where path != ownPath {
      guard mentions.contains(where: { $0.form == .whole }) else {
        found.append(Companion(path: path, fate: .changed, count: 1))
        continue
      }
      let isFolder = try kind(of: path) == .folder
      let count = isFolder ? try SchoolFiles(self).ledgerFiles(in: path).count : 1
      found.append(Companion(path: path, fate: isDeletion ? .deleted : .moved, count: count))
    }
    return found.sorted { $0.path < $1.path }
  }
}

extension SchoolFiles {
  /// The file or folder of an object, or the file that it is an entry of.
  func ownPath(of object: ObjectPath) throws -> String {
    switch object {
    case .context(let path): SchoolPath.folder(path)
    case .schoolClass(let id): "classes/\(id)"
    default: try file(of: object)
    }
  }
}

extension Mention {
  /// The path of a file or folder after its object is renamed.
  fileprivate func path(named word: String) -> String {
    let ending = file.hasSuffix(self.word + ".yaml") ? ".yaml" : ""
    return file.dropLast(self.word.count + ending.count) + word + ending
  }
}

extension Value {
  /// The value with another key or item of a list at a path.
  fileprivate func renaming(_ path: ArraySlice<Step>, to key: String) -> Value {
    changing(path) { Pair(key, $0.value) }
  }

  /// The value without the entry or item at a path. Mappings that become empty are removed.
  fileprivate func removing(_ path: ArraySlice<Step>) -> Value { changing(path) { _ in nil } }

  private func changing(_ path: ArraySlice<Step>, _ change: (Pair) -> Pair?) -> Value {
    if case .index(let index)? = path.first, case .sequence(var items) = self,
      items.indices.contains(index)
    {
      if path.count > 1 {
        items[index] = items[index].changing(path.dropFirst(), change)
      } else if let pair = change(Pair("", items[index])) {
        items[index] = .scalar(pair.key)
      } else {
        items.remove(at: index)
      }
      return .sequence(items)
    }
    guard case .key(let name)? = path.first, case .mapping(let pairs) = self else { return self }
    return .mapping(
      pairs.compactMap { pair in
        guard pair.key == name else { return pair }
        if path.count == 1 { return change(pair) }
        let value = pair.value.changing(path.dropFirst(), change)
        return value == .mapping([]) ? nil : Pair(name, value)
      })
  }
}
