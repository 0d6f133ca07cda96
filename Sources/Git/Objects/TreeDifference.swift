import Text

/// A file that differs between two trees; nil if it is missing.
public struct TreeDifference: Hashable, Sendable {
  public let path: String
  public let before: TreeEntry?
  public let after: TreeEntry?
}

extension ObjectSource {
  /// The files that differ between two trees, in the order of their names. Identical folders aren't
  /// read.
  ///
  /// - Parameters:
  ///   - old: nil for an empty tree.
  ///   - new: nil for an empty tree.
  public func differences(
    from old: ObjectID?, to new: ObjectID?
  ) throws(GitError) -> [TreeDifference] {
    var found: [TreeDifference] = []
    try compare(old, new, "", depth: 0, into: &found)
    return found
  }

  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, _ prefix: String, depth: Int,
    into found: inout [TreeDifference]
  ) throws(GitError) {
    if old == new { return }
    if depth > 128 { throw GitError(.limit, "folders are nested too deeply", path: prefix) }
    var pairs: [[UInt8]: (old: TreeEntry?, new: TreeEntry?)] = [:]
    if let old { for entry in try tree(old) { pairs[entry.bytes] = (entry, nil) } }
    if let new {
      for entry in try tree(new) { pairs[entry.bytes, default: (nil, nil)].new = entry }
    }
    for (name, pair) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where pair.old != pair.new {
      let path = prefix + String(decoding: name, as: UTF8.self)
      let files = (pair.old?.file, pair.new?.file)
      if files.0 != files.1 {
        found.append(TreeDifference(path: path, before: files.0, after: files.1))
      }
      try compare(pair.old?.folder, pair.new?.folder, path + "/", depth: depth + 1, into: &found)
    }
  }
}

extension TreeEntry {
  fileprivate var file: TreeEntry? { mode == .tree ? nil : self }
  fileprivate var folder: ObjectID? { mode == .tree ? id : nil }
}
