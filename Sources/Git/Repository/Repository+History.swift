extension Repository {
  /// The commits reachable from some starting points, newest first, and children before parents.
  ///
  /// In a shallow clone, history ends with the clone.
  /// - Parameters:
  ///   - starts: the starting points.
  ///   - firstParent: whether to follow only first parents, as for the history of one branch.
  ///   - hidden: excludes these commits and everything reachable from them.
  ///   - limit: the maximum number of commits.
  public func history(
    from starts: [ObjectID], firstParent: Bool = false, hiding hidden: [ObjectID] = [],
    limit: Int = .max
  ) throws(GitError) -> [Commit] {
    let shallow = try layout.shallowCommits()
    let left = hidden.isEmpty ? [] : try reachable(from: hidden, shallow)
    var found: [Commit] = []
    var children: [ObjectID: Int] = [:]
    var known: [ObjectID: Commit] = [:]
    /// The first commits of a shallow clone have no parents for Git.
    func read(_ id: ObjectID) throws(GitError) -> Commit {
      let commit = try commit(id)
      guard shallow.contains(id) else { return commit }
      var content = commit.content
      content.parents = []
      return Commit(id: id, content)
    }
    func parents(_ commit: Commit) -> [ObjectID] {
      (firstParent ? Array(commit.parents.prefix(1)) : commit.parents).filter {
        !left.contains($0)
      }
    }
    if firstParent, starts.count == 1 {
      var next = starts.first.flatMap { left.contains($0) ? nil : $0 }
      while let id = next, found.count < limit {
        let commit = try read(id)
        found.append(commit)
        next = parents(commit).first
      }
      return found
    }
    var open = starts.filter { !left.contains($0) }
    var ready = Set(open)
    while let id = open.popLast() {
      if known[id] != nil { continue }
      let commit = try read(id)
      known[id] = commit
      for parent in parents(commit) {
        children[parent, default: 0] += 1
        ready.remove(parent)
        open.append(parent)
      }
    }
    var waiting = ready.compactMap { known[$0] }
    waiting.sort(by: Self.isOlder)
    while found.count < limit, let commit = waiting.popLast() {
      found.append(commit)
      for parent in parents(commit) {
        children[parent, default: 1] -= 1
        guard children[parent] == 0, let next = known[parent] else { continue }
        let place = waiting.firstIndex { !Self.isOlder($0, next) } ?? waiting.endIndex
        waiting.insert(next, at: place)
      }
    }
    return found
  }

  private static func isOlder(_ first: Commit, _ second: Commit) -> Bool {
    (first.committer.seconds, second.id) < (second.committer.seconds, first.id)
  }

  private func reachable(
    from starts: [ObjectID], _ shallow: Set<ObjectID>
  ) throws(GitError) -> Set<ObjectID> {
    var found = Set(starts)
    var open = starts
    while let id = open.popLast() {
      if shallow.contains(id) { continue }
      for parent in try commit(id).parents where found.insert(parent).inserted {
        open.append(parent)
      }
    }
    return found
  }

  /// Whether a commit equals another one or is its ancestor.
  public func isAncestor(_ old: ObjectID, of new: ObjectID) throws(GitError) -> Bool {
    try isAncestor(old, of: new, shallow: layout.shallowCommits())
  }
}

extension ObjectSource {
  /// Whether a commit equals another one or is its ancestor.
  ///
  /// - Parameter shallow: commits whose parents are missing.
  public func isAncestor(
    _ old: ObjectID, of new: ObjectID, shallow: Set<ObjectID> = []
  ) throws(GitError) -> Bool {
    if old == new { return true }
    var seen: Set<ObjectID> = [new]
    var open = [new][...]
    while let id = open.popFirst() {
      if shallow.contains(id) { continue }
      for parent in try commit(id).parents where seen.insert(parent).inserted {
        if parent == old { return true }
        open.append(parent)
      }
    }
    return false
  }
}
