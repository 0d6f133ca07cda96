import Git
import Glibc

/// Something in `work/` that isn't handed in.
public struct LeftOut: Hashable, Sendable {
  public enum Reason: String, Sendable {
    /// Its name begins with a dot.
    case hidden
    case link
    /// Its name is no UTF-8.
    case name
    /// No regular file: a pipe, a device.
    case special
    /// A folder where a file is asked for; what is in it goes along.
    case folder
  }

  /// Relative to the clone; what is no text in it is replaced.
  public let path: String
  public let reason: Reason
}

/// A worksheet's folder `work`: what of it can be handed in, and what can't.
struct WorkFolder {
  /// The worksheet's folder, an absolute path.
  let worksheet: String
  /// Regular files, relative to the worksheet.
  private(set) var files: [String] = []
  /// By path relative to the worksheet.
  private(set) var leftOut: [(path: String, reason: LeftOut.Reason)] = []

  /// - Throws: `CloneError.unfitFile` for too much of it, `GitError`.
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

  // MARK: One path

  enum Kind: Equatable {
    case file, folder
    case unfit(LeftOut.Reason)
  }

  /// What would become of a path below `work`; nil where there is nothing.
  static func kind(of path: String, below folder: String) -> Kind? {
    var here = folder
    var found: Kind?
    for name in path.split(separator: "/") {
      if let found, found != .folder { return found }
      here += "/\(name)"
      guard let kind = kind(of: here) else { return nil }
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

  /// The names in a folder, in the order of their bytes.
  private static func names(in folder: String) throws -> [[UInt8]] {
    guard let stream = opendir(folder) else {
      throw GitError(.permission, "can't read: \(String(cString: strerror(errno)))", path: folder)
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
