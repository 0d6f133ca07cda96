import Git
import Model
import Storage

/// The branch `mine` with the student's files.
extension StudentClone {
  /// - Throws: `CloneError` if HEAD is elsewhere or a Git operation is in progress.
  func checkOwnBranch() throws {
    if let operation = repository.operation {
      throw CloneError.operationInProgress("\(operation)")
    }
    let branch = try repository.head().branch
    guard branch == Ref.mine else { throw CloneError.notOnOwnBranch(branch) }
  }

  /// The student's files of a worksheet in the last commit, by relative path.
  func ownFiles(of path: ContextPath) throws -> [String: ObjectID] {
    guard let commit = try repository.head().commit else { return [:] }
    let tree = try repository.commit(commit).tree
    var found: [String: ObjectID] = [:]
    for name in ["answers.yaml", "activity.yaml"] {
      if let entry = try repository.entry(at: "\(path.work)/\(name)", in: tree) {
        found[name] = entry.id
      }
    }
    for file in try repository.files(in: tree, below: "\(path.work)/work") {
      let below = file.path.utf8.dropFirst(path.work.utf8.count + 1)
      found[String(decoding: below, as: UTF8.self)] = file.entry.id
    }
    return found
  }

  /// Commits all changes of the work tree on `mine`, so that Git reports a clean work tree.
  ///
  /// Does nothing if HEAD is on another branch, if another process is changing the branch, or while
  /// an interrupted change can't be completed: the files are safe, and the next command commits
  /// them.
  /// - Parameter work: the summary if answers or files in `work/` changed.
  /// - Returns: the commit; nil if nothing changed.
  @discardableResult
  public func record(_ summary: String, work: String? = nil) throws -> ObjectID? {
    do {
      return try locked { try commitAll(summary, work: work ?? summary) }
    } catch let error as GitError where [.locked, .modified].contains(error.code) {
      return nil
    } catch is UnfinishedChange {
      return nil
    }
  }

  private func commitAll(_ summary: String, work: String) throws -> ObjectID? {
    guard repository.operation == nil else { return nil }
    let head = try repository.head()
    guard head.branch == Ref.mine else { return nil }
    var changes: [String: TreeChange] = [:]
    var versions: [String: FileVersion?] = [:]
    let batch = ObjectBatch()
    var hidden = HiddenPaths(of: repository)
    try hidden.show()
    for changed in try repository.changedPaths() {
      let path = changed.path
      if let name = path.split(separator: "/").last, TornFile.isName(String(name)) {
        TornFile.clear(in: "\(root)/\(path.dropLast(name.count))", surely: true)
        continue
      }
      let version =
        try path.hasSuffix("/") || !PathText.isText(path) ? nil : repository.fileVersion(path)
      if version == nil && changed.edited == .added || version?.mode == .symlink {
        if changed.edited == .added { hidden.paths.append(path) }
        continue
      }
      versions[path] = .some(version)
      guard let version, let bytes = try WorkTree(root: root).bytes(at: path) else {
        changes[path] = .remove
        continue
      }
      changes[path] = .entry(try batch.add(blob: bytes), version.mode)
    }
    try hidden.hide()
    if changes.isEmpty { return nil }
    let before = try head.commit.map { try repository.commit($0).tree }
    let tree = try batch.tree(updating: before, in: repository, with: changes)
    var commit: ObjectID?
    if tree != before {
      let signature = try committer().signature
      let id = try batch.add(
        commit: CommitContent(
          tree: tree, parents: head.commit.map { [$0] } ?? [], author: signature,
          committer: signature,
          message: (changes.keys.contains(where: isOwn) ? work : summary) + "\n"))
      try repository.write(batch)
      try repository.update(
        Ref.mine, to: id, from: head.commit,
        log: RefLogEntry(signature, "commit: \(batch.commit(id).subject)"))
      commit = id
    }
    try repository.stage(versions)
    return commit
  }
}
