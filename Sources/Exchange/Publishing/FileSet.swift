import Git
import Storage

/// Files by path, before they become objects.
public struct FileSet: FileSource, Sendable {
  public let files: [String: [UInt8]]

  public init(_ files: [String: [UInt8]]) { self.files = files }

  public func bytes(at path: String) -> [UInt8]? { files[path] }

  public func entries(in folder: String) -> [FolderEntry] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var found: [String: FolderEntry.Kind] = [:]
    for path in files.keys where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count)
      let name = rest.prefix { $0 != "/" }
      found[String(name)] = name.utf8.count == rest.utf8.count ? .file : .folder
    }
    return found.map { FolderEntry(name: $0.key, kind: $0.value) }.sorted { $0.name < $1.name }
  }
}

extension ObjectBatch {
  /// Adds files and their trees, and returns the root tree.
  func add(files: [String: [UInt8]]) throws(GitError) -> ObjectID {
    try tree(updating: nil, in: self, with: files.mapValues { .write($0) })
  }
}
