import CGit2

extension ObjectID {
  /// Copies a libgit2 id.
  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id) { ObjectID(bytes: $0) } ?? .zero
  }

  /// This id in libgit2's form.
  var oid: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { into in
      for place in 0..<min(into.count, ObjectID.size) { into[place] = self[place] }
    }
    return id
  }
}
