import CGit2

extension Repository {
  /// The target of a reference; nil if it doesn't exist.
  /// - Throws: `GitError` with `.invalid` for an invalid name, `.corrupt`.
  public func reference(_ name: String) throws(GitError) -> ObjectID? { try refs.read(name) }

  /// The references below a folder such as `refs/heads`, sorted by name.
  public func references(under folder: String) throws(GitError) -> [Reference] {
    try refs.list(under: folder)
  }

  /// Moves a reference from its expected target.
  ///
  /// - Parameters:
  ///   - old: the expected target; nil if the reference must not exist.
  ///   - log: the reflog message, if the repository has reflogs.
  /// - Throws: `GitError` with `.modified`, `.exists`, `.conflict`, `.locked`, `.invalid`.
  public func update(
    _ name: String, to new: ObjectID, from old: ObjectID?, log: RefLogEntry? = nil
  ) throws(GitError) {
    try update([RefUpdate(name, to: new, from: old)], log: log)
  }

  /// Updates references atomically: none changes if one doesn't have its expected value.
  public func update(
    _ updates: [RefUpdate], log: RefLogEntry? = nil, durability: Durability = .immediate
  ) throws(GitError) {
    try refs.apply(updates, durability)
    guard let log, try keepsLogs() else { return }
    let current = try head().branch
    for update in updates {
      guard let new = update.new else { continue }
      var old: ObjectID?
      if case .at(let id) = update.expecting { old = id }
      try refs.log(update.name, from: old, to: new, log)
      if update.name == current { try refs.log("HEAD", from: old, to: new, log) }
    }
  }

  /// Removes a reference with an expected target.
  public func delete(_ name: String, from old: ObjectID) throws(GitError) {
    try update([RefUpdate(name, to: nil, from: old)])
  }

  private func keepsLogs() throws(GitError) -> Bool {
    guard let value = try setting("core.logallrefupdates") else { return layout.workTree != nil }
    return ["true", "yes", "on", "1", "always"].contains(value.lowercased())
  }
}
