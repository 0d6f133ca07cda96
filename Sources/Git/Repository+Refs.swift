import CGit2

extension Repository {
  /// The object that a reference names; nil where there is no such reference.
  /// - Throws: `GitError` with `.invalid` for what is no full name, `.corrupt`.
  public func reference(_ name: String) throws(GitError) -> ObjectID? { try refs.read(name) }

  /// The references below a folder such as `refs/heads`, sorted by name.
  public func references(under folder: String) throws(GitError) -> [Reference] {
    try refs.list(under: folder)
  }

  /// Moves a reference from where it is known to be.
  ///
  /// - Parameters:
  ///   - old: where it is; nil for one that must not be there.
  ///   - log: what the reference's log says, where the repository keeps logs.
  /// - Throws: `GitError` with `.modified`, `.exists`, `.conflict`, `.locked`, `.invalid`.
  public func update(
    _ name: String, to new: ObjectID, from old: ObjectID?, log: RefLogEntry? = nil
  ) throws(GitError) {
    try update([RefUpdate(name, to: new, from: old)], log: log)
  }

  /// Makes all of the changes, or none where a reference isn't as expected.
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

  /// Removes a reference that is where it is known to be.
  public func delete(_ name: String, from old: ObjectID) throws(GitError) {
    try update([RefUpdate(name, to: nil, from: old)])
  }

  private func keepsLogs() throws(GitError) -> Bool {
    guard let value = try setting("core.logallrefupdates") else { return layout.workTree != nil }
    return ["true", "yes", "on", "1", "always"].contains(value.lowercased())
  }
}
