import Text

/// Reading trees, and building trees from changes.
extension ObjectSource {
  /// The entry at a path such as `a/b.txt`; nil if it doesn't exist.
  public func entry(at path: String, in tree: ObjectID) throws(GitError) -> TreeEntry? {
    var current = tree
    var names = path.pathBytes.split(separator: UInt8(ascii: "/"))[...]
    while let name = names.popFirst() {
      guard let found = try self.tree(current).first(where: { $0.bytes.elementsEqual(name) }) else {
        return nil
      }
      if names.isEmpty { return found }
      if found.mode != .tree { return nil }
      current = found.id
    }
    return nil
  }

  /// The content of the file at a path; nil if it doesn't exist.
  public func file(
    at path: String, in tree: ObjectID, limit: Int = .max
  ) throws(GitError) -> [UInt8]? {
    guard let entry = try entry(at: path, in: tree), entry.mode != .tree, entry.mode != .submodule
    else { return nil }
    return try blob(entry.id, limit: limit)
  }

  /// All entries below a folder except folders, in Git's order, with their full paths.
  ///
  /// - Parameter folder: `""` for the whole tree; a missing folder is empty.
  public func files(
    in tree: ObjectID, below folder: String = ""
  ) throws(GitError) -> [(path: String, entry: TreeEntry)] {
    var start = tree
    var prefix = ""
    if !folder.isEmpty {
      guard let found = try entry(at: folder, in: tree), found.mode == .tree else { return [] }
      start = found.id
      prefix = folder.hasSuffix("/") ? folder : folder + "/"
    }
    var found: [(path: String, entry: TreeEntry)] = []
    try collect(start, prefix, depth: 0, into: &found)
    return found
  }

  private func collect(
    _ tree: ObjectID, _ prefix: String, depth: Int,
    into found: inout [(path: String, entry: TreeEntry)]
  ) throws(GitError) {
    if depth > 128 { throw GitError(.limit, "folders are nested too deeply", path: prefix) }
    for entry in try self.tree(tree) {
      if entry.mode == .tree {
        try collect(entry.id, prefix + entry.name + "/", depth: depth + 1, into: &found)
      } else {
        found.append((prefix + entry.name, entry))
      }
    }
  }
}

/// A change of a path in a tree.
public enum TreeChange: Hashable, Sendable {
  /// Writes a file with this content.
  case write([UInt8], executable: Bool = false)
  /// Sets an existing object.
  case entry(ObjectID, TreeEntry.Mode)
  case remove
}

extension ObjectBatch {
  /// Adds the tree that results from changing paths of another one, with its new blobs and folders.
  ///
  /// Empty folders are removed; a file replaces a folder of the same path.
  /// - Parameters:
  ///   - base: the tree to change; nil for an empty one.
  ///   - source: the source of `base`; this batch takes precedence.
  ///   - changes: by path, such as `a/b.txt`.
  /// - Returns: the root tree, possibly the empty tree.
  /// - Throws: `GitError` with `.invalid` for an invalid path.
  public func tree(
    updating base: ObjectID?, in source: some ObjectSource, with changes: [String: TreeChange]
  ) throws(GitError) -> ObjectID {
    let root = ChangedFolder()
    // A folder's own change comes before those of its contents.
    for (path, change) in changes.sorted(by: { $0.key < $1.key }) {
      let names = path.split(separator: "/", omittingEmptySubsequences: false)
      for name in names where name.isEmpty || name == "." || name == ".." || name == ".git" {
        throw GitError(.invalid, "not a path in a tree", path: path)
      }
      try root.set(names[...], change, path)
    }
    if let built = try build(root, base, source) { return built }
    return try add(tree: [])
  }

  /// The changed tree; nil if it becomes empty.
  private func build(
    _ folder: ChangedFolder, _ base: ObjectID?, _ source: some ObjectSource
  ) throws(GitError) -> ObjectID? {
    var entries: [[UInt8]: TreeEntry] = [:]
    if let base, !folder.isReplaced {
      let old = contains(base) ? try tree(base) : try source.tree(base)
      for entry in old { entries[entry.bytes] = entry }
    }
    for (name, node) in folder.children {
      let bytes = String(name).pathBytes
      switch node {
      case .change(.write(let content, let executable)):
        let id = try add(blob: content)
        entries[bytes] = TreeEntry(bytes: bytes, executable ? .executable : .file, id)
      case .change(.entry(let id, let mode)):
        entries[bytes] = TreeEntry(bytes: bytes, mode, id)
      case .change(.remove): entries[bytes] = nil
      case .folder(let below):
        let old = entries[bytes].flatMap { $0.mode == .tree ? $0.id : nil }
        if let id = try build(below, old, source) {
          entries[bytes] = TreeEntry(bytes: bytes, .tree, id)
        } else if old != nil {
          entries[bytes] = nil
        }
      }
    }
    return entries.isEmpty ? nil : try add(tree: Array(entries.values))
  }
}

/// The changes below a folder.
private final class ChangedFolder {
  enum Node {
    case change(TreeChange)
    case folder(ChangedFolder)
  }

  /// Whether none of the folder's old contents stay.
  let isReplaced: Bool
  var children: [Substring: Node] = [:]

  init(isReplaced: Bool = false) { self.isReplaced = isReplaced }

  func set(
    _ names: ArraySlice<Substring>, _ change: TreeChange, _ path: String
  ) throws(GitError) {
    guard let name = names.first else { return }
    if names.count == 1 {
      children[name] = .change(change)
      return
    }
    switch children[name] {
    case .folder(let below)?: try below.set(names.dropFirst(), change, path)
    case .change(let other)? where other != .remove:
      throw GitError(.conflict, "a file and a folder with the same name", path: path)
    case let before:
      let below = ChangedFolder(isReplaced: before != nil)
      children[name] = .folder(below)
      try below.set(names.dropFirst(), change, path)
    }
  }
}
