import Git

/// The lock and the journal of a school, and the completion of interrupted changes.
extension SchoolStore {
  var journalPath: String { repository.layout.gitFolder + "/" + Journal.path }

  var hasJournal: Bool { DurableFile.exists(journalPath) }

  /// Drops an interrupted change that can't be completed. Files that it has written are kept, as
  /// manual edits.
  ///
  /// - Returns: whether there was one.
  public func dropUnfinishedChange() throws -> Bool {
    try DurableFile.makeFolder(folder)
    let lock = try ProcessLock(folder + "/lock", patience: patience)
    defer { withExtendedLifetime(lock) {} }
    guard hasJournal else { return false }
    try DurableFile.remove(journalPath)
    return true
  }

  /// Runs a function while no other process can change the school.
  func locked<T>(_ body: () throws -> T) throws -> T {
    try DurableFile.makeFolder(folder)
    let lock = try ProcessLock(folder + "/lock", patience: patience)
    return try withExtendedLifetime(lock) {
      repository.clearTornFiles()
      try recover()
      return try body()
    }
  }

  /// Runs a function while no process changes the school or commits in it.
  public func still<T>(_ body: () throws -> T) throws -> T {
    try locked {
      let index = try repository.lockIndex()
      return try withExtendedLifetime(index) { try body() }
    }
  }

  /// Completes the change of a killed command.
  ///
  /// - Throws: `UnfinishedChange`; `GitError` with `.locked` if a Git process is running here.
  private func recover() throws {
    guard let bytes = try DurableFile.read(journalPath, limit: .max) else { return }
    do {
      try JournalText.checkVersion(of: bytes, at: journalPath)
      if let journal = Journal(bytes), try isValid(journal) {
        let index = try repository.lockIndex()
        removeTornFiles(beside: journal.files.map(\.path))
        return try complete(journal, index)
      }
      try DurableFile.remove(journalPath)
    } catch let error as GitError where error.code == .locked {
      throw error
    } catch {
      throw UnfinishedChange(cause: error)
    }
  }

  /// Whether a journal still applies. It doesn't if the branch or HEAD was moved since, or if an
  /// object never reached the disk: then nothing was changed yet.
  private func isValid(_ journal: Journal) throws -> Bool {
    let now = try repository.reference(journal.branch)
    guard now == journal.old || now == journal.new,
      try repository.head().branch == journal.branch
    else { return false }
    return try now == journal.new
      || ([journal.new] + journal.files.compactMap(\.after)).allSatisfy(repository.contains)
  }

  /// Completes the steps of a journal that haven't been done.
  func complete(_ journal: Journal, _ index: IndexLock) throws {
    for move in journal.moves {
      let (from, to) = ("\(root)/\(move.from)", "\(root)/\(move.to)")
      guard DurableFile.exists(from), !DurableFile.exists(to) else { continue }
      try DurableFile.move(from, to: to)
      removeEmptyFolders(above: move.from)
    }
    // With a journal, all files can be written again, so one flush is enough for many.
    let durability: Durability = journal.files.count > 8 ? .deferred : .immediate
    let tree = WorkTree(root: root)
    let empty = try ObjectID.hash(blob: [])
    for file in journal.files {
      let now = try tree.bytes(at: file.path).map { try ObjectID.hash(blob: $0) }
      // Keep edits that were made after the change was decided. A power loss can leave a new file
      // empty.
      let isAsBefore =
        try now == file.before || now == empty
        || file.after == nil && repository.fileVersion(file.path)?.id == file.before
      let path = root + "/" + file.path
      guard isAsBefore, now != file.after else {
        if now == file.after, let isProgram = file.isProgram {
          try DurableFile.set(path, executable: isProgram)
        }
        continue
      }
      if let after = file.after {
        if let slash = path.lastIndex(of: "/") {
          try DurableFile.makeFolder(String(path[..<slash]))
        }
        try DurableFile.write(try repository.blob(after), to: path, durability: durability)
        if let isProgram = file.isProgram {
          try DurableFile.set(path, executable: isProgram)
        }
      } else {
        try DurableFile.remove(path)
        removeEmptyFolders(above: file.path)
      }
    }
    var versions: [String: FileVersion?] = [:]
    for file in journal.files {
      let mode = try repository.fileVersion(file.path)?.mode ?? .file
      versions[file.path] = .some(file.after.map { FileVersion($0, mode) })
    }
    try flush(journal, durability)
    let moves = journal.moves.map { (from: $0.from, to: $0.to) }
    try repository.stage(versions, moving: moves, holding: index)
    try repository.update(
      journal.references.map { RefUpdate($0.name, to: $0.id, expecting: .anything) })
    if try repository.reference(journal.branch) != journal.new {
      let commit = try repository.commit(journal.new)
      try repository.update(
        journal.branch, to: journal.new, from: journal.old,
        log: RefLogEntry(commit.committer, "commit: \(commit.subject)"))
    }
    try DurableFile.remove(journalPath)
  }

  /// Flushes the files and folders of a journal to the disk, before the index and the branch refer to them.
  private func flush(_ journal: Journal, _ durability: Durability) throws {
    if durability == .deferred { return try Durability.flush(around: root) }
    var folders: Set<String> = [""]
    for path in journal.files.map(\.path) + journal.moves.flatMap({ [$0.from, $0.to] }) {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty, folders.insert(parts.joined(separator: "/")).inserted {
        parts = parts.dropLast()
      }
    }
    for folder in folders { try DurableFile.flushFolder(root + "/" + folder) }
  }

  /// Removes temporary files that a killed process left next to the files.
  private func removeTornFiles(beside files: [String]) {
    let folders = files.map { file in
      root + "/" + file.split(separator: "/").dropLast().joined(separator: "/")
    }
    for folder in Set(folders) { TornFile.clear(in: folder, surely: true) }
  }

  /// Removes the folders that a removed file leaves empty.
  private func removeEmptyFolders(above file: String) {
    var parts = file.split(separator: "/").dropLast()
    while !parts.isEmpty {
      guard DurableFile.removeEmptyFolder(root + "/" + parts.joined(separator: "/")) else { return }
      parts = parts.dropLast()
    }
  }
}
