/// The rules for an untrusted tree.
///
/// Each distinct tree is checked once, however often it occurs, so that a small pack that expands
/// to billions of files is refused quickly.
public struct TreeRules: Sendable {
  /// The maximum nesting depth of folders.
  public var depth: Int
  /// The maximum total number of files, and of folders.
  public var files: Int
  /// The maximum total size of all files in bytes.
  public var bytes: Int
  /// The maximum length of a name in bytes.
  public var nameBytes: Int
  /// The maximum sizes of some files in bytes, by path.
  public var fileBytes: [String: Int] = [:]
  /// Maps names that some file system treats as equal to the same text.
  public var fold: @Sendable (String) -> String

  public init(
    depth: Int = 32, files: Int = 200, bytes: Int = 64 << 20, nameBytes: Int = 255,
    fold: @escaping @Sendable (String) -> String
  ) {
    self.depth = depth
    self.files = files
    self.bytes = bytes
    self.nameBytes = nameBytes
    self.fold = fold
  }

  /// The size of a tree.
  public struct Measure: Hashable, Sendable {
    public var files = 0
    public var folders = 0
    public var bytes = 0
    /// The number of nested folder levels below this one.
    public var height = 0
  }

  /// Checks a tree and everything below it.
  ///
  /// - Returns: its size.
  /// - Throws: `TreeFault` for the first broken rule; `GitError` if a tree is unreadable.
  @discardableResult
  public func check(_ root: ObjectID, in source: any ObjectSource) throws -> Measure {
    var walk = TreeWalk(rules: self, source: source)
    return try walk.measure(root, [])
  }
}

/// A single check of a tree.
private struct TreeWalk {
  let rules: TreeRules
  let source: any ObjectSource
  var known: [ObjectID: TreeRules.Measure] = [:]
  var sizes: [ObjectID: Int] = [:]

  mutating func measure(_ id: ObjectID, _ path: [String]) throws -> TreeRules.Measure {
    if let known = known[id] {
      if path.count + known.height > rules.depth { throw fault(.tooDeep, path) }
      return known
    }
    if path.count > rules.depth { throw fault(.tooDeep, path) }
    let entries = try source.tree(id)
    try checkNames(entries, path)
    var all = TreeRules.Measure()
    for entry in entries {
      let entryPath = path + [entry.name]
      switch entry.mode {
      case .symlink: throw fault(.symlink, entryPath)
      case .submodule: throw fault(.submodule, entryPath)
      case .tree:
        let below = try measure(entry.id, entryPath)
        all.files += below.files
        all.folders += below.folders + 1
        all.bytes += below.bytes
        all.height = max(all.height, below.height + 1)
      case .file, .executable:
        all.files += 1
        let size = try size(of: entry, entryPath)
        if let most = rules.fileBytes[entryPath.joined(separator: "/")], size > most {
          throw fault(.tooManyBytes(limit: most), entryPath)
        }
        all.bytes += size
      }
      // Checked at every step, so that no count grows without bound.
      if all.files > rules.files || all.folders > rules.files {
        throw fault(.tooManyFiles(limit: rules.files), entryPath)
      }
      if all.bytes > rules.bytes { throw fault(.tooManyBytes(limit: rules.bytes), entryPath) }
    }
    known[id] = all
    return all
  }

  private mutating func size(of entry: TreeEntry, _ path: [String]) throws -> Int {
    if let known = sizes[entry.id] { return known }
    guard let header = try source.header(entry.id), header.kind == .blob else {
      throw fault(.wrongObject, path)
    }
    sizes[entry.id] = header.size
    return header.size
  }

  private func fault(_ kind: TreeFault.Kind, _ path: [String]) -> TreeFault {
    TreeFault(kind, path.joined(separator: "/"))
  }

  private static func clash(_ first: TreeEntry, _ second: TreeEntry) -> TreeFault.Kind {
    (first.mode == .tree) == (second.mode == .tree) ? .duplicate : .fileAndFolder
  }

  private func checkNames(_ entries: [TreeEntry], _ path: [String]) throws {
    var names: [String: TreeEntry] = [:]
    var folded: [String: String] = [:]
    for (place, entry) in entries.enumerated() {
      let entryPath = path + [entry.name]
      if entry.bytes.count > rules.nameBytes { throw fault(.nameTooLong, entryPath) }
      if let found = TreeName.fault(entry.bytes) { throw fault(found, entryPath) }
      let last = place > 0 ? entries[place - 1] : nil
      if let last, last.bytes == entry.bytes {
        throw fault(Self.clash(last, entry), entryPath)
      }
      let key = rules.fold(entry.name)
      if let other = folded[key] {
        guard other.utf8.elementsEqual(entry.name.utf8) else {
          throw fault(.sameAs(other), entryPath)
        }
        throw fault(names[key].map { Self.clash($0, entry) } ?? .duplicate, entryPath)
      }
      folded[key] = entry.name
      names[key] = entry
      if let last, !last.isBefore(entry) { throw fault(.unsorted, entryPath) }
    }
    let plain = Set(entries.map { TreeName.plain($0.name) })
    if plain.contains("head"), Self.repositories.contains(where: plain.isSuperset) {
      throw fault(.nestedRepository, path)
    }
  }

  /// The contents of a repository besides `HEAD`; trees don't contain empty folders.
  private static let repositories: [Set<String>] = [
    ["commondir"], ["objects", "refs"], ["objects", "packed-refs"], ["objects", "config"],
    ["description", "config", "hooks"],
  ]
}
