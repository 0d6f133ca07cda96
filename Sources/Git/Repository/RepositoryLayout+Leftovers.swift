extension RepositoryLayout {
  /// Removes locks and unfinished files that killed processes of ours left in Git's way.
  public func clearLeftovers() {
    for path in Set([gitFolder, commonFolder]) {
      if let folder = try? Folder(path) { Self.clear(folder, recursively: false) }
    }
    if let refs = try? Folder(commonFolder + "/refs") { Self.clear(refs, recursively: true) }
  }

  private static func clear(_ folder: Folder, recursively: Bool) {
    for entry in (try? folder.entries()) ?? [] {
      if entry.kind == .folder {
        if recursively, let next = try? folder.folder(entry.name) { clear(next, recursively: true) }
      } else if Leftover.isAbandoned(entry.name) {
        folder.remove(entry.name)
      } else if entry.name.hasSuffix(".lock") {
        LockOwner.clearIfAbandoned(entry.name, in: folder, onlyOurs: true)
      }
    }
  }
}

extension Repository {
  /// Removes the leftovers of killed writes among the repository's own files.
  public func clearTornFiles() {
    for folder in Set([layout.gitFolder, layout.commonFolder]) {
      TornFile.clear(in: folder)
      TornFile.clear(in: folder + "/teachkit")
    }
  }
}
