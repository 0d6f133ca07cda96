import Git
import Glibc

extension SchoolStore {
  /// The Git operation in progress that would commit changed files; nil for none.
  public var openCommit: Operation? {
    repository.operation.flatMap { $0 == .bisect ? nil : $0 }
  }

  /// The versions of files that one side of a merge kept and the other removed; nil if there is no
  /// such conflict.
  public func keepingSide(of file: String) throws -> SchoolFiles? {
    guard repository.operation == .merge,
      let conflict = try repository.undecided().first(where: { $0.path == file }),
      conflict.base != nil,
      (conflict.ours == nil) != (conflict.theirs == nil)
    else { return nil }
    let kept =
      try conflict.ours == nil ? repository.layout.mergedCommit() : repository.head().commit
    return try kept.map { try files(at: $0) }
  }

  /// Makes a change during a merge. Its files are written and staged, so that their conflicts count
  /// as resolved.
  ///
  /// - Parameters:
  ///   - path: the object that the change is about.
  ///   - files: files to stage even if they don't change.
  ///   - body: fills the change; if it throws, nothing changes.
  /// - Returns: the new blobs by file.
  public func resolve(
    _ command: String, _ path: String, files: [String] = [], _ body: (Change) throws -> Void
  ) throws -> [String: ObjectID?] {
    try locked {
      let change = Change(
        summary: "", command: command, path: path, source: WorkTree(root: root))
      try body(change)
      for file in files { try change.include(file) }
      let index = try repository.lockIndex()
      var versions: [String: FileVersion?] = [:]
      for (file, bytes) in change.files {
        let mode = try repository.fileVersion(file)?.mode ?? .file
        if let bytes {
          let id = try repository.write(blob: bytes)
          let full = root + "/" + file
          try DurableFile.makeFolder(String(full[..<(full.lastIndex(of: "/") ?? full.endIndex)]))
          try DurableFile.write(bytes, to: full)
          versions[file] = FileVersion(id, mode)
        } else {
          try DurableFile.remove(root + "/" + file)
          versions[file] = .some(nil)
        }
      }
      try repository.stage(versions, holding: index)
      return versions.mapValues { $0?.id }
    }
  }
}
