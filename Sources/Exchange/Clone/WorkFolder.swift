import Git
import Glibc
import Text

/// A file in `work/` that isn't submitted.
public struct OmittedFile: Hashable, Sendable {
  public enum Reason: String, Sendable {
    /// Its name starts with a dot.
    case hidden
    case link
    /// Its name isn't UTF-8.
    case name
    /// Not a regular file: a pipe or a device.
    case special
    /// A folder in place of a file; its contents are submitted.
    case folder
  }

  /// Relative to the clone; invalid UTF-8 is replaced.
  public let path: String
  public let reason: Reason
}

/// A worksheet's folder `work`, with the files that can and can't be submitted.
struct WorkFolder {
  /// The worksheet's folder, an absolute path.
  let worksheet: String
  /// Regular files, relative to the worksheet.
  private(set) var files: [String] = []
  /// By path relative to the worksheet.
  private(set) var leftOut: [(path: String, reason: OmittedFile.Reason)] = []

  /// - Throws: `CloneError.unfitFile` if it is too large, `GitError`.
  init(of worksheet: String) throws {
    self.worksheet = worksheet
    switch WorkFolder.kind(of: "\(worksheet)/work") {
    case .folder: try look(into: "work", depth: 1)
    case .unfit(let reason): leftOut = [("work", reason)]
    case .file, nil: break
    }
  }

  private mutating func look(into folder: String, depth: Int) throws {
    if depth > TreeRules.attempt.depth { throw fault(.tooDeep, folder) }
    for bytes in try WorkFolder.names(in: "\(worksheet)/\(folder)") {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        leftOut.append(("\(folder)/\(String(decoding: bytes, as: UTF8.self))", .name))
        continue
      }
      let path = "\(folder)/\(name)"
      switch name.hasPrefix(".") ? .unfit(.hidden) : WorkFolder.kind(of: "\(worksheet)/\(path)") {
      case .file: files.append(path)
      case .folder: try look(into: path, depth: depth + 1)
      case .unfit(let reason): leftOut.append((path, reason))
      case nil: break
      }
      let limit = TreeRules.attempt.files
      if files.count > limit { throw fault(.tooManyFiles(limit: limit), path) }
    }
  }

  private func fault(_ kind: TreeFault.Kind, _ path: String) -> CloneError {
    .unfitFile(TreeFault(kind, path))
  }

  // MARK: Single paths

  enum Kind: Equatable {
    case file, folder
    case unfit(OmittedFile.Reason)
  }

  /// The kind of a path below `work`; nil if it doesn't exist.
  static func kind(of path: String, below folder: String) -> Kind? {
    var place = folder
    var found: Kind?
    for name in path.split(separator: "/") {
      if let found, found != .folder { return found }
      place += "/\(name)"
      guard let kind = kind(of: place) else { return nil }
      found = name.hasPrefix(".") ? .unfit(.hidden) : kind
    }
    return found
  }

  private static func kind(of path: String) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .unfit(.link)
    default: return .unfit(.special)
    }
  }

  /// The names in a folder, sorted by their bytes.
  private static func names(in folder: String) throws -> [[UInt8]] {
    guard let stream = opendir(folder) else {
      throw GitError(.permission, "cannot read: \(String(cString: strerror(errno)))", path: folder)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
